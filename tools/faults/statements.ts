import { type Bet, offers } from '../load/bet-book.ts'
import { type Fault, mustFlow, type Scene, until } from './fault.ts'
import type { Statement, Verdict } from './wire.ts'

const CALL_WITHIN_MS = 8_000
/** A batch that was cut is taken within this time when it is sent again. */
const AGAIN_WITHIN_MS = 8_000
/** More statements than a batch ever sends. */
const MAX_STATEMENTS = 40

/** Connections of the intake begin with settings of their own. */
const isIntake = ({ began }: Statement): boolean => began.get('options')?.includes('force_generic_plan') === true

/** Counts the intake's statements and gives the verdict at one of them. */
function cutAt(wanted: number, verdict: Verdict): { judge: (statement: Statement) => Verdict; seen: () => number } {
  let seen = 0
  return {
    judge: (statement) => {
      if (!isIntake(statement)) return 'pass'
      seen += 1
      return seen === wanted ? verdict : 'pass'
    },
    seen: () => seen,
  }
}

async function someBets({ site, book }: Scene): Promise<Bet[]> {
  await until('something to bet on', 60_000, async () => {
    const [first] = await offers(site.pool)
    return first !== undefined && first.closeAt > Date.now() + CALL_WITHIN_MS + AGAIN_WITHIN_MS
  })
  const [offer] = await offers(site.pool)
  if (!offer) throw new Error('nothing to bet on')
  return Array.from({ length: 4 }, () => book.newBet(offer))
}

/** The connection to PostgreSQL is cut at every statement of a batch, before it arrives and before its answer. */
export const statementsCut: Fault = {
  name: 'statements-cut',
  title: 'The connection is cut at each statement of a batch',
  how: 'a proxy between counts the statements of the intake and cuts before or after the n-th, for every n',
  apis: 1,
  workers: 1,
  limitMs: 240_000,
  async run(scene) {
    const { site, book, load } = scene
    await load.stop()
    const { wire, url } = await site.start('api', { wired: true })
    if (!wire) throw new Error('a server without a wire')
    // The first batches read caches and prepare their statements; what follows is the steady state.
    for (let n = 0; n < 3; n++) await book.send(url, await someBets(scene))
    const counter = cutAt(0, 'pass')
    wire.judge = counter.judge
    await book.send(url, await someBets(scene))
    const steps = counter.seen()
    if (steps < 3 || steps > MAX_STATEMENTS) throw new Error(`a batch of ${steps} statements`)
    let [cuts, unanswered, slowest] = [0, 0, 0]
    for (const verdict of ['cut before', 'cut after'] as const)
      for (let at = 1; at <= steps; at++) {
        const bets = await someBets(scene)
        wire.judge = cutAt(at, verdict).judge
        const status = await book.send(url, bets, CALL_WITHIN_MS).catch(() => 0)
        wire.judge = () => 'pass'
        cuts += 1
        if (status !== 200) unanswered += 1
        const took = await until('the bets are taken', AGAIN_WITHIN_MS, async () => {
          return (await book.send(url, bets, CALL_WITHIN_MS).catch(() => 0)) === 200
        })
        slowest = Math.max(slowest, took)
        const lost = bets.filter(({ betNo }) => !book.acknowledged.has(betNo))
        if (lost.length > 0) throw new Error(`${verdict} statement ${at}: ${lost[0]?.betNo} was refused`)
      }
    mustFlow(load, Number.POSITIVE_INFINITY)
    return {
      times: `${steps} statements, ${cuts} cuts, ${unanswered} calls without an answer, each taken when sent again within ${Math.round(slowest)} ms`,
    }
  },
}

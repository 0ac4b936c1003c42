import { type Bet, offers } from '../load/bet-book.ts'
import { type Fault, mustFlow, type Scene, until } from './fault.ts'
import type { Member } from './site.ts'
import type { Statement, Verdict, Wire } from './wire.ts'

export const CALL_WITHIN_MS = 8_000
/** A batch that was cut is taken within this time when it is sent again. */
const AGAIN_WITHIN_MS = 8_000
/** A call that is sent again has its answer long before its period closes. */
const SPARE_MS = 6_000
/** More statements than a batch ever sends. */
const MAX_STATEMENTS = 40

/** Connections of the intake begin with settings of their own. */
const isIntake = ({ began }: Statement): boolean => began.get('options')?.includes('enable_hashjoin=off') === true

/** Counts the intake's statements and gives the verdict at one of them. */
function judgeAt(wanted: number, verdict: Verdict, reached: () => void = () => undefined) {
  let seen = 0
  return {
    judge: (statement: Statement): Verdict => {
      if (!isIntake(statement)) return 'pass'
      seen += 1
      if (seen !== wanted) return 'pass'
      reached()
      return verdict
    },
    seen: () => seen,
  }
}

const wireOf = ({ wire }: Member): Wire => {
  if (!wire) throw new Error('a server without a wire')
  return wire
}

export async function someBets({ site, book }: Scene): Promise<Bet[]> {
  await until('something to bet on', 60_000, async () => {
    const [first] = await offers(site.pool)
    return first !== undefined && first.closeAt > Date.now() + SPARE_MS
  })
  const [offer] = await offers(site.pool)
  if (!offer) throw new Error('nothing to bet on')
  return Array.from({ length: 4 }, () => book.newBet(offer))
}

/** The first batches read caches and prepare their statements; what follows is the steady state. */
export async function warmUp(scene: Scene, { url }: Member): Promise<void> {
  for (let n = 0; n < 3; n++) await scene.book.send(url, await someBets(scene))
}

/** How many statements a batch sends once it is warm. */
export async function batchSteps(scene: Scene, member: Member): Promise<number> {
  const wire = wireOf(member)
  await warmUp(scene, member)
  const counter = judgeAt(0, 'pass')
  const bets = await someBets(scene)
  wire.judge = counter.judge
  await scene.book.send(member.url, bets)
  wire.judge = () => 'pass'
  const steps = counter.seen()
  if (steps < 3 || steps > MAX_STATEMENTS) throw new Error(`a batch of ${steps} statements`)
  return steps
}

/** Gives a verdict at the n-th statement of the intake from now on. Resolves when it has been given. */
export function verdictAt(member: Member, at: number, verdict: Verdict): Promise<void> {
  return new Promise((resolve) => {
    const wire = wireOf(member)
    const { judge } = judgeAt(at, verdict, () => {
      wire.judge = () => 'pass'
      resolve()
    })
    wire.judge = judge
  })
}

/** Sends bets again until all are taken. Returns how long it took. */
export async function takenAgain({ book }: Scene, url: string, bets: readonly Bet[]): Promise<number> {
  const took = await until('the bets are taken', AGAIN_WITHIN_MS, async () => {
    return (await book.send(url, bets, CALL_WITHIN_MS).catch(() => 0)) === 200
  })
  const lost = bets.filter(({ betNo }) => !book.acknowledged.has(betNo))
  if (lost.length > 0) throw new Error(`${lost[0]?.betNo} was refused when it was sent again`)
  return took
}

/** The connection to PostgreSQL is cut at every statement of a batch, before it arrives and before its answer. */
export const statementsCut: Fault = {
  name: 'statements-cut',
  title: 'The connection is cut at each statement of a batch',
  how: 'a proxy between counts the statements of the intake and cuts before or after the n-th, for every n',
  apis: 1,
  workers: 1,
  limitMs: 240_000,
  isShort: true,
  async run(scene) {
    const { site, book, load } = scene
    await load.stop()
    const member = await site.start('api', { wired: true })
    const steps = await batchSteps(scene, member)
    let [cuts, unanswered, slowest] = [0, 0, 0]
    for (const verdict of ['cut before', 'cut after'] as const)
      for (let at = 1; at <= steps; at++) {
        const bets = await someBets(scene)
        void verdictAt(member, at, verdict)
        const status = await book.send(member.url, bets, CALL_WITHIN_MS).catch(() => 0)
        cuts += 1
        if (status !== 200) unanswered += 1
        slowest = Math.max(slowest, await takenAgain(scene, member.url, bets))
      }
    mustFlow(load, Number.POSITIVE_INFINITY)
    return {
      times: `${steps} statements, ${cuts} cuts, ${unanswered} calls without an answer, each taken when sent again within ${Math.round(slowest)} ms`,
    }
  },
}

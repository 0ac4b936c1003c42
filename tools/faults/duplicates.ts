import { businessDay, FIRST_DAY_STARTS } from '@strata/domain/calendar/business-day'
import { DEMO_SOURCE } from '../../apps/server/src/demo/facts.ts'
import { signRequest } from '../../apps/server/src/platform/signature.ts'
import { type Bet, offers } from '../load/bet-book.ts'
import { type Fault, mustFlow, type Scene, until } from './fault.ts'

const ROUNDS = 20
const BETS = 30
const COPIES = 3
const GAME = 1
const TARGET = '/api/rec/draw/publish'
const NEXT_PERIOD_MS = 60_000
const CALL_WITHIN_MS = 15_000

const shuffled = <T>(all: readonly T[], chance: (limit: number) => number): T[] =>
  all
    .map((one) => ({ one, at: chance(1_000_000) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one)

export const duplicates: Fault = {
  name: 'duplicates',
  title: 'Calls come twice, at once and out of order',
  how: `each of ${ROUNDS} sets of ${BETS} bets is cut into calls in ${COPIES} different ways, and all calls go to 3 api at once in random order`,
  apis: 3,
  workers: 1,
  limitMs: 120_000,
  async run({ site, book, load, chance }) {
    const urls = site.of('api').map(({ url }) => url)
    let calls = 0
    for (let round = 0; round < ROUNDS; round++) {
      const [offer] = await offers(site.pool)
      if (!offer) continue
      const bets = Array.from({ length: BETS }, () => book.newBet(offer))
      const parts: Bet[][] = []
      for (let copy = 0; copy < COPIES; copy++) {
        const order = shuffled(bets, chance)
        const size = 1 + chance(BETS)
        for (let at = 0; at < order.length; at += size) parts.push(order.slice(at, at + size))
      }
      calls += parts.length
      await Promise.all(
        shuffled(parts, chance).map((part, at) => book.send(urls[at % urls.length] ?? '', part, CALL_WITHIN_MS)),
      )
    }
    mustFlow(load, Number.POSITIVE_INFINITY)
    return {
      times: `${calls} calls for ${ROUNDS * BETS} bets; every bet got the same order in each of its ${COPIES} answers`,
    }
  },
}

/** One call of the result source. Returns its code. */
async function publish(url: string, periodNo: string, result: readonly number[]): Promise<number> {
  const rawBody = JSON.stringify({ gameId: GAME, periodNo, result })
  const timestamp = String(Date.now())
  const signature = signRequest(DEMO_SOURCE.key, { timestamp, method: 'POST', target: TARGET, rawBody })
  const answer = await fetch(url + TARGET, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-merchant': DEMO_SOURCE.code,
      'x-timestamp': timestamp,
      'x-signature': signature,
    },
    body: rawBody,
    signal: AbortSignal.timeout(CALL_WITHIN_MS),
  })
  return ((await answer.json()) as { code: number }).code
}

/** From now on the game's results come from a source, also those of periods that are planned already. */
async function drawByFeed({ owner }: Scene['site']): Promise<void> {
  await owner.query(`update games set result_source = 'feed' where id = $1`, [GAME])
  await owner.query(
    `update periods set commitment = null where game_id = $1 and state in ('scheduled', 'open', 'closed')`,
    [GAME],
  )
}

const AGREEING = [1, 2, 3, 4, 5]
const CONTRADICTING = [5, 4, 3, 2, 1]
const REFUSED = 42_207

export const draws: Fault = {
  name: 'draws',
  title: 'A result comes again and again, and another one contradicts it',
  how: 'a source publishes one result 6 times and another one 6 times, at once, to 3 api; then both once more after the settlement; 2 periods',
  apis: 3,
  workers: 1,
  limitMs: 150_000,
  async run(scene) {
    const { site, load, chance } = scene
    await drawByFeed(site)
    const urls = site.of('api').map(({ url }) => url)
    let refused = 0
    try {
      for (let round = 0; round < 2; round++) {
        const period = await closedPeriod(scene)
        const asked = shuffled([...Array(6).fill(AGREEING), ...Array(6).fill(CONTRADICTING)] as number[][], chance)
        const codes = await Promise.all(
          asked.map((result, at) => publish(urls[at % urls.length] ?? '', period.no, result)),
        )
        const won = new Set(asked.filter((_, at) => codes[at] === 200).map(String))
        if (won.size !== 1)
          throw new Error(`results in force: ${[...won].join(' and ') || 'none'} (${codes.join(' ')})`)
        if (codes.some((code) => code !== 200 && code !== REFUSED)) throw new Error(`answers ${codes.join(' ')}`)
        refused += codes.filter((code) => code === REFUSED).length
        await until(
          'the period is settled',
          NEXT_PERIOD_MS,
          async () => (await stateOf(scene, period.id)) === 'settled',
        )
        const after = await Promise.all(
          [AGREEING, CONTRADICTING].map((result) => publish(urls[0] ?? '', period.no, result)),
        )
        if (after.toSorted().join() !== `200,${REFUSED}`) throw new Error(`after the settlement: ${after.join(' ')}`)
      }
    } finally {
      await site.owner.query(`update games set result_source = 'demo' where id = $1`, [GAME])
    }
    mustFlow(load, Number.POSITIVE_INFINITY)
    return { times: `one result in force in each period; ${refused} contradicting calls refused` }
  },
}

async function stateOf({ site }: Scene, id: number): Promise<string> {
  const found = await site.pool.query<{ state: string }>('select state from periods where id = $1', [id])
  return found.rows[0]?.state ?? ''
}

/** The next period of the game that waits for its result and has bets. */
async function closedPeriod({ site }: Scene): Promise<{ id: number; no: string }> {
  let found: { id: number; period_no: string } | undefined
  await until('a period waits for its result', NEXT_PERIOD_MS, async () => {
    const rows = await site.pool.query<{ id: number; period_no: string }>(
      `select id, period_no from periods
        where game_id = $1 and state = 'closed' and commitment is null and hedge_close_at < $2 and day >= $3
        order by id desc limit 1`,
      [GAME, Date.now(), businessDay(Date.now(), FIRST_DAY_STARTS)],
    )
    found = rows.rows[0]
    return found !== undefined
  })
  if (!found) throw new Error('no period')
  return { id: found.id, no: found.period_no }
}

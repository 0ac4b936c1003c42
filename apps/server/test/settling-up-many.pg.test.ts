import { sealPassword } from '@strata/contract/wrapper'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEMO_TRANSFER_PASSWORD } from '../src/demo/facts.ts'
import { DAYS, dayAt, now, settlingWorld, today, units, whole } from './testing/settling-world.ts'

/** Settling up with several direct downlines in one call (docs/decisions/0115), over the demo world's history. */
const { raw, people, appSecret, call, ask, idOf, requestId, voidOne } = await settlingWorld()
const SEED = 20_261_123

interface Row {
  readonly agentPathsId: number
  readonly accountName: string
  readonly receivable: string
  readonly settled: string
  readonly unsettled: string
  readonly difference: string
}
interface Mark {
  readonly id: string
  readonly agentPathsId: number
  readonly accountName: string
  readonly amount: string
  readonly note: string
  readonly undone: unknown
}
type Range = { readonly from: string; readonly to: string }

const sum = (amounts: readonly string[]): bigint => amounts.reduce((all, one) => all + units(one), 0n)
const password = (typed = DEMO_TRANSFER_PASSWORD): string => sealPassword({ password: typed, appSecret, nowMs: now })

const listOf = async (who: string, range: Range = whole): Promise<readonly Row[]> =>
  (await ask<{ items: Row[] }>(who, 'settling-up/query', { ...range, pageSize: 100 })).items
const marksOf = async (who: string): Promise<readonly Mark[]> =>
  (await ask<{ items: Mark[] }>(who, 'settling-up/log', { pageSize: 100 })).items
const dueOf = async (who: string, child: string, range: Range = whole): Promise<string> =>
  (await ask<{ due: string }>(who, 'settling-up/days', { ...range, agentPathsId: idOf(child) })).due

/** A request that marks these downlines with what is due now. */
const wish = async (who: string, children: readonly string[], range: Range = whole) => ({
  ...range,
  items: await Promise.all(
    children.map(async (child) => ({ agentPathsId: idOf(child), amount: await dueOf(who, child, range) })),
  ),
  transferPassword: password(),
  requestId: requestId(),
})

describe('marking several downlines', () => {
  const both = ['agent001', 'agent003']

  it('is refused in a written order, and leaves no mark', async () => {
    const good = await wish('genagt01', both)
    const said = async (change: Record<string, unknown>): Promise<readonly [number, string]> => {
      const input = { ...good, transferPassword: password('000000'), requestId: requestId(), ...change }
      const { code, message } = await call('genagt01', 'settling-up/set-many', input)
      return [code, message]
    }
    const [one, other] = good.items
    const open = { to: today }
    const items = (...ids: number[]) => ({ items: ids.map((agentPathsId) => ({ agentPathsId, amount: '7' })) })
    expect(await said({ ...open, ...items(idOf('agent001'), idOf('agent001')) })).toEqual([40001, '下线不能重复'])
    expect(await said({ ...open, ...items(idOf('agent001'), idOf('agent002')) })).toEqual([40401, '数据不存在'])
    expect(await said({ ...open, ...items(idOf('mem0001')) })).toEqual([42207, '只能与直属下线交收'])
    expect(await said(open)).toEqual([40001, '只能交收今天以前的业务日'])
    expect((await said({ items: [{ ...one, amount: '1.23' }, other] }))[0]).toBe(40008)
    expect(await marksOf('genagt01')).toEqual([])
  })

  it('is all or nothing: a sum that has changed is named with the new one, and no other is marked', async () => {
    const good = await wish('genagt01', both)
    const [one, other] = good.items
    const stale = { ...good, items: [one, { ...other, amount: '0.01' }] }
    const refused = await call('genagt01', 'settling-up/set-many', stale)
    expect(refused.code).toBe(40902)
    expect(refused.data).toEqual({
      items: [{ agentPathsId: idOf('agent003'), accountName: 'agent003', amount: other?.amount, days: DAYS }],
    })
    expect(await marksOf('genagt01')).toEqual([])
  })

  it('marks each once, also when the request is repeated, with a line each in the change log', async () => {
    const good = { ...(await wish('genagt01', both)), note: '月结' }
    const made = await ask<{ items: Mark[]; amount: string }>('genagt01', 'settling-up/set-many', good)
    const repeated = { ...good, transferPassword: password() }
    expect(await ask('genagt01', 'settling-up/set-many', repeated)).toEqual(made)
    expect(units(made.amount)).toBe(sum(good.items.map(({ amount }) => amount)))
    const marks = await marksOf('genagt01')
    expect(marks.map(({ id }) => id).toSorted()).toEqual(made.items.map(({ id }) => id).toSorted())
    expect(marks.map(({ note }) => note)).toEqual(['月结', '月结'])
    for (const row of (await listOf('genagt01')).filter(({ accountName }) => both.includes(accountName)))
      expect([row.settled, row.unsettled, row.difference]).toEqual([row.receivable, '0', '0'])
    const log = await raw.query<{ target_name: string }>(
      `select target_name from change_log where action = 'settlingUp' order by 1`,
    )
    expect(log.rows.map((row) => row.target_name)).toEqual(both)
    // Nothing is left: the same two again are refused, each by its name.
    const again = await call('genagt01', 'settling-up/set-many', { ...good, ...(await wish('genagt01', both)) })
    expect([again.code, (again.data as { items: { days: number }[] }).items.map(({ days }) => days)]).toEqual([
      40902,
      [0, 0],
    ])
  })

  it('counts once when the same downlines are sent at the same time in another order', async () => {
    const children = (await listOf('agent001')).map(({ accountName }) => accountName).slice(0, 4)
    expect(children.length).toBeGreaterThan(1)
    const wishes = await Promise.all(
      [children, children.toReversed(), children].map((names) => wish('agent001', names)),
    )
    const codes = await Promise.all(
      wishes.map(async (input) => (await call('agent001', 'settling-up/set-many', input)).code),
    )
    expect(codes.toSorted()).toEqual([200, 40902, 40902])
    expect((await marksOf('agent001')).length).toBe(children.length)
  })
})

describe('the books meet after any sequence of marks, marks taken back and voids', () => {
  type Step =
    | { readonly kind: 'mark'; readonly children: readonly number[]; readonly days: readonly [number, number] }
    | { readonly kind: 'undo'; readonly which: number }
    | { readonly kind: 'void'; readonly child: number }
  const day = fc.nat(DAYS - 1)
  const steps: fc.Arbitrary<Step[]> = fc.array(
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({
          kind: fc.constant('mark' as const),
          children: fc.uniqueArray(fc.nat(4), { minLength: 1, maxLength: 4 }),
          days: fc.tuple(day, day),
        }),
      },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('undo' as const), which: fc.nat(9) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('void' as const), child: fc.nat(4) }) },
    ),
    { minLength: 3, maxLength: 6 },
  )

  const take = async (step: Step, names: readonly string[]): Promise<void> => {
    const nameAt = (at: number): string => names[at % names.length] ?? ''
    if (step.kind === 'void') {
      await voidOne(idOf(nameAt(step.child)), whole)
      return
    }
    if (step.kind === 'undo') {
      const inForce = (await marksOf('genagt01')).filter(({ undone }) => undone === null)
      const mark = inForce[step.which % Math.max(1, inForce.length)]
      if (mark) await call('genagt01', 'settling-up/undo', { id: mark.id, requestId: requestId() })
      return
    }
    const [one, other] = step.days
    const range = { from: dayAt(Math.min(one, other)), to: dayAt(Math.max(one, other)) }
    const input = await wish('genagt01', [...new Set(step.children.map(nameAt))], range)
    const before = (await marksOf('genagt01')).length
    const { code } = await call('genagt01', 'settling-up/set-many', input)
    // Refused when one of them has nothing left: then none has a new mark.
    expect((await marksOf('genagt01')).length).toBe(before + (code === 200 ? input.items.length : 0))
    expect([200, 40902]).toContain(code)
  }

  it('parent and child have the same sums, and the days are the marks in force', async () => {
    const names = (await listOf('genagt01')).map(({ accountName }) => accountName)
    expect(names).toContain('agent001')
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        for (const step of sequence) await take(step, names)
        for (const row of await listOf('genagt01')) {
          expect(units(row.receivable)).toBe(sum([row.settled, row.unsettled, row.difference]))
          // A member does not sign in here.
          if (!people.has(row.accountName)) continue
          const { items } = await ask<{ items: { amount: string; undoneAt: number | null }[] }>(
            row.accountName,
            'settling-up/received',
            { pageSize: 100 },
          )
          // What the child was told is what the parent counts as settled.
          expect(sum(items.filter(({ undoneAt }) => undoneAt === null).map(({ amount }) => amount))).toBe(
            units(row.settled),
          )
        }
        const wrong = await raw.query(
          `select * from settled_days s
             left join (select m.merchant_id, m.parent_id, m.child_id, d.day, sum(d.amount) as amount, count(*) as marks
                          from settling_ups m join settling_up_days d on d.merchant_id = m.merchant_id and d.mark_id = m.id
                         where m.undone_at is null group by 1, 2, 3, 4) f using (merchant_id, parent_id, child_id, day)
            where s.amount <> coalesce(f.amount, 0) or s.marks <> coalesce(f.marks, 0)`,
        )
        expect(wrong.rows).toEqual([])
      }),
      { numRuns: 8, seed: SEED },
    )
  }, 120_000)
})

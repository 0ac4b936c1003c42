import { addDays } from '@strata/domain/calendar'
import type { PathId } from '@strata/domain/ids'
import { describe, expect, it } from 'vitest'
import type { Answered } from '../src/access/testing/person.ts'
import { DAYS, dayAt, now, settlingWorld, today, units, whole } from './testing/settling-world.ts'

/**
 * Settling up over the demo world's history: marks, differences after a correction, taking marks back, and
 * permissions.
 */
const { raw, call, ask, idOf, requestId, voidOne } = await settlingWorld()
const [first, last] = [dayAt(0), dayAt(DAYS - 1)] as const

interface Sums {
  readonly receivable: string
  readonly settled: string
  readonly unsettled: string
  readonly difference: string
}
interface ListRow extends Sums {
  readonly agentPathsId: PathId
  readonly accountName: string
  readonly days: number
  readonly settledDays: number
  readonly firstUnsettledDay: string | null
}
interface List {
  readonly items: readonly ListRow[]
  readonly total: number
  readonly summary: Sums & { readonly children: number }
}
interface Days extends Sums {
  readonly days: readonly { day: string; receivable: string; settled: string | null; difference: string }[]
  readonly due: string
  readonly openOrders: number
  readonly to: string
}
interface DeliveryRow {
  readonly rowKind: string
  readonly accountName: string
  readonly receivable: string
  readonly settlingUp?: { readonly state: string } & Omit<Sums, 'receivable'>
}
interface Delivery {
  readonly items: readonly DeliveryRow[]
  readonly total: number
}
interface Mark {
  readonly id: string
  readonly amount: string
  readonly note: string
  readonly operatorName: string
  readonly undone: { readonly operatorName: string; readonly reason: string } | null
}

const daysOf = (who: string, child: string, range = whole): Promise<Days> =>
  ask<Days>(who, 'settling-up/days', { ...range, agentPathsId: idOf(child) })
const rowOf = async (who: string, child: string): Promise<ListRow | undefined> =>
  (await ask<List>(who, 'settling-up/query', { ...whole, pageSize: 100 })).items.find(
    (row) => row.accountName === child,
  )
const mark = async (who: string, child: string, range = whole, note = ''): Promise<{ id: string; days: number }> => {
  const { due } = await daysOf(who, child, range)
  return ask(who, 'settling-up/set', { ...range, agentPathsId: idOf(child), amount: due, note, requestId: requestId() })
}
const undo = (who: string, id: string, reason = ''): Promise<Answered> =>
  call(who, 'settling-up/undo', { id, reason, requestId: requestId() })
const deliveryOf = (who: string, input: Record<string, unknown> = {}): Promise<Delivery> =>
  ask<Delivery>(who, 'delivery/query', { ...whole, pageSize: 100, ...input })

describe('what is to be settled up', () => {
  it.each(['headco01', 'merch001', 'genagt01', 'agent001'])(
    '%s: list, days and delivery report show the same sum per child',
    async (who) => {
      const list = await ask<List>(who, 'settling-up/query', { ...whole, pageSize: 100 })
      const report = await deliveryOf(who)
      expect(list.items.length).toBeGreaterThan(0)
      for (const row of list.items) {
        const owed = report.items
          .filter((one) => one.rowKind.startsWith('child') && one.accountName === row.accountName)
          .reduce((sum, one) => sum + units(one.receivable), 0n)
        const days = await daysOf(who, row.accountName)
        expect([units(row.receivable), units(row.unsettled), units(days.due)]).toEqual([owed, owed, owed])
        expect([row.settled, row.difference, row.settledDays, days.days.length]).toEqual(['0', '0', 0, row.days])
        expect(row.firstUnsettledDay).toBe(days.days[0]?.day)
      }
      expect(units(list.summary.receivable)).toBe(list.items.reduce((sum, row) => sum + units(row.receivable), 0n))
      expect(list.summary.children).toBe(list.total)
    },
  )

  it('ends the day before today, whatever the range', async () => {
    expect((await daysOf('genagt01', 'agent001', { from: first, to: today })).to).toBe(last)
  })
})

describe('a mark', () => {
  it('covers its days, shows on the report, and leaves the other days', async () => {
    const { days } = await daysOf('genagt01', 'agent001')
    const made = await mark('genagt01', 'agent001', { from: first, to: first }, '现金')
    expect(made.days).toBe(1)
    const row = await rowOf('genagt01', 'agent001')
    expect([row?.settledDays, row?.settled, row?.difference]).toEqual([1, days[0]?.receivable, '0'])
    expect(row?.firstUnsettledDay).toBe(days[1]?.day)
    const shown = (await deliveryOf('genagt01')).items.find((one) => one.accountName === 'agent001')
    expect(shown?.settlingUp).toEqual({
      state: 'part',
      settled: row?.settled,
      unsettled: row?.unsettled,
      difference: '0',
    })
    const marks = await ask<{ items: Mark[] }>('genagt01', 'settling-up/log', { agentPathsId: idOf('agent001') })
    expect(
      marks.items.map(({ id, amount, note, operatorName, undone }) => [id, amount, note, operatorName, undone]),
    ).toEqual([[made.id, days[0]?.receivable, '现金', 'genagt01', null]])
  })

  it('filters the report by unsettled days, only for the caller’s own unfiltered report', async () => {
    await mark('genagt01', 'agent003')
    const names = async (state: string) =>
      new Set((await deliveryOf('genagt01', { settlingUp: state })).items.map((row) => row.accountName))
    expect((await names('settled')).has('agent003')).toBe(true)
    expect((await names('unsettled')).has('agent003')).toBe(false)
    expect((await names('unsettled')).has('agent001')).toBe(true)
    const answer = await call('genagt01', 'delivery/query', { ...whole, gameIds: [3], settlingUp: 'settled' })
    expect(answer.code).toBe(40001)
    const narrowed = await deliveryOf('genagt01', { gameIds: [3] })
    expect(narrowed.items.every((row) => row.settlingUp === undefined)).toBe(true)
  })

  it('is made once per request id, and refused when the sum has changed or nothing is left', async () => {
    const range = { from: addDays(first, 1), to: addDays(first, 1) }
    const { due } = await daysOf('merch001', 'genagt01', range)
    const input = { ...range, agentPathsId: idOf('genagt01'), amount: due, requestId: requestId() }
    const wrong = await call('merch001', 'settling-up/set', { ...input, amount: '1.2345', requestId: requestId() })
    expect([wrong.code, wrong.data]).toEqual([40902, { due }])
    const one = await ask<{ id: string }>('merch001', 'settling-up/set', input)
    expect(await ask<{ id: string }>('merch001', 'settling-up/set', input)).toEqual(one)
    const again = await call('merch001', 'settling-up/set', { ...input, amount: '0', requestId: requestId() })
    expect([again.code, again.message]).toEqual([42207, '该范围没有待交收的金额'])
  })

  it('is made once when two are sent at the same time', async () => {
    const { due } = await daysOf('agent001', 'mem0001')
    const input = { ...whole, agentPathsId: idOf('mem0001'), amount: due }
    const codes = await Promise.all(
      [1, 2, 3].map(async () => (await call('agent001', 'settling-up/set', { ...input, requestId: requestId() })).code),
    )
    expect(codes.toSorted()).toEqual([200, 40902, 40902])
    expect(units((await rowOf('agent001', 'mem0001'))?.settled ?? '')).toBe(units(due))
  })

  it('is refused for other than direct children and for a range that is not over, in this order', async () => {
    const over = { from: first, to: today, amount: '7', requestId: requestId() }
    const code = async (child: string) =>
      (await call('genagt01', 'settling-up/set', { ...over, agentPathsId: idOf(child), requestId: requestId() }))
        .message
    expect(await code('mem0001')).toBe('只能与直属下线交收')
    expect(await code('genagt01')).toBe('只能与直属下线交收')
    expect(await code('agent001')).toBe('只能交收今天以前的业务日')
    expect(await code('agent002')).toBe('数据不存在')
  })
})

describe('the child’s view of a mark', () => {
  interface Received {
    readonly items: readonly Readonly<Record<string, unknown>>[]
    readonly total: number
  }
  const received = (who: string): Promise<Received> => ask<Received>(who, 'settling-up/received', { pageSize: 100 })

  it('has its parent’s marks only, without names and notes', async () => {
    for (const child of ['agent001', 'agent003']) {
      const marked = await ask<{ items: Mark[] }>('genagt01', 'settling-up/log', { agentPathsId: idOf(child) })
      const seen = await received(child)
      expect(seen.items.length).toBeGreaterThan(0)
      expect(seen.items.map(({ id, amount, by }) => [id, amount, by])).toEqual(
        marked.items.map(({ id, amount }) => [id, amount, 2]),
      )
      expect(new Set(seen.items.flatMap(Object.keys))).toEqual(
        new Set(['id', 'at', 'from', 'to', 'days', 'amount', 'by', 'undoneAt']),
      )
    }
    const [mine, theirs] = [await received('agent001'), await received('agent003')]
    const ids = new Set(theirs.items.map(({ id }) => id))
    expect(mine.items.some(({ id }) => ids.has(id))).toBe(false)
  })

  it('shows no mark that was taken back, and none of levels further above or below', async () => {
    const range = { from: addDays(first, 1), to: addDays(first, 1) }
    const { id } = await mark('genagt01', 'agent001', range)
    const at = async () => (await received('agent001')).items.find((one) => one['id'] === id)?.['undoneAt']
    expect(await at()).toBeNull()
    await undo('genagt01', id, '误标')
    expect(await at()).toBe(now)
    expect((await received('headco01')).total).toBe(0)
    // The merchant marked the general agent, and the merchant itself is the head's child.
    const general = await received('genagt01')
    expect(general.items.map(({ by }) => by)).toEqual([1])
    expect((await received('merch001')).total).toBe(0)
  })
})

describe('a correction after the mark', () => {
  it('shows as a difference, which a second mark covers; marks can be taken back, last one first', async () => {
    const range = { from: last, to: last }
    const firstMark = await mark('genagt01', 'agent001', range)
    const before = await daysOf('genagt01', 'agent001', range)
    expect(await voidOne(idOf('agent001'), { from: last, to: last })).toBe(true)
    const changed = await daysOf('genagt01', 'agent001', range)
    expect(units(changed.receivable)).not.toBe(units(before.receivable))
    expect(units(changed.difference)).toBe(units(changed.receivable) - units(before.receivable))
    expect([changed.settled, changed.unsettled, changed.due]).toEqual([before.settled, '0', changed.difference])
    const shown = (await deliveryOf('genagt01', range)).items.find((row) => row.accountName === 'agent001')
    expect(shown?.settlingUp?.state).toBe('part')
    const second = await mark('genagt01', 'agent001', range, '更正')
    const evened = await daysOf('genagt01', 'agent001', range)
    expect([evened.due, evened.settled]).toEqual(['0', changed.receivable])

    expect((await undo('genagt01', firstMark.id)).message).toBe('这些日期之后又有交收，请先撤销较新的一笔')
    expect((await undo('genagt01', second.id, '金额有误')).code).toBe(200)
    expect((await daysOf('genagt01', 'agent001', range)).due).toBe(changed.difference)
    expect((await undo('genagt01', second.id)).message).toBe('该交收已撤销')
    expect((await undo('agent001', firstMark.id)).code).toBe(40401)
    expect((await undo('genagt01', '999999999999999999')).code).toBe(40401)
    expect((await undo('genagt01', '99999999999999999999')).code).toBe(40001)
    expect((await undo('genagt01', firstMark.id)).code).toBe(200)
    const open = await daysOf('genagt01', 'agent001', range)
    expect([open.settled, open.unsettled]).toEqual(['0', changed.receivable])
    const marks = await ask<{ items: Mark[] }>('genagt01', 'settling-up/log', range)
    expect(marks.items.filter(({ undone }) => undone !== null).map(({ undone }) => undone?.reason)).toEqual([
      '金额有误',
      '',
    ])
  })

  it('the days always equal the sums of the marks in force', async () => {
    const wrong = await raw.query(
      `select * from settled_days s
         left join (select m.merchant_id, m.parent_id, m.child_id, d.day, sum(d.amount) as amount, count(*) as marks
                      from settling_ups m join settling_up_days d on d.merchant_id = m.merchant_id and d.mark_id = m.id
                     where m.undone_at is null group by 1, 2, 3, 4) f using (merchant_id, parent_id, child_id, day)
        where s.amount <> coalesce(f.amount, 0) or s.marks <> coalesce(f.marks, 0)`,
    )
    expect(wrong.rows).toEqual([])
  })

  it('writes both into the change log', async () => {
    const log = await raw.query<{ action: string; n: bigint }>(
      `select action, count(*) as n from change_log where action like 'settlingUp%' group by 1 order by 1`,
    )
    expect(log.rows.map(({ action, n }) => [action, Number(n) > 0])).toEqual([
      ['settlingUp', true],
      ['settlingUpUndone', true],
    ])
  })
})

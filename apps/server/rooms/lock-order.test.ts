import { describe, expect, it } from 'vitest'
import type { LockEdge } from './lock-edges.ts'
import { type AllowedStep, allowedSteps, lockOrder } from './lock-list.ts'
import { lockComplaints } from './lock-order.ts'
import { tableKinds } from './table-kinds.ts'

const order = ['merchants', 'periods', 'wallets']
const edge = (held: string, taken: string, more: Partial<LockEdge> = {}): LockEdge => ({
  held,
  taken,
  kind: 'later',
  heldMode: 'write',
  takenMode: 'write',
  under: [],
  opener: 'room/act.ts',
  heldBy: 'room/store-a.ts',
  takenBy: 'room/store-b.ts',
  heldText: `select  1\n  from ${held} for update`,
  takenText: `update ${taken} set a = 1`,
  ...more,
})
const back = edge('wallets', 'periods')
const isKnown = (lock: string): boolean => lock.includes(':') || tableKinds.has(lock.replace("head's ", ''))
const said = (one: LockEdge, allowed: Parameters<typeof lockComplaints>[2] = []) =>
  lockComplaints([one], order, allowed)

describe('a lock that is taken while another is held', () => {
  it('comes later in the order', () => {
    expect(said(edge('merchants', 'wallets'))).toEqual([])
    expect(said(back)).toEqual([
      'room/act.ts: periods is locked after wallets\n' +
        '  room/store-a.ts: select 1 from wallets for update\n' +
        '  room/store-b.ts: update periods set a = 1',
    ])
  })

  it('has a place in the order', () => {
    expect(said(edge('merchants', 'draws'))[0]).toContain('draws has no place in the order of locks')
  })

  it('may be of another merchant, or be shared before, where a list says so', () => {
    const other = edge('merchants', 'merchants', { kind: 'other', under: ['strata:several-merchants'] })
    const allowed: AllowedStep = { held: ['merchants'], taken: ['merchants'], kind: 'other', reason: 'one at a time' }
    const under: AllowedStep = { ...allowed, under: 'strata:several-merchants' }
    expect(said(other)[0]).toContain('merchants of another merchant is locked after merchants')
    expect(said(other, [allowed])).toEqual([])
    expect(said({ ...other, kind: 'stronger' }, [allowed])[0]).toContain('merchants that it only shared is locked')
    expect(said(other, [under])).toEqual([])
    expect(said({ ...other, under: [] }, [under])).toHaveLength(1)
  })

  const allowed: AllowedStep = { held: ['wallets'], taken: ['periods'], kind: 'later', reason: 'nobody else does' }

  it('may come earlier where a list says so, for the file that it names', () => {
    expect(said(back, [allowed])).toEqual([])
    expect(said(back, [{ ...allowed, opener: 'room/act.ts' }])).toEqual([])
    expect(said(back, [{ ...allowed, opener: 'room/other.ts' }])).toHaveLength(1)
  })

  it('may come earlier under a lock that whoever takes both in the order has as well', () => {
    const both = [{ ...allowed, bothUnder: 'merchants' }]
    const under = { under: ['merchants'] }
    expect(said(back, both)).toHaveLength(1)
    expect(said({ ...back, ...under }, both)).toEqual([])
    expect(said(edge('periods', 'wallets', under), both)).toEqual([])
    expect(said(edge('periods', 'wallets'), both)[0]).toContain('wallets is locked after periods without merchants')
  })

  it('may be any while the demo world is made', () => {
    expect(said({ ...back, opener: 'demo/world.ts' })).toEqual([])
  })
})

describe('the written order', () => {
  it('names tables of the product and advisory locks, each once, with a reason for each step against it', () => {
    expect(new Set(lockOrder).size).toBe(lockOrder.length)
    for (const lock of lockOrder) expect([lock, isKnown(lock)]).toEqual([lock, true])
    for (const { held, taken, reason } of allowedSteps) {
      expect(reason).not.toBe('')
      expect([...held, ...taken].filter((lock) => !lockOrder.includes(lock))).toEqual([])
    }
  })
})

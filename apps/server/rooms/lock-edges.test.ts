import { describe, expect, it } from 'vitest'
import { type LockEdge, LockNotes } from './lock-edges.ts'

const PERIOD = 'select 1 from periods where id = $1 for update'
const PERIOD_SHARED = 'select 1 from periods where id = $1 for share'
const GAME = 'update games set stops = 1 where id = $1'
const MERCHANT = 'select 1 from merchants where id = $1 for no key update'
const PATH = 'update paths set status = 2 where merchant_id = $1 and id = $2'
const SEVERAL = "select pg_advisory_xact_lock(hashtextextended('strata:several-merchants', 0))"
const QUEUE = 'select 1 from outbox where id = $1 for update skip locked'

function edgesOf(...sent: readonly (readonly [string, ...unknown[]])[]): string[] {
  const edges: LockEdge[] = []
  const notes = new LockNotes('opener.ts', (edge) => void edges.push(edge))
  for (const [text, ...values] of sent) notes.note(text, values, 'store.ts')
  return edges.map(({ held, taken, kind, under }) =>
    [held, taken, ...(kind === 'later' ? [] : [kind]), ...under.map((one) => `under ${one}`)].join(' > '),
  )
}

describe('the locks that a transaction takes while it holds others', () => {
  it('are one edge for each class that it holds', () => {
    expect(edgesOf([PATH, 1, 1], [PERIOD, 5], [GAME, 7])).toEqual([
      'paths > periods',
      'paths > games',
      'periods > games',
    ])
  })

  it('are none when it has the lock already', () => {
    expect(edgesOf([PERIOD, 5], [GAME, 7], [PERIOD, 5])).toEqual(['periods > games'])
    expect(edgesOf([MERCHANT, 5], [PATH, 5, 1], ['update merchants set open_bound = $2 where id = $1', 5, 3])).toEqual([
      'merchants > paths > under merchants',
    ])
  })

  it('tell a second merchant, the rows of the head and the advisory lock above', () => {
    expect(edgesOf([MERCHANT, 1], [MERCHANT, 2])).toEqual(['merchants > merchants > other'])
    expect(edgesOf([PATH, 0, 1], [MERCHANT, 1])).toEqual(["head's paths > merchants"])
    expect(edgesOf([SEVERAL], [MERCHANT, 1], [MERCHANT, 2])).toEqual([
      'strata:several-merchants > merchants > under strata:several-merchants',
      'strata:several-merchants > merchants > under strata:several-merchants',
      'merchants > merchants > other > under strata:several-merchants',
    ])
  })

  it('tell whether the merchant of the rows is locked', () => {
    expect(edgesOf([MERCHANT, 5], [PATH, 6, 1])).toEqual(['merchants > paths'])
  })

  it('tell a shared lock that is made stronger', () => {
    expect(edgesOf([PERIOD_SHARED, 5], [PERIOD, 5])).toEqual(['periods > periods > stronger'])
    expect(edgesOf([PERIOD, 5], [PERIOD_SHARED, 5])).toEqual([])
  })

  it('make nobody wait when the statement does not', () => {
    expect(edgesOf([PERIOD, 5], [QUEUE, 1])).toEqual([])
    expect(edgesOf([QUEUE, 1], [PERIOD, 5])).toEqual(['outbox > periods'])
  })

  it('are free when a savepoint is taken back, and stay when it is released', () => {
    const one = [['savepoint one'], [PERIOD, 5]] as const
    expect(edgesOf(...one, ['rollback to savepoint one'], [GAME, 7])).toEqual([])
    expect(edgesOf(...one, ['release savepoint one'], [GAME, 7])).toEqual(['periods > games'])
  })
})

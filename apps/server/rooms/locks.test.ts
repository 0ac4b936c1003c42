import { describe, expect, it } from 'vitest'
import { locksOf } from './locks.ts'

/** `table mode`, with `?` where it does not wait and the word of its merchant behind. */
const shown = (sql: string): string[] =>
  locksOf(sql).map(({ lock, mode, waits, merchant }) =>
    [`${lock}${waits ? '' : '?'}`, mode, ...(merchant === undefined ? [] : [merchant])].join(' '),
  )

describe('the locks of a statement', () => {
  it.each<[string, readonly string[]]>([
    ['select 1 from merchants where id = $1', []],
    ['select 1 from merchants where id = $1 for no key update', ['merchants write $1']],
    ['select 1 from accounts where id = $1 for update', ['accounts write']],
    ['select 1 from wallets w where w.merchant_id = $2 order by w.path_id for update', ['wallets write $2']],
    ['select 1 from merchant_periods where merchant_id = 0 for share', ['merchant_periods share 0']],
    ['select 1 from games g join periods p on p.game_id = g.id for share', ['games share', 'periods share']],
    ['select 1 from games g join periods p on p.game_id = g.id for update of p', ['periods write']],
    ['select 1 from outbox b order by b.id limit $4 for update skip locked', ['outbox? write']],
    ['select 1 from games where id = $1 for update nowait', ['games? write']],
    ['update games set stops = $2 where id = $1', ['games write']],
    [
      'update wallets w set balance = 0 from paths p where p.merchant_id = $1 and w.merchant_id = p.merchant_id',
      ['wallets write $1'],
    ],
    ['delete from notices where id = $1', ['notices write']],
    ['insert into wallets (merchant_id, path_id) values ($1, $2)', []],
    ['insert into requests (account_id) values ($1) on conflict (account_id) do nothing', ['requests insert']],
    [
      'insert into share_terms (path_id, merchant_id) values ($1, $2) on conflict (path_id) do update set day = $3',
      ['share_terms write $2'],
    ],
    ['select 1 from outside_books where id = $1 for no key update', ['outside_books write']],
    ['select 1 from outside_books where id = $1 for update', ['outside_books write', 'key of outside_books write']],
    ["select pg_advisory_xact_lock(hashtextextended('strata:merchants', 0))", ['strata:merchants write']],
    ["select pg_advisory_xact_lock(hashtextextended('strata:export:' || $1::integer, 0))", ['strata:export: write']],
    ["select pg_try_advisory_xact_lock(hashtextextended('strata:x', 0)) as got", ['strata:x? write']],
  ])('%s', (sql, locks) => {
    expect(shown(sql)).toEqual(locks)
  })

  it('are taken by the queries inside of it first, in the order in which they are written', () => {
    const sql = `with mark as materialized (select value from job_marks where merchant_id = $1 for share),
                      taken as (select path_id from wallets w where w.merchant_id = $1 order by w.path_id for update)
                 update posting_runs r set posted_through = 1 from taken where r.merchant_id = $1`
    expect(shown(sql)).toEqual(['job_marks share $1', 'wallets write $1', 'posting_runs write $1'])
  })

  it('are of the merchant that another of its queries names', () => {
    const sql = `with due as (select id, merchant_id from outbox where merchant_id = $3 for update)
                 update outbox b set state = 'done' from due where b.merchant_id = due.merchant_id`
    expect(shown(sql)).toEqual(['outbox write $3', 'outbox write $3'])
  })
})

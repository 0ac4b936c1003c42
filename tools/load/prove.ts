import { verifyDatabase } from '../../apps/server/src/admin/verify.ts'
import { DEMO_PLATFORMS } from '../../apps/server/src/demo/facts.ts'
import type { Pool } from '../../apps/server/src/platform/db.ts'
import type { BetBook } from './bet-book.ts'

/** Every acknowledged bet is stored exactly once under its number, and no refused one is. Throws otherwise. */
export async function proveBets(pool: Pool, book: BetBook): Promise<void> {
  const stored = await pool.query<{ bet_no: string; id: bigint; n: number }>(
    `select o.bet_no, min(o.id) as id, count(*)::integer as n from orders o
      where o.merchant_id = (select id from merchants where code = $1) and starts_with(o.bet_no, $2) group by 1`,
    [DEMO_PLATFORMS[0].code, book.prefix],
  )
  const found = new Map(stored.rows.map((row) => [row.bet_no, row]))
  for (const [betNo, orderNo] of book.acknowledged) {
    const row = found.get(betNo)
    if (!row) throw new Error(`lost: ${betNo}, acknowledged as ${orderNo}`)
    if (row.n !== 1 || String(row.id) !== orderNo)
      throw new Error(`${betNo}: ${row.n} orders, ${row.id} for ${orderNo}`)
  }
  for (const { bet_no: betNo, n } of stored.rows) {
    if (n !== 1) throw new Error(`${betNo} is there ${n} times`)
    if (book.refused.has(betNo)) throw new Error(`${betNo} was refused and is there`)
  }
}

/** Recomputes every book. Throws with the first wrong row. */
export async function proveBooks(pool: Pool): Promise<void> {
  const fault = await verifyDatabase(pool, () => undefined)
  if (!fault) return
  const text = JSON.stringify(fault, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  throw new Error(`the books are wrong: ${text}`)
}

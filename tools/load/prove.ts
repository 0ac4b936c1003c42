import { verifyDatabase } from '../../apps/server/src/admin/verify.ts'
import { DEMO_PLATFORMS } from '../../apps/server/src/demo/facts.ts'
import type { Pool } from '../../apps/server/src/platform/db.ts'
import type { BetBook } from './bet-book.ts'

interface Stored {
  readonly bet_no: string
  readonly id: bigint
}

/** Orders that are read at once: a soak has millions. */
const PAGE = 100_000

/** The orders of a book's bets, in the order of their ids. */
async function* storedBets(pool: Pool, prefix: string): AsyncGenerator<readonly Stored[]> {
  for (let after = -1n; ; ) {
    const { rows } = await pool.query<Stored>(
      `select o.bet_no, o.id from orders o
        where o.merchant_id = (select id from merchants where code = $1) and o.id > $2 and starts_with(o.bet_no, $3)
        order by o.id limit ${PAGE}`,
      [DEMO_PLATFORMS[0].code, String(after), prefix],
    )
    if (rows.length > 0) yield rows
    if (rows.length < PAGE) return
    after = rows.at(-1)?.id ?? after
  }
}

/** Every acknowledged bet is stored exactly once under its number, and no refused one is. Throws otherwise. */
export async function proveBets(pool: Pool, book: BetBook): Promise<void> {
  const found = new Set<string>()
  for await (const stored of storedBets(pool, book.prefix))
    for (const { bet_no: betNo, id } of stored) {
      if (found.has(betNo)) throw new Error(`${betNo} is there more than once`)
      found.add(betNo)
      if (book.refused.has(betNo)) throw new Error(`${betNo} was refused and is there`)
      const orderNo = book.acknowledged.get(betNo)
      if (orderNo !== undefined && orderNo !== String(id)) throw new Error(`${betNo}: ${id} is stored for ${orderNo}`)
    }
  for (const [betNo, orderNo] of book.acknowledged)
    if (!found.has(betNo)) throw new Error(`lost: ${betNo}, acknowledged as ${orderNo}`)
}

/** Recomputes every book. Throws with the first wrong row. */
export async function proveBooks(pool: Pool): Promise<void> {
  const fault = await verifyDatabase(pool, () => undefined)
  if (!fault) return
  const text = JSON.stringify(fault, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  throw new Error(`the books are wrong: ${text}`)
}

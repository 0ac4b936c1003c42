import { type Queryable, type Row, rows } from './db.ts'

export interface Statement {
  readonly text: string
  readonly values: unknown[]
}

/**
 * All rows of a statement, `size` at a time; the rest stays in the database. Inside a transaction only one such read
 * may be open. Other statements may run between two chunks; they run after the chunk that is read ahead.
 */
export async function* inChunks<R extends Row>(tx: Queryable, statement: Statement, size: number): AsyncGenerator<R[]> {
  // Every row will be read, so plan for all rows and not for the first.
  await tx.query('set local cursor_tuple_fraction = 1')
  await tx.query(`declare chunks no scroll cursor for ${statement.text}`, statement.values)
  const fetch = (): Promise<R[]> => {
    const chunk = rows<R>(tx, `fetch forward ${Math.trunc(size)} from chunks`)
    // It is read ahead. If the reader stops, its error must not become an unhandled rejection.
    chunk.catch(() => undefined)
    return chunk
  }
  for (let next = fetch(); ; ) {
    const chunk = await next
    // The database reads the next chunk while this one is processed.
    if (chunk.length === size) next = fetch()
    if (chunk.length > 0) yield chunk
    if (chunk.length < size) break
  }
  await tx.query('close chunks')
}

export async function* mapChunks<A, B>(chunks: AsyncIterable<readonly A[]>, map: (row: A) => B): AsyncGenerator<B[]> {
  for await (const chunk of chunks) yield chunk.map(map)
}

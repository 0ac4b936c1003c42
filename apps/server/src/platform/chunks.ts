import { type Queryable, type Row, rows } from './db.ts'

export interface Statement {
  readonly text: string
  readonly values: unknown[]
}

/**
 * All rows of a statement, `size` at a time: the database keeps the rest. Inside a transaction, one such reading at a time;
 * other statements may run between two chunks, behind the one that is read ahead.
 */
export async function* inChunks<R extends Row>(tx: Queryable, statement: Statement, size: number): AsyncGenerator<R[]> {
  // Every row will be asked for, so the plan is made for the last one and not for the first.
  await tx.query('set local cursor_tuple_fraction = 1')
  await tx.query(`declare chunks no scroll cursor for ${statement.text}`, statement.values)
  const fetch = (): Promise<R[]> => {
    const chunk = rows<R>(tx, `fetch forward ${Math.trunc(size)} from chunks`)
    // Asked for ahead: whoever stops reading never looks at it.
    chunk.catch(() => undefined)
    return chunk
  }
  for (let next = fetch(); ; ) {
    const chunk = await next
    // The database reads on while this chunk is worked at.
    if (chunk.length === size) next = fetch()
    if (chunk.length > 0) yield chunk
    if (chunk.length < size) break
  }
  await tx.query('close chunks')
}

export async function* mapChunks<A, B>(chunks: AsyncIterable<readonly A[]>, map: (row: A) => B): AsyncGenerator<B[]> {
  for await (const chunk of chunks) yield chunk.map(map)
}

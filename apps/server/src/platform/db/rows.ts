import type { Queryable, Row } from './queryable.ts'

/** All rows of a statement. */
export async function rows<R extends Row>(on: Queryable, text: string, values: unknown[] = []): Promise<R[]> {
  return (await on.query<R>(text, values)).rows
}

/** All rows of a statement that every connection plans once. */
export async function namedRows<R extends object>(
  on: Queryable,
  name: string,
  text: string,
  values: unknown[],
): Promise<R[]> {
  return (await on.query<R & Row>({ name, text, values })).rows
}

/** The only row of a statement, or undefined. Throws when there are several. */
export async function maybeRow<R extends Row>(
  on: Queryable,
  text: string,
  values: unknown[] = [],
): Promise<R | undefined> {
  const found = (await on.query<R>(text, values)).rows
  if (found.length > 1) throw new Error(`one row expected, got ${found.length}: ${text}`)
  return found[0]
}

/** The only row of a statement. Throws when there is none. */
export async function row<R extends Row>(on: Queryable, text: string, values: unknown[] = []): Promise<R> {
  const found = await maybeRow<R>(on, text, values)
  if (!found) throw new Error(`one row expected, got none: ${text}`)
  return found
}

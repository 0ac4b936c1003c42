import { type Queryable, row } from '../platform/db.ts'

/** Gives the merchant of a code its first signing key. */
export async function addMerchantKey(
  on: Queryable,
  code: string,
  at: number,
  seal: (merchantId: number, keyId: number) => string,
): Promise<void> {
  const { id } = await row<{ id: number }>(on, 'select id from merchants where code = $1', [code])
  await on.query('insert into merchant_keys (merchant_id, key_id, secret, created_at) values ($1, 1, $2, $3)', [
    id,
    seal(id, 1),
    at,
  ])
}

export async function addResultSource(
  on: Queryable,
  source: { readonly code: string; readonly secret: string; readonly at: number },
): Promise<void> {
  await on.query(
    `insert into result_sources (code, secret, game_ids, created_at)
     values ($1, $2, (select array_agg(id order by id) from games), $3)`,
    [source.code, source.secret, source.at],
  )
}

export async function addNotice(
  on: Queryable,
  notice: { readonly content: string; readonly level: 'info' | 'warn'; readonly at: number },
): Promise<void> {
  await on.query('insert into notices (content, level, from_at, at) values ($1, $2, $3, $3)', [
    notice.content,
    notice.level,
    notice.at,
  ])
}

/** Nothing has been made in this database yet. */
export async function isEmpty(on: Queryable): Promise<boolean> {
  const found = await row<{ empty: boolean }>(on, 'select not exists (select 1 from accounts) as empty')
  return found.empty
}

export async function merchantIdOf(on: Queryable, code: string): Promise<number> {
  return (await row<{ id: number }>(on, 'select id from merchants where code = $1', [code])).id
}

/** The demo's merchant is there, whoever made it. */
export async function hasDemoWorld(on: Queryable): Promise<boolean> {
  const found = await row<{ found: boolean }>(
    on,
    `select exists (select 1 from merchants m join merchant_keys k on k.merchant_id = m.id where m.code = 'demo') as found`,
  )
  return found.found
}

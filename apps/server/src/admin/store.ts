import { maybeRow, type Queryable } from '../platform/db.ts'

/** What a merchant's people see at the top of their pages. */
export const merchantLogo = (on: Queryable, merchantId: number): Promise<{ name: string; logo: string } | undefined> =>
  maybeRow<{ name: string; logo: string }>(on, 'select name, logo from merchants where id = $1', [merchantId])

import { maybeRow, type Queryable } from '../platform/db.ts'

/** What a merchant's people see at the top of their pages. `isBelow`: no name where it is only that of its login. */
export const merchantLogo = (
  on: Queryable,
  merchantId: number,
  isBelow: boolean,
): Promise<{ name: string; logo: string } | undefined> =>
  maybeRow<{ name: string; logo: string }>(
    on,
    `select case when $2 and exists (select from paths p where p.merchant_id = m.id and p.role = 1 and p.name = m.name)
                 then '' else m.name end as name, m.logo
       from merchants m where m.id = $1`,
    [merchantId, isBelow],
  )

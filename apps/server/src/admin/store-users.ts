import { maybeRow, type Queryable, row, rows } from '../platform/db.ts'

/** A login of the operators' side below the head's main account. */
export interface OperatorAccount {
  readonly id: number
  readonly name: string
  readonly nickname: string
  readonly status: 1 | 2 | 4
  readonly permissionIds: readonly number[]
  readonly createdAt: number
  readonly lastLoginAt: number | null
}

interface UserRow {
  id: number
  name: string
  nickname: string | null
  status: 1 | 2 | 4
  permission_ids: number[] | null
  created_at: bigint
  last_login_at: bigint | null
}

const columns = 'id, name, nickname, status, permission_ids, created_at, last_login_at'
const toUser = (found: UserRow): OperatorAccount => ({
  id: found.id,
  name: found.name,
  nickname: found.nickname ?? '',
  status: found.status,
  permissionIds: found.permission_ids ?? [],
  createdAt: Number(found.created_at),
  lastLoginAt: found.last_login_at === null ? null : Number(found.last_login_at),
})

const ORDER = { accountName: 'lower(name)', createdAt: 'created_at', lastLoginAt: 'last_login_at' } as const

export interface UsersAsked {
  readonly mainId: number
  readonly status: number | null
  readonly keyword: string | null
  readonly column: keyof typeof ORDER
  readonly descending: boolean
  readonly limit: number
  readonly offset: number
}

const asked = `main_account_id = $1 and account_type = 1 and ($2::smallint is null or status = $2)
  and ($3::text is null or position(lower($3) in lower(name)) > 0 or position(lower($3) in lower(coalesce(nickname, ''))) > 0)`

export async function findOperators(
  on: Queryable,
  page: UsersAsked,
): Promise<{ items: OperatorAccount[]; total: number }> {
  const values = [page.mainId, page.status, page.keyword]
  const direction = page.descending ? 'desc nulls last' : 'asc nulls first'
  const found = await rows<UserRow & Record<string, unknown>>(
    on,
    `select ${columns} from accounts where ${asked} order by ${ORDER[page.column]} ${direction}, id limit $4 offset $5`,
    [...values, page.limit, page.offset],
  )
  const { total } = await row<{ total: number }>(
    on,
    `select count(*)::integer as total from accounts where ${asked}`,
    values,
  )
  return { items: found.map(toUser), total }
}

export async function findOperator(on: Queryable, mainId: number, id: number): Promise<OperatorAccount | undefined> {
  const found = await maybeRow<UserRow & Record<string, unknown>>(
    on,
    `select ${columns} from accounts where id = $2 and main_account_id = $1 and account_type = 1`,
    [mainId, id],
  )
  return found && toUser(found)
}

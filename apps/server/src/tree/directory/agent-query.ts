import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { agentQuery } from '@strata/contract/endpoints/tree'
import type { AccountId, MerchantId, PathId } from '@strata/domain/ids'
import { formatMoney, formatShare, money, share, ZERO } from '@strata/domain/money'
import { must } from '@strata/domain/must'
import { effectiveStatus, ROLE, type Role } from '@strata/domain/tree'
import { type Caller, idleMsOf, onlineAccounts } from '../../access/session.ts'
import { businessDay } from '../../platform/business-day.ts'
import type { Queryable } from '../../platform/db.ts'
import { listMerchantIds } from '../paths/store-merchants.ts'
import { namesOf } from '../paths/store-path-names.ts'
import { HEAD_MERCHANT } from '../paths/store-paths.ts'
import { HEAD_PATH } from '../snapshot/merchant-snapshot.ts'
import { pankouFromText } from '../terms/terms-rows.ts'
import type { PathDirectories, Viewer } from './path-directory.ts'
import {
  type AgentFacts,
  accountsElsewhere,
  findAgentPage,
  findMerchantPage,
  findOpenPath,
  loadAgentFacts,
} from './store-agent-query.ts'

type Request = Omit<ParsedRequestOf<typeof agentQuery>, 'export'>
/** The request of a list without its page. */
type Listed = Omit<Request, 'pageIndex' | 'pageSize'>

interface Page {
  readonly limit: number
  readonly offset: number
}
type Answer = ResponseOf<typeof agentQuery>
type Row = Answer['items'][number]

interface Scope {
  readonly merchantIds: readonly MerchantId[]
  readonly under: PathId
  readonly underRole: Role
  /** The path of the reader. */
  readonly viewer: Viewer
  /** The id of the only requested account; null: the caller's own, which no list shows. */
  readonly only: PathId | null | undefined
}

/**
 * What the list covers: the children of a named path of the downline (already checked) or of the caller's own path,
 * or one account.
 */
async function scopeOf(on: Queryable, caller: Caller, { agentPathsId, parentPathsId }: Listed): Promise<Scope> {
  const id = agentPathsId ?? parentPathsId
  const named = id === undefined ? undefined : caller.targets.get(id)
  const { id: under, merchantId, role: underRole } = named ?? caller.path
  return {
    under,
    underRole,
    viewer: { under: caller.path.id, role: caller.role },
    only: agentPathsId === caller.path.id ? null : agentPathsId,
    merchantIds: merchantId === HEAD_MERCHANT ? await listMerchantIds(on) : [merchantId],
  }
}

/** From the signed-in path down to the parent: levels above the caller are never shown. */
function trailOf(facts: AgentFacts, caller: Caller, names: ReadonlyMap<PathId, string>): Row['trail'] {
  const above = [HEAD_PATH, ...facts.lineage.filter((id) => id !== facts.id)]
  const from = above.indexOf(caller.path.id)
  return above.slice(Math.max(from, 0)).flatMap((id) => {
    const accountName = id === caller.path.id ? caller.path.name : names.get(id)
    return accountName === undefined ? [] : [{ agentPathsId: id, accountName }]
  })
}

/** Data of the account as a whole. Hidden from a reader who is not above all of its paths. */
type Seen = Pick<Row, 'lastLoginAt' | 'online'>
const UNSEEN: Seen = { lastLoginAt: null, online: false }

function rowOf(facts: AgentFacts, trail: Row['trail'], seen: Seen): Row {
  const credit = facts.fundMode === 'credit'
  return {
    agentPathsId: facts.id,
    accountId: facts.accountId,
    accountName: facts.name,
    nickname: facts.nickname ?? '',
    roleId: facts.role as Row['roleId'],
    memberFlag: facts.role === ROLE.member,
    subCount: facts.subCount,
    parentPathsId: facts.parentId,
    trail,
    status: facts.status,
    effectiveStatus: effectiveStatus(facts.statuses),
    fundMode: facts.fundMode,
    credit: formatMoney(money(facts.quota)),
    balance: formatMoney(money(facts.balance)),
    cash: formatMoney(credit ? ZERO : money(facts.balance)),
    downlineCount: { agents: facts.agents, members: facts.members },
    pankou: [...pankouFromText(facts.pankou)],
    uplineShare: formatShare(share(facts.uplineShare)),
    createdAt: facts.createdAt,
    ...seen,
  }
}

/** Sources of lists: the database, and the paths of merchants cached in memory. */
export interface ListSources {
  readonly pool: Queryable
  readonly directories: PathDirectories
}

async function pageOf({ pool, directories }: ListSources, scope: Scope, request: Listed, page: Page & { day: string }) {
  const { sortInfo, roleId, status, keyword, groupId, below } = request
  const filter = {
    under: scope.under,
    underRole: scope.underRole,
    // Members of a group may be on any level.
    deep: below === true || (keyword !== undefined && keyword !== '') || groupId !== undefined,
    ...(roleId === undefined ? {} : { roleId }),
    ...(status === undefined ? {} : { status }),
    ...(keyword === undefined || keyword === '' ? {} : { keyword }),
    ...(groupId === undefined ? {} : { groupId }),
  }
  const order = {
    by: sortInfo?.columnName ?? null,
    descending: sortInfo?.direction === 1,
    viewer: scope.viewer,
    ...page,
  }
  if (scope.only !== undefined) {
    const found = scope.only === null ? [] : await findOpenPath(pool, scope.merchantIds, scope.only)
    return { ids: found.slice(page.offset, page.offset + page.limit), total: found.length }
  }
  if (scope.under === HEAD_PATH) return findMerchantPage(pool, { ...filter, merchantIds: scope.merchantIds }, order)
  const merchantId = must(scope.merchantIds[0], 'the merchant')
  return findAgentPage(pool, await directories.current(merchantId), merchantId, filter, order)
}

async function rowsOf(
  on: Queryable,
  caller: Caller,
  merchantIds: readonly MerchantId[],
  ids: readonly PathId[],
  now: number,
) {
  const facts = await loadAgentFacts(on, merchantIds, ids, businessDay(now))
  const found = ids.flatMap((id) => facts.get(id) ?? [])
  const names = await namesOf(on, merchantIds, [...new Set(found.flatMap((path) => path.lineage))])
  const accountIds = found.map((path) => path.accountId)
  const online = await onlineAccounts(on, accountIds, now - (await idleMsOf(on)))
  const elsewhere =
    caller.role === ROLE.head
      ? new Set<AccountId>()
      : await accountsElsewhere(on, caller.merchantId, caller.path.id, accountIds)
  return found.map((path) => {
    const { accountId, lastLoginAt } = path
    const seen = elsewhere.has(accountId) ? UNSEEN : { lastLoginAt, online: online.has(accountId) }
    return rowOf(path, trailOf(path, caller, names), seen)
  })
}

/**
 * The next level below a path, or with a keyword or group everything below it that matches; for the head its
 * merchants.
 */
export async function queryAgents(
  sources: ListSources,
  caller: Caller,
  request: Request,
  now: number,
): Promise<Answer> {
  const { pageIndex, pageSize } = request
  const scope = await scopeOf(sources.pool, caller, request)
  const wanted = { limit: pageSize, offset: (pageIndex - 1) * pageSize, day: businessDay(now) }
  const page = await pageOf(sources, scope, request, wanted)
  const items = await rowsOf(sources.pool, caller, scope.merchantIds, page.ids, now)
  const roles =
    'roles' in page && page.roles !== undefined
      ? { roles: [...page.roles].map(([roleId, total]) => ({ roleId: roleId as Row['roleId'], total })) }
      : {}
  return { items, total: page.total, pageIndex, pageSize, ...roles }
}

/** The whole list in order: first all ids, then the shown values in chunks. */
export async function wholeAgents(sources: ListSources, caller: Caller, request: Listed, now: number) {
  const scope = await scopeOf(sources.pool, caller, request)
  const day = businessDay(now)
  const { total } = await pageOf(sources, scope, request, { limit: 1, offset: 0, day })
  const { ids } = await pageOf(sources, scope, request, { limit: total, offset: 0, day })
  return { ids, rowsOf: (some: readonly PathId[]) => rowsOf(sources.pool, caller, scope.merchantIds, some, now) }
}

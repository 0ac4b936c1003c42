import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { agentQuery } from '@strata/contract/endpoints/tree'
import { businessDay } from '@strata/domain/calendar'
import { formatMoney, formatShare, money, share, ZERO } from '@strata/domain/money'
import { effectiveStatus } from '@strata/domain/tree'
import type { Caller } from '../access/caller.ts'
import { IDLE_MS } from '../access/sessions.ts'
import { onlineAccounts } from '../access/store-sessions.ts'
import type { Queryable } from '../platform/db.ts'
import { HEAD_PATH } from './snapshot.ts'
import { HEAD_MERCHANT, listMerchantIds } from './store.ts'
import { type AgentFacts, findAgentPage, loadAgentFacts, namesOf } from './store-query.ts'
import { pankouFromText } from './terms.ts'

type Request = Omit<ParsedRequestOf<typeof agentQuery>, 'export'>
type Answer = ResponseOf<typeof agentQuery>
type Row = Answer['items'][number]

const MEMBER = 10001

interface Scope {
  readonly merchantIds: readonly number[]
  readonly under: number
}

/** Whose children are asked for: a named path of the downline, which is proved already, or the caller's own. */
async function scopeOf(on: Queryable, caller: Caller, parentPathsId: number | undefined): Promise<Scope> {
  const named = parentPathsId === undefined ? undefined : caller.targets.get(parentPathsId)
  const under = named?.id ?? caller.path.id
  const merchantId = named?.merchantId ?? caller.merchantId
  return { under, merchantIds: merchantId === HEAD_MERCHANT ? await listMerchantIds(on) : [merchantId] }
}

/** From the signed-in path down to the parent: levels above the caller never show. */
function trailOf(facts: AgentFacts, caller: Caller, names: ReadonlyMap<number, string>): Row['trail'] {
  const above = [HEAD_PATH, ...facts.lineage.filter((id) => id !== facts.id)]
  const from = above.indexOf(caller.path.id)
  return above.slice(Math.max(from, 0)).flatMap((id) => {
    const accountName = id === caller.path.id ? caller.path.name : names.get(id)
    return accountName === undefined ? [] : [{ agentPathsId: id, accountName }]
  })
}

function rowOf(facts: AgentFacts, trail: Row['trail'], online: boolean): Row {
  const credit = facts.fundMode === 'credit'
  return {
    agentPathsId: facts.id,
    accountId: facts.accountId,
    accountName: facts.name,
    nickname: facts.nickname ?? '',
    roleId: facts.role as Row['roleId'],
    memberFlag: facts.role === MEMBER,
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
    lastLoginAt: facts.lastLoginAt,
    online,
  }
}

/** The next level below a path, or with a keyword everything below it that matches. */
export async function queryAgents(on: Queryable, caller: Caller, request: Request, now: number): Promise<Answer> {
  const { pageIndex, pageSize, sortInfo, roleId, status, keyword, groupId } = request
  const scope = await scopeOf(on, caller, request.parentPathsId)
  const day = businessDay(now)
  const deep = keyword !== undefined && keyword !== '' && scope.under !== HEAD_PATH
  const filter = {
    ...scope,
    deep,
    ...(roleId === undefined ? {} : { roleId }),
    ...(status === undefined ? {} : { status }),
    ...(keyword === undefined || keyword === '' ? {} : { keyword }),
    ...(groupId === undefined ? {} : { groupId }),
  }
  const page = await findAgentPage(on, filter, {
    by: sortInfo?.columnName ?? null,
    descending: sortInfo?.direction === 1,
    limit: pageSize,
    offset: (pageIndex - 1) * pageSize,
    day,
  })
  const facts = await loadAgentFacts(on, scope.merchantIds, page.ids, day)
  const found = page.ids.flatMap((id) => facts.get(id) ?? [])
  const names = await namesOf(on, scope.merchantIds, [...new Set(found.flatMap((path) => path.lineage))])
  const online = await onlineAccounts(
    on,
    found.map((path) => path.accountId),
    now - IDLE_MS,
  )
  const items = found.map((path) => rowOf(path, trailOf(path, caller, names), online.has(path.accountId)))
  return { items, total: page.total, pageIndex, pageSize }
}

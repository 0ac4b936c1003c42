import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { allChanges, allLogins } from '@strata/contract/endpoints/operators'
import { MerchantId } from '@strata/domain/ids'
import type { Queryable } from '../../platform/db.ts'
import { actionCodes, changeOnWire, pageOf, resultName } from './change-log.ts'
import {
  type AllChangesFilter,
  type AllLoginsFilter,
  type FoundAnyChange,
  type FoundAnyLogin,
  findAllChanges,
  findAllLogins,
} from './store-all-logs.ts'
import { merchantIds } from './store-log.ts'

/** The logs of the whole platform, for operators: who changed what, when and from where. */

type Changes = ParsedRequestOf<typeof allChanges>
type Logins = ParsedRequestOf<typeof allLogins>

export async function allChangesFilter(on: Queryable, asked: Changes): Promise<AllChangesFilter> {
  return {
    ...pageOf(asked),
    merchantIds: [MerchantId(0), ...(await merchantIds(on))],
    person: asked.person || null,
    target: asked.target || null,
    actions: asked.action ? [asked.action, ...actionCodes(asked.action)] : null,
    under: asked.agentPathsId ?? null,
  }
}

export const anyChangeOnWire = (found: FoundAnyChange): ResponseOf<typeof allChanges>['items'][number] => ({
  ...changeOnWire(found),
  merchantName: found.merchant_name,
})

export async function readAllChanges(on: Queryable, asked: Changes): Promise<ResponseOf<typeof allChanges>> {
  const { items, total } = await findAllChanges(on, await allChangesFilter(on, asked))
  return { items: items.map(anyChangeOnWire), total, pageIndex: asked.pageIndex, pageSize: asked.pageSize }
}

export const allLoginsFilter = (asked: Logins): AllLoginsFilter => ({
  ...pageOf(asked),
  person: asked.person || null,
  outcome: asked.outcome ?? null,
  under: asked.agentPathsId ?? null,
})

export const anyLoginOnWire = (found: FoundAnyLogin): ResponseOf<typeof allLogins>['items'][number] => ({
  id: String(found.id),
  at: Number(found.at),
  merchantName: found.merchant_name,
  accountName: found.account_name,
  ip: found.ip,
  device: found.device,
  result: resultName(found.result),
})

export async function readAllLogins(on: Queryable, asked: Logins): Promise<ResponseOf<typeof allLogins>> {
  const { items, total } = await findAllLogins(on, allLoginsFilter(asked))
  return { items: items.map(anyLoginOnWire), total, pageIndex: asked.pageIndex, pageSize: asked.pageSize }
}

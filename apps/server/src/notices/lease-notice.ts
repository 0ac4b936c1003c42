import type { ResponseOf } from '@strata/contract/endpoint'
import type { leaseNotice } from '@strata/contract/endpoints/notices'
import { PERMISSION } from '@strata/contract/permissions'
import { addDays } from '@strata/domain/calendar'
import { LEASE_SHOWN_DAYS, leaseState, TOLD_AFTER_DAYS } from '@strata/domain/tree/lease'
import type { Caller } from '../access/session.ts'
import { businessDay } from '../platform/business-day.ts'
import type { Queryable } from '../platform/db.ts'
import { endingLeases, HEAD_MERCHANT, merchantLease } from '../tree/merchants.ts'

type Answer = ResponseOf<typeof leaseNotice>

/** The leases that the caller has to know of: its own merchant's, or for operators all that end soon or ended lately. */
export async function leaseNotices(on: Queryable, caller: Caller, now: number): Promise<Answer> {
  const today = businessDay(now)
  if (caller.merchantId !== HEAD_MERCHANT) {
    const state = leaseState(await merchantLease(on, caller.merchantId), today)
    return { items: state === null ? [] : [{ code: '', name: '', ...state }] }
  }
  if (!caller.permissionIds.has(PERMISSION.merchants)) return { items: [] }
  const range = { from: addDays(today, -TOLD_AFTER_DAYS), to: addDays(today, LEASE_SHOWN_DAYS) }
  const items = (await endingLeases(on, range)).flatMap(({ code, name, lease_until: until }) => {
    const state = leaseState({ from: null, until }, today)
    return state === null ? [] : [{ code, name, ...state }]
  })
  return { items }
}

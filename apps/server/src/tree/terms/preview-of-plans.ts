import { createHash } from 'node:crypto'
import type { ResponseOf } from '@strata/contract/endpoint'
import type { setTerms } from '@strata/contract/endpoints/tree'
import { describeChange, termText } from './apply-terms-change.ts'
import { isShareChange, type TermsPlan } from './plan-terms-change.ts'

export type CappedPreview = Extract<ResponseOf<typeof setTerms>, { affected: unknown }>
type Row = CappedPreview['affected'][number]

/** Accounts that a change caps, one row per field. `fromDay`: first day of share terms. */
export const affectedRows = (affected: TermsPlan['affected'], fromDay: string): Row[] =>
  affected.flatMap((one) =>
    one.changes.map(
      (change): Row => ({
        agentPathsId: one.path,
        accountName: one.name,
        gameId: change.gameId,
        ...(change.groupId ? { groupId: change.groupId } : {}),
        field: change.pankou ? `${change.field}.${change.pankou}` : change.field,
        before: termText(change.field, change.before) ?? '',
        after: termText(change.field, change.after) ?? '',
        ...(isShareChange(change) ? { fromDay } : {}),
      }),
    ),
  )

/** What the user confirms: exactly these changes of exactly these accounts. */
export const previewOf = (plans: readonly TermsPlan[]): CappedPreview => {
  const affected = plans.flatMap((plan) => affectedRows(plan.affected, plan.fromDay))
  const seen = plans.map((plan) => [
    plan.node.id,
    plan.node.termsVersion,
    plan.flyOutAllowed ?? null,
    plan.changes.map((change) => describeChange(change, plan.fromDay)),
  ])
  const confirm = createHash('sha256')
    .update(JSON.stringify([seen, affected]))
    .digest('base64url')
  return { affected, confirm }
}

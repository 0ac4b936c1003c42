import type { MerchantId } from '@strata/domain/ids'
import type { Tx } from '../../platform/db.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import {
  lockMerchantRecord,
  type MerchantRecord,
  type MerchantRules,
  nextMerchantId,
  saveMerchant,
} from './store-merchants.ts'

type Fields = Omit<MerchantRecord, 'rules_version'>

/**
 * Changes what a merchant is called and by which rules it plays, under its lock: its bets wait. `asked`: the version that
 * the operator saw. `isHostAsked`: the lock under which hosts are given is taken first. Refused in this order: notFound,
 * changed, then what `change` refuses.
 */
export async function changeMerchant(
  tx: Tx,
  of: { readonly merchantId: MerchantId; readonly asked: number | undefined; readonly isHostAsked: boolean },
  change: (before: MerchantRecord) => Promise<Fields | Refusal>,
): Promise<{ readonly before: MerchantRecord; readonly after: Fields } | Refusal> {
  const { merchantId, asked } = of
  if (of.isHostAsked) await nextMerchantId(tx)
  const before = await lockMerchantRecord(tx, merchantId)
  if (!before) return refuse('notFound')
  if (asked !== undefined && asked !== before.rules_version)
    return refuse('changed', {}, { version: before.rules_version, mine: asked })
  const after = await change(before)
  if (after instanceof Refusal) return after
  await saveMerchant(tx, merchantId, { ...after, rules_version: before.rules_version + 1 })
  return { before, after }
}

/** Gives a merchant that was just made its first rules and its logo; they belong to its first version. */
export async function equipMerchant(
  tx: Tx,
  merchantId: MerchantId,
  first: MerchantRules & { readonly logo: string },
): Promise<void> {
  const made = await lockMerchantRecord(tx, merchantId)
  if (!made) throw new Error(`no merchant ${merchantId}`)
  await saveMerchant(tx, merchantId, { ...made, ...first })
}

import { fieldLabel } from '@strata/contract/labels'
import { onOffWord } from '@strata/contract/words'
import { gameById, groupById } from '@strata/domain/games/catalogue'
import type { GameId, MerchantId, PathId } from '@strata/domain/ids'
import { formatMoney, formatRate, formatShare, money, rate, share } from '@strata/domain/money'
import type { TermChange } from '@strata/domain/tree/changes'
import { isOptionalLimit } from '@strata/domain/tree/limits'
import type { LinkTerms } from '@strata/domain/tree/terms'
import type { LoggedChange } from '../../access/audit-log.ts'
import type { Tx } from '../../platform/db.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { stopForbidden } from '../../settings/replenishment-settings.ts'
import { bumpConfig } from '../paths/store-merchants.ts'
import { bumpTerms, setFlyOutAllowed } from '../paths/store-paths.ts'
import { lockMerchant } from '../snapshot/store-snapshot.ts'
import { isShareChange, planTerms, type TermsPlan, type TermsWish } from './plan-terms-change.ts'
import { type Occasion, recordChanges } from './record-terms-change.ts'
import { saveLinks, saveShares } from './store-terms.ts'
import { linkOf } from './terms-rows.ts'

export interface TermsChange extends TermsWish, Occasion {}

/** A term in the wire's form; null: no value. */
export const termText = (field: TermChange['field'], value: TermChange['before']): string | null => {
  if (value === null) return null
  if (typeof value !== 'bigint') return String(value)
  if (field === 'uplineShare' || field === 'downlineCap') return formatShare(share(value))
  return field === 'commission' ? formatRate(rate(value)) : formatMoney(money(value))
}

const ACCEPT_TYPES = ['禁止', '补给本级', '补给上级', '超额补上级', '允许放飞']
const PERCENT: ReadonlySet<TermChange['field']> = new Set(['uplineShare', 'downlineCap', 'commission'])
const yesOrNo = (value: boolean): string => (value ? '允许' : '不允许')

/** A term as the log shows it; null: no value. */
function wordsOf(field: TermChange['field'], value: TermChange['before']): string | null {
  if (value === null && isOptionalLimit(field)) return '不限'
  const text = termText(field, value)
  if (text === null) return null
  if (PERCENT.has(field)) return `${text}%`
  if (field === 'enabled') return onOffWord(value === true)
  if (field === 'acceptType') return ACCEPT_TYPES[Number(value)] ?? text
  if (field === 'remainder') return value === 'head' ? '总公司' : '上级'
  return field === 'pankou' ? text.replaceAll(',', '、') : text
}

const OTHERS = '默认'
const placeName = ({ gameId, groupId }: TermChange): string =>
  [gameById(gameId)?.name ?? OTHERS, ...(groupId === undefined ? [] : [groupById(groupId)?.name ?? OTHERS])].join(' ')

/**
 * A change as a log record, with the field name `<game>.<group>.<field>.<pankou>` and both values as text. Shares
 * carry the day from which they count (预设).
 */
export function describeChange(change: TermChange, fromDay: string | null): LoggedChange {
  const { gameId, groupId, pankou, field } = change
  const place = [gameId, ...(groupId === undefined ? [] : [groupId]), field, ...(pankou ? [pankou] : [])]
  const after = wordsOf(field, change.after)
  return {
    field: place.join('.'),
    label: `${placeName(change)} ${fieldLabel(field)}${pankou ? ` ${pankou}` : ''}`,
    before: wordsOf(field, change.before),
    after: after !== null && fromDay !== null && isShareChange(change) ? `${after}（${fromDay} 起）` : after,
  }
}

const gamesOf = (changes: readonly TermChange[]): GameId[] => [...new Set(changes.map(({ gameId }) => gameId))]

interface Saved {
  readonly id: PathId
  readonly terms: LinkTerms
  readonly changes: readonly TermChange[]
}

/** Writes the changed games of many paths: one statement for the link terms and one for the shares. */
export async function saveAll(tx: Tx, merchantId: MerchantId, paths: readonly Saved[], fromDay: string): Promise<void> {
  const links = paths.flatMap(({ id, terms, changes }) =>
    gamesOf(changes.filter((change) => !isShareChange(change))).flatMap((gameId) => {
      const game = terms.get(gameId)
      return game ? [{ pathId: id, terms: linkOf(gameId, game) }] : []
    }),
  )
  const shares = paths.flatMap(({ id, terms, changes }) =>
    gamesOf(changes.filter(isShareChange)).flatMap((gameId) => {
      const game = terms.get(gameId)
      if (!game) return []
      const { uplineShare, downlineCap, remainder } = game
      return [{ pathId: id, terms: { gameId, fromDay, uplineShare, downlineCap, remainder } }]
    }),
  )
  await saveLinks(tx, merchantId, links)
  await saveShares(tx, merchantId, shares)
}

/** Switches off automatic settings that the new terms no longer allow. */
async function switchOff(tx: Tx, plan: TermsPlan): Promise<LoggedChange[]> {
  const { node, forbiddenGames: games, flyOutAllowed } = plan
  const at = { merchantId: node.merchantId, pathId: node.id }
  const stopped = await stopForbidden(tx, at, { games, flyOut: flyOutAllowed === false })
  return [['auto', '自动补货'] as const, ['flyOut', '自动放飞'] as const].flatMap(([name, label]) =>
    stopped[name].map(({ gameId, groupIds }) => ({
      field: `${gameId}.${name}`,
      label: `${gameById(gameId)?.name ?? ''} ${label}`,
      before: `启用 ${groupIds.map((id) => groupById(id)?.name ?? id).join('、')}`,
      after: onOffWord(false),
    })),
  )
}

/** Carries out a plan made under the merchant's lock. Returns the path's new version. */
export async function applyTerms(tx: Tx, plan: TermsPlan, occasion: Occasion): Promise<{ version: number }> {
  const { node, changes, flyOutAllowed, affected, after, fromDay } = plan
  const { merchantId } = node
  if (changes.length === 0 && flyOutAllowed === undefined) return { version: node.termsVersion }
  const described = changes.map((change) => describeChange(change, fromDay))
  if (flyOutAllowed !== undefined) {
    await setFlyOutAllowed(tx, merchantId, node.id, flyOutAllowed)
    const before = yesOrNo(node.flyOutAllowed)
    described.push({ field: 'isAllowPilotOut', label: '放飞', before, after: yesOrNo(flyOutAllowed) })
  }
  const below = affected.map(({ path, terms, changes: cut }) => ({ id: path, terms, changes: cut }))
  await saveAll(tx, merchantId, [{ id: node.id, terms: after, changes }, ...below], fromDay)
  await bumpTerms(tx, merchantId, [node.id, ...below.map(({ id }) => id)])
  await bumpConfig(tx, merchantId)
  await recordChanges(tx, merchantId, occasion, [
    { path: node, action: 'terms', changes: described },
    ...affected.map((one) => ({
      path: { id: one.path, name: one.name },
      action: 'termsCapped',
      changes: one.changes.map((change) => describeChange(change, fromDay)),
    })),
    { path: node, action: 'replenishmentAuto', changes: await switchOff(tx, plan) },
  ])
  return { version: node.termsVersion + 1 }
}

/**
 * Changes the terms of one path: checked against the parent's, versioned, one log record with only the changed
 * fields. Refused: notFound, changed (stale version), beyondTerm (with the faults), stateForbids when a path below
 * has more (set-terms-call.ts caps them in a separate step).
 */
export async function changeTerms(tx: Tx, change: TermsChange): Promise<{ version: number } | Refusal> {
  await lockMerchant(tx, change.merchantId)
  const plan = await planTerms(tx, change)
  if (plan instanceof Refusal) return plan
  return plan.affected.length > 0 ? refuse('stateForbids') : applyTerms(tx, plan, change)
}

import { proposalWithdraw } from '@strata/contract/calls/proposals'
import { gamePeriodVoid } from '@strata/contract/calls/settlement'
import type { RoutePath } from '@strata/contract/menu'
import { spanInWords } from '@strata/domain/admin/needs'
import { PAGES } from '#pages'
import type { Answer } from '../../api/client.ts'
import { homeAdminText as words } from '../../text/zh-CN/rooms/home-admin.ts'

export type Home = Answer<'admin.home'>
export type Need = Home['needs'][number]
export const TABS = ['all', 'me', 'others', 'soon'] as const
export type Tab = (typeof TABS)[number]

/** Where each kind is done. */
const WAYS = {
  result: '/admin/game/result',
  proposal: '/admin/game/result',
  flyOut: '/admin/system/books',
  job: '/admin/system/jobs',
  key: '/admin/merchant/index',
  balance: '/admin/merchant/index',
  silent: '/admin/merchant/index',
  lease: '/admin/merchant/index',
  verify: '/admin/system/jobs',
  certificate: '/admin/system/health',
  disk: '/admin/system/health',
  partitions: '/admin/system/health',
} as const satisfies Record<Need['kind'], RoutePath>

/** The page where a kind is done; null: this build has none yet. */
export const pageOfNeed = (kind: Need['kind']): string | null => (PAGES.has(WAYS[kind]) ? WAYS[kind] : null)

/** The address of the thing itself; null: no page of it. */
export const addressOf = (
  { kind, merchantCode, gameId, periodNo, proposal }: Need,
  page: string | null = pageOfNeed(kind),
): string | null => {
  if (page === null) return null
  const query = new URLSearchParams()
  if (merchantCode !== '') query.set('q', merchantCode)
  if (gameId !== null) query.set('game', String(gameId))
  if (periodNo !== '') query.set('period', periodNo)
  // A second entry is blind: a result by hand has no effect to show before it.
  if (proposal !== null && proposal.kind !== 'result') query.set('show', proposal.proposalId)
  const text = query.toString()
  return text === '' ? page : `${page}?${text}`
}

/** What may be done in the row beside the way there: an own proposal taken back, or a period without a result made void. */
export const besideOf = (
  { kind, proposal }: Pick<Need, 'kind' | 'proposal'>,
  permissionIds: readonly number[],
): 'withdraw' | 'void' | null => {
  const may = ({ permission }: { readonly permission: number | readonly number[] }): boolean =>
    [permission].flat().some((id) => permissionIds.includes(id))
  if (kind === 'result') return may(gamePeriodVoid) ? 'void' : null
  return proposal?.mine && may(proposalWithdraw) ? 'withdraw' : null
}

export const shownIn = (needs: readonly Need[], tab: Tab): readonly Need[] =>
  tab === 'all' ? needs : needs.filter(({ turn }) => turn === tab)

const MINUTE_MS = 60_000

/** How old it is; of what is still to come, how much is left, with the minute that has begun: five days stay five. */
export const ageOf = ({ at, turn }: Pick<Need, 'at' | 'turn'>, now: number): string =>
  turn === 'soon' ? words.left(spanInWords(at - now + MINUTE_MS - 1)) : spanInWords(now - at)

const MB = 1_000_000
const UNITS = ['MB', 'GB', 'TB'] as const

/** Three digits at most: 65 MB, 1.8 GB, 182 GB. */
export const bytesInWords = (bytes: number): string => {
  let unit = 0
  let tenths = Math.round((bytes * 10) / MB)
  while (tenths >= 10_000 && unit < UNITS.length - 1) {
    tenths = Math.round(tenths / 1000)
    unit += 1
  }
  const number = tenths < 100 ? `${Math.floor(tenths / 10)}.${tenths % 10}` : String(Math.round(tenths / 10))
  return `${number} ${UNITS[unit]}`
}

const DAY_MS = 86_400_000
const FEW_CERTIFICATE_DAYS = 14

/** The certificate that ends first, in words. That none is watched is told too, because it is easily forgotten. */
export const certificateOf = (
  certificate: NonNullable<Home['health']>['certificate'],
  now: number,
): { readonly value: string; readonly warned: boolean } => {
  if (certificate === null) return { value: words.unwatched, warned: false }
  if (certificate.endsAt === null) return { value: words.unanswered, warned: true }
  const days = Math.floor((certificate.endsAt - now) / DAY_MS)
  if (days < 0) return { value: words.ended, warned: true }
  return { value: words.left(words.days(days)), warned: days < FEW_CERTIFICATE_DAYS }
}

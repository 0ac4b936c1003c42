import type { MenuEntry, RoutePath } from '@strata/contract/menu'
import { PERMISSION, type PermissionId } from '@strata/contract/permissions'
import { ROLE, type Role } from '@strata/domain/tree'
import { rolesBelow } from '../../features/tree/accounts/accounts-filters.ts'
import { pinyinInitials } from '../../lib/pinyin.ts'
import { appText } from '../../text/zh-CN/app/app.ts'
import { toolsText } from '../../text/zh-CN/app/tools.ts'

/** Something to open: a page by its path, or an action that runs. */
export type Hit = {
  readonly id: string
  readonly name: string
  /** What kind of thing it is, or the heading above it. */
  readonly under: string
  readonly path?: string
  readonly run?: () => void
}

/** Every page of the menu with its heading. */
export const palettePages = (entries: readonly MenuEntry[], under = ''): readonly Hit[] =>
  entries.flatMap((entry) => {
    if (entry.children) return palettePages(entry.children, entry.name)
    return entry.path === undefined ? [] : [{ id: entry.path, name: entry.name, path: entry.path, under }]
  })

type ViewName = keyof typeof toolsText.palette.views

/** What a page of the menu holds besides itself, and is known by a name of its own. */
type View = {
  readonly name: ViewName
  readonly of: RoutePath
  readonly path: string
  /** Needed besides what its page needs. */
  readonly id?: PermissionId
  /** Only for the account itself, not for its sub-accounts. */
  readonly own?: true
}

const VIEWS: readonly View[] = [
  { name: 'delivery', of: '/reports/delivery', path: '/reports/delivery' },
  { name: 'classification', of: '/reports/delivery', path: '/reports/delivery?tab=class' },
  { name: 'details', of: '/reports/delivery', path: '/reports/details', id: PERMISSION.reportDetails },
  { name: 'subAccounts', of: '/agent/accounts/index', path: '/agent/accounts/index?tab=sub', own: true },
  { name: 'funds', of: '/agent/accounts/index', path: '/agent/accounts/index?tab=funds' },
  { name: 'maxFill', of: '/agent/accounts/index', path: '/agent/accounts/max-fill' },
  { name: 'maxFill', of: '/admin/merchant/index', path: '/admin/merchant/max-fill' },
  { name: 'downline', of: '/agent/bet/setting', path: '/agent/bet/setting?section=downline' },
  { name: 'flyOrderAccounts', of: '/agent/bet/fly-out', path: '/agent/bet/fly-out?tab=accounts' },
  { name: 'autoFlyOut', of: '/agent/bet/fly-out', path: '/agent/bet/fly-out?tab=settings' },
  { name: 'flyOutOrders', of: '/agent/bet/fly-out', path: '/agent/bet/fly-out?tab=orders' },
  { name: 'runs', of: '/result', path: '/result?view=runs' },
  { name: 'trend', of: '/result', path: '/result?view=trend' },
]

type Caller = { readonly permissionIds: readonly number[]; readonly isSubAccount: boolean }

/** The views of the pages that the menu shows. A path that may no longer fly out has its orders in the menu itself. */
export const paletteViews = (pages: readonly MenuEntry[], caller: Caller): readonly Hit[] =>
  VIEWS.flatMap(({ name, of, path, id, own }) => {
    const page = pages.find((entry) => entry.path === of && entry.flyOut !== 'past')
    if (page === undefined || (own && caller.isSubAccount)) return []
    if (id !== undefined && !caller.permissionIds.includes(id)) return []
    return [{ id: `view-${path}`, name: toolsText.palette.views[name], under: page.name, path }]
  })

/** The forms for new accounts directly below a path of this role. A fly-order account is opened where books are set. */
export const creationsBelow = (role: Role): readonly Hit[] =>
  rolesBelow(role).flatMap((below) =>
    below === ROLE.flyOrder
      ? []
      : [
          {
            id: `create-${below}`,
            name: toolsText.actions.create(appText.roles[below] ?? ''),
            under: toolsText.palette.action,
            path: `/agent/accounts/index?create=${below}`,
          },
        ],
  )

/** Hits whose name, initials or address contain the text; those whose name begins with it come first. */
export const matching = (hits: readonly Hit[], typed: string): readonly Hit[] => {
  const text = typed.trim().toLowerCase()
  if (text === '') return hits
  const found = hits.filter(
    ({ name, path, under }) =>
      `${under}${name}`.toLowerCase().includes(text) ||
      pinyinInitials(name).includes(text) ||
      path?.includes(text) === true,
  )
  const begins = ({ name }: Hit): boolean => name.startsWith(text) || pinyinInitials(name).startsWith(text)
  return [...found.filter(begins), ...found.filter((hit) => !begins(hit))]
}

/** What is asked of the server for a text: accounts from two characters on, orders by their whole number. */
export const askedOf = (typed: string): { readonly account: string | null; readonly orderNo: string | null } => {
  const text = typed.trim()
  return {
    account: /^[\w\u4e00-\u9fff-]{2,32}$/.test(text) ? text : null,
    orderNo: /^\d{10,20}$/.test(text) ? text : null,
  }
}

type Period = { readonly periodNo: string }
type GamePeriods = {
  readonly gameType: string
  readonly gameName: string
  readonly current: Period | null
  readonly next: Period | null
}

/** Periods that run or come next and whose number contains the typed digits. */
export const periodsOf = (
  games: readonly GamePeriods[],
  typed: string,
): readonly { readonly gameType: string; readonly gameName: string; readonly periodNo: string }[] => {
  const text = typed.trim()
  if (!/^[\d-]{2,}$/.test(text)) return []
  return games.flatMap(({ gameType, gameName, current, next }) =>
    [current, next].flatMap((period) =>
      period?.periodNo.includes(text) ? [{ gameType, gameName, periodNo: period.periodNo }] : [],
    ),
  )
}

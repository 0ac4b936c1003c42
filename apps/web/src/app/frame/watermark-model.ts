/** Beginnings of the paths of pages that show money. */
const MONEY = [
  '/agent/bet',
  '/agent/accounts',
  '/admin/merchant',
  '/admin/game/fund-logs',
  '/admin/game/odds-drops',
  '/reports',
  '/profile/user-info',
]

export const hasMoney = (pathname: string): boolean =>
  pathname === '/' || MONEY.some((start) => pathname.startsWith(start))

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? '')

/** One tile, drawn in a grey that is seen on light and dark ground and hides no figure. */
export const tileOf = (account: string, at: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="190"><g transform="rotate(-24 150 95)" font-family="sans-serif" fill="#808a9c" fill-opacity=".17" text-anchor="middle"><text x="150" y="90" font-size="17">${escaped(account)}</text><text x="150" y="112" font-size="14">${escaped(at)}</text></g></svg>`

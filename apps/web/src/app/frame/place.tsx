import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { HOME_HAS_TRAIL } from '#home'
import { appText } from '../../text/zh-CN/app/app.ts'
import { hasHome, stepsAbove, useMenu } from '../menu.ts'
import css from './place.module.css'

/** Pages that show where they are by themselves: with their days, and the accounts above. */
const OWN_TRAIL: ReadonlySet<string> = new Set([
  '/agent/bet/setting',
  '/agent/bet/fly-out',
  '/agent/accounts/index',
  '/reports/delivery',
  '/reports/details',
  '/result',
])
/** Parts of such a page that stand in its place. */
const WITHOUT = ['edit', 'create']

const useHasOwnTrail = (): boolean => {
  const { pathname, search } = useLocation()
  if (pathname === '/') return HOME_HAS_TRAIL
  const asked = new URLSearchParams(search)
  return OWN_TRAIL.has(pathname) && !WITHOUT.some((name) => asked.has(name))
}

/** The title of a page, after the way to it. */
export const Place = ({ title }: { readonly title: string }): ReactNode => {
  const { pathname } = useLocation()
  const entries = useMenu((menu) => menu.entries)
  const hasOwn = useHasOwnTrail()
  const above = [
    ...(hasHome() && pathname !== '/' ? [{ name: appText.home, path: '/' }] : []),
    ...stepsAbove(pathname, entries),
  ]
  return (
    <div className={css.place}>
      {hasOwn ? null : (
        <nav aria-label={appText.here}>
          <span>{appText.here}</span>
          <ol>
            {above.map((step) => (
              <li key={step.name}>{'path' in step ? <Link to={step.path ?? '/'}>{step.name}</Link> : step.name}</li>
            ))}
          </ol>
        </nav>
      )}
      <h1>{title}</h1>
    </div>
  )
}

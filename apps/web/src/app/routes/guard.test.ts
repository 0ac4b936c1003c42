import { ROUTES } from '@strata/contract/menu'
import { ALWAYS_ALLOWED_IDS, PERMISSION } from '@strata/contract/permissions'
import { describe, expect, test } from 'vitest'
import { decideRoute, type GuardState } from './guard.ts'

const PAGES = new Set<string>(ROUTES.map((route) => route.path))

const state = (over: Partial<GuardState> = {}): GuardState => ({
  signedIn: true,
  menuReady: true,
  permissionIds: new Set([
    ...ALWAYS_ALLOWED_IDS,
    PERMISSION.boards,
    PERMISSION.reports,
    PERMISSION.results,
    PERMISSION.odds,
  ]),
  accountType: 2,
  home: '/agent/bet/instant',
  pages: PAGES,
  ...over,
})

const go = (pathname: string, over: Partial<GuardState> = {}, search = '') =>
  decideRoute({ pathname, search }, state(over))

describe('signed out', () => {
  test.each(['/login', '/forgot', '/resetpwd', '/tutorial'])('%s is open', (path) => {
    expect(go(path, { signedIn: false })).toEqual({ kind: 'show' })
  })
  test.each(['/', '/404', '/set-password', '/maintenance', '/result', '/unknown'])(
    '%s leads to the sign-in',
    (path) => {
      expect(go(path, { signedIn: false }, '?a=1')).toEqual({
        kind: 'redirect',
        to: `/login?redirect=${encodeURIComponent(`${path}?a=1`)}`,
      })
    },
  )
})

describe('signed in', () => {
  test('/login redirects to / even before the menu is ready', () => {
    expect(go('/login', { menuReady: false })).toEqual({ kind: 'redirect', to: '/' })
  })
  test('the menu is built before anything is shown', () => {
    expect(go('/result', { menuReady: false })).toEqual({ kind: 'buildMenu' })
    expect(go('/unknown', { menuReady: false })).toEqual({ kind: 'buildMenu' })
  })
  test('aliases redirect', () => {
    expect(go('/')).toEqual({ kind: 'redirect', to: '/agent/bet/instant' })
    expect(go('/', { home: null })).toEqual({ kind: 'show' })
    expect(go('/agent/bet')).toEqual({ kind: 'redirect', to: '/agent/bet/instant' })
    expect(go('/profile')).toEqual({ kind: 'redirect', to: '/profile/user-info' })
    expect(go('/profile', { accountType: 1 })).toEqual({ kind: 'redirect', to: '/profile/login-log' })
    expect(go('/reports')).toEqual({ kind: 'redirect', to: '/reports/delivery' })
  })
  test('an account with a password still to be set can open nothing else', () => {
    for (const path of ['/', '/result', '/unknown', '/profile'])
      expect(go(path, { mustSetPassword: true })).toEqual({ kind: 'redirect', to: '/set-password' })
    for (const path of ['/set-password', '/maintenance'])
      expect(go(path, { mustSetPassword: true })).toEqual({ kind: 'show' })
  })
  test('held pages and always-allowed ones are shown', () => {
    for (const path of ['/agent/bet/instant', '/reports/delivery', '/result', '/404', '/maintenance', '/set-password'])
      expect(go(path)).toEqual({ kind: 'show' })
  })
  test.each([
    ['unknown', '/no/such/page'],
    ['not held', '/agent/group/index'],
    ['of the other side, even when held', '/admin/game/amount'],
  ])('%s leads to /404', (_why, path) => {
    expect(go(path)).toEqual({ kind: 'redirect', to: '/404' })
  })
  test('a path without a page leads to /404', () => {
    expect(go('/result', { pages: new Set() })).toEqual({ kind: 'redirect', to: '/404' })
  })
})

import { CODES } from '@strata/contract/errors'
import { OPEN_PATHS as CONTRACT_OPEN_PATHS } from '@strata/contract/menu'
import { describe, expect, test } from 'vitest'
import { OPEN_PATHS } from '../components/public-frame/open-paths.ts'
import { safeRedirect } from '../lib/safe-redirect.ts'
import { decideEntry } from './guard.ts'
import { SIGN_IN_CODES } from './refusal-codes.ts'

test('the open paths equal the contract’s', () => {
  expect(OPEN_PATHS).toEqual(CONTRACT_OPEN_PATHS)
})

test('the codes of the form equal the contract’s', () => {
  expect(CODES).toMatchObject(SIGN_IN_CODES)
})

const at = (pathname: string, search = '') => ({ pathname, search })

describe('a visitor who is not signed in', () => {
  test.each(['/login', '/forgot', '/resetpwd', '/tutorial'] as const)('may open %s', (page) => {
    expect(decideEntry(at(page, '?redirect=%2Fx'), false)).toEqual({ kind: 'public', page })
  })

  test.each(['/', '/404', '/maintenance', '/set-password', '/agent/bet/instant', '/no/such/page'])(
    'is redirected from %s to the sign-in',
    (path) => {
      expect(decideEntry(at(path), false)).toEqual({
        kind: 'redirect',
        to: `/login?redirect=${encodeURIComponent(path)}`,
      })
    },
  )

  test('returns to the same filters', () => {
    const step = decideEntry(at('/reports/delivery', '?from=2026-11-01&state=open'), false)
    expect(step).toEqual({
      kind: 'redirect',
      to: '/login?redirect=%2Freports%2Fdelivery%3Ffrom%3D2026-11-01%26state%3Dopen',
    })
  })
})

describe('a signed-in visitor', () => {
  test('is redirected from /login to /', () => {
    expect(decideEntry(at('/login', '?redirect=%2Fx'), true)).toEqual({ kind: 'app', address: '/' })
  })
  test('gets the app for anything else', () => {
    expect(decideEntry(at('/result', '?game=2'), true)).toEqual({ kind: 'app', address: '/result?game=2' })
  })
})

test.each([
  [null, '/'],
  ['/result?game=2', '/result?game=2'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['/login?redirect=/x', '/'],
])('redirect %s opens %s', (wanted, to) => {
  expect(safeRedirect(wanted)).toBe(to)
})

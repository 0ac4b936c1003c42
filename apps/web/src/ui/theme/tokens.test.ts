import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type TokenName, tokens } from './tokens.ts'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

/** Relative luminance of WCAG 2.2. */
const luminance = (hex: string): number => {
  const channel = (at: number): number => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

const contrast = (one: string, other: string): number => {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

const pairOf = (name: string): { light: string; dark: string } => {
  const found = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(css)
  if (!found) throw new Error(`no token ${name}`)
  return { light: found[1] ?? '', dark: found[2] ?? '' }
}

describe('tokens', () => {
  test.each(Object.keys(tokens) as TokenName[])('%s is the same for the kit and for our styles', (name) => {
    expect(pairOf(name)).toEqual(tokens[name])
  })

  test.each([
    ['ink', 'card'],
    ['ink-2', 'card'],
    ['ink-3', 'card'],
    ['ink-3', 'page'],
    ['negative', 'card'],
    ['good', 'card'],
    ['brand', 'card'],
    ['brand', 'brand-soft'],
    ['on-brand', 'brand'],
    ['warn', 'warn-soft'],
    ['side-ink', 'side'],
  ])('%s on %s is legible (AA) in both themes', (ink, ground) => {
    expect(contrast(pairOf(ink).light, pairOf(ground).light)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(pairOf(ink).dark, pairOf(ground).dark)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(['card', 'page', 'row-alt'])('the border of a control stands out on %s (3:1)', (ground) => {
    expect(contrast(pairOf('control').light, pairOf(ground).light)).toBeGreaterThanOrEqual(3)
    expect(contrast(pairOf('control').dark, pairOf(ground).dark)).toBeGreaterThanOrEqual(3)
  })

  test('no field has the border of a hairline', () => {
    const src = join(import.meta.dirname, '../..')
    const sheets = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.css'))
    const rules = sheets.flatMap((path) => {
      const found = readFileSync(join(src, path), 'utf8').matchAll(/([^{}]+)\{([^{}]*)\}/g)
      return [...found].map(([, selector = '', body = '']) => ({ path, selector: selector.trim(), body }))
    })
    const fields = rules.filter(({ selector }) => /\b(input|select|textarea)\b/.test(selector))
    expect(fields.length).toBeGreaterThan(20)
    expect(fields.filter(({ body }) => /border(-color)?:[^;]*--line/.test(body))).toEqual([])
  })

  test.each(['ball-red', 'ball-blue', 'ball-green'])('white on %s is legible (AA)', (name) => {
    expect(contrast('#ffffff', pairOf(name).light)).toBeGreaterThanOrEqual(4.5)
    expect(contrast('#ffffff', pairOf(name).dark)).toBeGreaterThanOrEqual(4.5)
  })
})

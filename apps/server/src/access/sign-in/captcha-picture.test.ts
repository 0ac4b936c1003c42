import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { drawCaptcha, newCaptchaText } from './captcha-picture.ts'

const [WIDTH, HEIGHT] = [160, 56]

/** The grey values of a picture, without the filter byte of each row. */
const pixelsOf = (picture: Buffer): number[] => {
  const from = picture.indexOf('IDAT') + 4
  const bytes = inflateSync(picture.subarray(from, from + picture.readUInt32BE(from - 8)))
  expect(bytes).toHaveLength((WIDTH + 1) * HEIGHT)
  return [...bytes].filter((_value, at) => at % (WIDTH + 1) !== 0)
}

test('a picture is a PNG with ink for each sign, and holds no text', () => {
  const picture = drawCaptcha('ACE34')
  expect(picture.subarray(0, 8)).toEqual(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))
  expect(picture.length).toBeLessThan(9_000)
  expect(picture.includes('ACE34')).toBe(false)
  expect([...picture.toString('latin1').matchAll(/(?:IHDR|IDAT|IEND|tEXt|iTXt)/g)].map(([name]) => name)).toEqual([
    'IHDR',
    'IDAT',
    'IEND',
  ])
  const dark = pixelsOf(picture).map((grey) => grey < 90)
  for (let sign = 0; sign < 5; sign += 1) {
    const inPlace = dark.filter((ink, at) => ink && Math.floor(((at % WIDTH) - 8) / 29) === sign)
    expect(inPlace.length).toBeGreaterThan(60)
  }
})

test('one text never has the same pixels twice', () => {
  expect(drawCaptcha('ACE34')).not.toEqual(drawCaptcha('ACE34'))
})

test('texts have five signs that cannot be confused', () => {
  const texts = Array.from({ length: 200 }, newCaptchaText)
  for (const text of texts) expect(text).toMatch(/^[ACEFHJKLMNPRTUXY34]{5}$/)
  expect(new Set(texts).size).toBeGreaterThan(190)
})

import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { MAX_PICTURE_BYTES, readPicture } from './picture.ts'

const chunk = (kind: string, data: Uint8Array): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length)
  head.write(kind, 4, 'latin1')
  // The check sum is not judged: browsers refuse to draw a wrong one.
  return Buffer.concat([head, data, Buffer.alloc(4)])
}
const png = (width: number, height: number, more: readonly Buffer[] = []): Buffer => {
  const first = Buffer.alloc(13)
  first.writeUInt32BE(width)
  first.writeUInt32BE(height, 4)
  first.set([8, 6, 0, 0, 0], 8)
  const data = chunk('IDAT', deflateSync(Buffer.alloc(8)))
  const start = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([start, chunk('IHDR', first), ...more, data, chunk('IEND', Buffer.alloc(0))])
}
/** One pixel, lossless. */
const WEBP = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64')
const riff = (kind: string, body: Buffer): Buffer => {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(body.length)
  const rest = Buffer.concat([Buffer.from(`WEBP${kind}`, 'latin1'), size, body])
  const whole = Buffer.alloc(4)
  whole.writeUInt32LE(rest.length)
  return Buffer.concat([Buffer.from('RIFF'), whole, rest])
}
const extended = riff('VP8X', Buffer.from([0, 0, 0, 0, 99, 0, 0, 49, 0, 0]))
const lossy = riff('VP8 ', Buffer.from([0, 0, 0, 0x9d, 1, 0x2a, 100, 0, 50, 0]))

describe('a picture is told by its content', () => {
  it.each([
    ['a PNG', png(120, 40), { type: 'image/png', width: 120, height: 40 }],
    ['a lossless WebP', WEBP, { type: 'image/webp', width: 1, height: 1 }],
    ['a lossy WebP', lossy, { type: 'image/webp', width: 100, height: 50 }],
    ['an extended WebP', extended, { type: 'image/webp', width: 100, height: 50 }],
  ])('%s', (_, bytes, expected) => expect(readPicture(bytes)).toEqual(expected))

  it.each([
    ['an empty file', Buffer.alloc(0)],
    ['a text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="x"/>')],
    ['a page behind the first bytes of a PNG', Buffer.from('\x89PNG\r\n\x1a\n<script>alert(1)</script>', 'latin1')],
    ['a PNG with a page behind its end', Buffer.concat([png(2, 2), Buffer.from('<script>')])],
    ['a PNG that is cut off', png(2, 2).subarray(0, 50)],
    ['a PNG without a width', png(0, 2)],
    ['a PNG that is too wide', png(1025, 2)],
    ['a PNG of more than 64 KB', png(9, 9, [chunk('tEXt', Buffer.alloc(MAX_PICTURE_BYTES))])],
    ['a WebP with a page behind its end', Buffer.concat([WEBP, Buffer.from('<script>')])],
    ['another RIFF', Buffer.concat([Buffer.from('RIFF\x16\0\0\0WAVEfmt ', 'latin1'), Buffer.alloc(14)])],
    ['a JPEG', Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9'.padEnd(80, '0'), 'hex')],
    ['a GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
  ])('%s is none', (_, bytes) => expect(readPicture(bytes)).toBeNull())
})

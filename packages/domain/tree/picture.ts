export type PictureType = 'image/png' | 'image/webp'

export interface Picture {
  readonly type: PictureType
  readonly width: number
  readonly height: number
}

/** Of a merchant's logo. */
export const MAX_PICTURE_BYTES = 65_536
export const MAX_PICTURE_SIDE = 1024

const text = (bytes: Uint8Array, from: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(from, from + length))
const big = (bytes: Uint8Array, at: number): number => new DataView(bytes.buffer, bytes.byteOffset).getUint32(at)
const little = (bytes: Uint8Array, at: number): number =>
  new DataView(bytes.buffer, bytes.byteOffset).getUint32(at, true)
/** Three bytes; the fourth before them belongs to the field before. */
const little24 = (bytes: Uint8Array, at: number): number => little(bytes, at - 1) >>> 8

const PNG = '\x89PNG\r\n\x1a\n'
const PNG_FIRST = 33

/** Walks the chunks: the file must be made of them and end with the last one, so nothing else hides behind a picture. */
function readPng(bytes: Uint8Array): Picture | null {
  if (bytes.length < PNG_FIRST || big(bytes, 8) !== 13 || text(bytes, 12, 4) !== 'IHDR') return null
  let hasData = false
  for (let at = 8; at + 12 <= bytes.length; ) {
    const kind = text(bytes, at + 4, 4)
    const next = at + 12 + big(bytes, at)
    if (kind === 'IDAT') hasData = true
    if (kind === 'IEND') {
      return hasData && next === bytes.length
        ? { type: 'image/png', width: big(bytes, 16), height: big(bytes, 20) }
        : null
    }
    at = next
  }
  return null
}

function readWebp(bytes: Uint8Array): Picture | null {
  if (bytes.length < 30 || text(bytes, 8, 4) !== 'WEBP' || little(bytes, 4) + 8 !== bytes.length) return null
  const of = (width: number, height: number): Picture => ({ type: 'image/webp', width, height })
  switch (text(bytes, 12, 4)) {
    case 'VP8X':
      return of(little24(bytes, 24) + 1, little24(bytes, 27) + 1)
    case 'VP8L': {
      if (bytes[20] !== 0x2f) return null
      const bits = little(bytes, 21)
      return of((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
    }
    case 'VP8 ':
      if (text(bytes, 23, 3) !== '\x9d\x01\x2a') return null
      return of(little(bytes, 26) & 0x3fff, (little(bytes, 26) >>> 16) & 0x3fff)
    default:
      return null
  }
}

/** What a file is by its content, whatever its name or type says; null: neither a PNG nor a WebP of a sane size. */
export function readPicture(bytes: Uint8Array): Picture | null {
  if (bytes.length > MAX_PICTURE_BYTES || bytes.length < 16) return null
  const start = text(bytes, 0, 8)
  const found = start === PNG ? readPng(bytes) : start.startsWith('RIFF') ? readWebp(bytes) : null
  if (!found) return null
  const sides = [found.width, found.height]
  return sides.every((side) => side > 0 && side <= MAX_PICTURE_SIDE) ? found : null
}

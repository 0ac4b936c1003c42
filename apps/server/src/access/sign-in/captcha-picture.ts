import { randomInt } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

type Point = readonly [x: number, y: number]

/**
 * Capital letters and digits as lines on a grid of 5 by 7, `xy` for each point. Only shapes that stay apart when they
 * are bent: no O and 0, no I and 1, no S and 5, no B and 8.
 */
const SHAPES: Readonly<Record<string, string>> = {
  A: '06 20 46|14 34',
  C: '41 30 10 01 05 16 36 45',
  E: '40 00 06 46|03 33',
  F: '40 00 06|03 33',
  H: '00 06|40 46|03 43',
  J: '40 45 36 16 05',
  K: '00 06|40 03 46',
  L: '00 06 46',
  M: '06 00 23 40 46',
  N: '06 00 46 40',
  P: '06 00 30 41 42 33 03',
  R: '06 00 30 41 42 33 03|23 46',
  T: '00 40|20 26',
  U: '00 05 16 36 45 40',
  X: '00 46|40 06',
  Y: '00 23 40|23 26',
  3: '01 10 30 41 42 33 23|33 44 45 36 16 05',
  4: '36 30 04 44',
}
const SIGNS = Object.keys(SHAPES)
const LENGTH = 5

const WIDTH = 160
const HEIGHT = 56
/** Pixels of one step of the grid. */
const STEP = 5
const CELL = 29
const PAPER = 255

const between = (low: number, high: number): number => low + (randomInt(1_000_001) / 1_000_000) * (high - low)

export const newCaptchaText = (): string =>
  Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')

/** Turns, shears and stretches a shape at random around its middle. */
function bend(): (point: Point) => Point {
  const angle = between(-0.3, 0.3)
  const shear = between(-0.25, 0.25)
  const [wide, high] = [between(0.85, 1.15), between(0.85, 1.15)]
  return ([x, y]) => {
    const [dx, dy] = [(x - 2) * STEP * wide + (y - 3) * STEP * shear, (y - 3) * STEP * high]
    return [dx * Math.cos(angle) - dy * Math.sin(angle), dx * Math.sin(angle) + dy * Math.cos(angle)]
  }
}

/** A round dot of ink, with soft edges. */
function dot(pixels: Uint8Array, [x, y]: Point, radius: number, ink: number): void {
  for (let row = Math.floor(y - radius - 1); row <= y + radius + 1; row += 1)
    for (let column = Math.floor(x - radius - 1); column <= x + radius + 1; column += 1) {
      if (row < 0 || row >= HEIGHT || column < 0 || column >= WIDTH) continue
      const cover = Math.max(0, Math.min(1, radius + 0.5 - Math.hypot(column - x, row - y)))
      const at = row * WIDTH + column
      pixels[at] = Math.min(pixels[at] ?? PAPER, Math.round(PAPER - (PAPER - ink) * cover))
    }
}

interface Pen {
  readonly radius: number
  readonly ink: number
  readonly wave: (point: Point) => Point
}

function stroke(pixels: Uint8Array, from: Point, to: Point, { radius, ink, wave }: Pen): void {
  const steps = Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) * 2) + 1
  for (let step = 0; step <= steps; step += 1) {
    const part = step / steps
    dot(pixels, wave([from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]), radius, ink)
  }
}

/** A slow wave over the whole picture, so that no two equal signs have equal pixels. */
function newWave(): (point: Point) => Point {
  const [high, long, phase] = [between(1.5, 3), between(20, 34), between(0, 6.28)]
  const [wide, tall, other] = [between(1, 2), between(12, 22), between(0, 6.28)]
  return ([x, y]) => [x + wide * Math.sin(y / tall + other), y + high * Math.sin(x / long + phase)]
}

const pointsOf = (line: string): Point[] => line.split(' ').map((pair) => [Number(pair[0]), Number(pair[1])])

function write(pixels: Uint8Array, text: string): void {
  const wave = newWave()
  for (const [at, sign] of [...text].entries()) {
    const middle: Point = [CELL * at + 22 + between(-2, 2), HEIGHT / 2 + between(-4, 4)]
    const place = bend()
    const pen = { radius: between(1.2, 1.8), ink: randomInt(20, 70), wave }
    for (const line of (SHAPES[sign] ?? '').split('|')) {
      const points = pointsOf(line).map((point): Point => {
        const [x, y] = place(point)
        return [middle[0] + x, middle[1] + y]
      })
      for (const [index, to] of points.entries()) stroke(pixels, points[index - 1] ?? to, to, pen)
    }
  }
}

/** Lines through the signs and specks beside them: whoever cuts the picture at its gaps finds none. */
function disturb(pixels: Uint8Array): void {
  for (let line = 0; line < 3; line += 1) {
    const pen = { radius: between(0.6, 1), ink: randomInt(60, 120), wave: newWave() }
    stroke(pixels, [0, between(8, HEIGHT - 8)], [WIDTH, between(8, HEIGHT - 8)], pen)
  }
  for (let speck = 0; speck < 120; speck += 1)
    dot(pixels, [between(0, WIDTH), between(0, HEIGHT)], between(0.3, 0.8), randomInt(90, 190))
}

const chunk = (kind: string, body: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), body])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** A grey PNG, 8 bits a pixel. */
function png(pixels: Uint8Array): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(WIDTH, 0)
  head.writeUInt32BE(HEIGHT, 4)
  head.writeUInt8(8, 8)
  const rows = Buffer.alloc((WIDTH + 1) * HEIGHT)
  for (let row = 0; row < HEIGHT; row += 1)
    rows.set(pixels.subarray(row * WIDTH, (row + 1) * WIDTH), row * (WIDTH + 1) + 1)
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([start, chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))])
}

/** The text as a picture of some 5 kB: pixels alone, so that nothing in it can be read but by looking. */
export function drawCaptcha(text: string): Buffer {
  const pixels = new Uint8Array(WIDTH * HEIGHT).fill(PAPER)
  write(pixels, text)
  disturb(pixels)
  return png(pixels)
}

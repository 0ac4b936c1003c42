/** 过关 over many draws. Each leg is judged once per number of its ball. */

import { playOf } from '../games/catalogue.ts'
import { type DrawSpace, drawOf } from '../games/draw-space.ts'
import { legOf } from '../games/item.ts'
import { type Outcome, WIN } from '../games/outcome.ts'
import { type PreparedDraw, prepareDraw } from '../games/settle.ts'
import { addLiving } from './period-crossed.ts'
import type { ValueOf } from './period-values.ts'
import type { PeriodItem } from './scenario.ts'

const BALLS = 6
/** Rows by ball and number (number 0 is unused), and one empty row at the end. */
const ROWS = BALLS * 50 + 1
const EMPTY = BALLS * 50

type Result = Outcome['result']

/** A draw with the given number at the given ball. The other balls are arbitrary. */
const ballDraws = (space: DrawSpace): ((place: number, number: number) => PreparedDraw) => {
  const known = new Map<number, PreparedDraw>()
  return (place, number) => {
    const key = place * 50 + number
    let draw = known.get(key)
    if (!draw) {
      const others = [1, 2, 3, 4, 5, 6, 7, 8].filter((ball) => ball !== number)
      const balls = Array.from({ length: 7 }, (_, at) => (at === place ? number : (others[at] as number)))
      draw = prepareDraw(drawOf('6HC', space.rules, balls), space.rules.options)
      known.set(key, draw)
    }
    return draw
  }
}

interface Leg {
  readonly place: number
  /** By number of the ball. */
  readonly results: readonly Result[]
}

const legReader = (space: DrawSpace): ((part: string) => Leg) => {
  const drawAt = ballDraws(space)
  const known = new Map<string, Leg>()
  return (part) => {
    let read = known.get(part)
    if (!read) {
      const leg = legOf(part)
      const play = leg && playOf('6HC', `ZM${leg.ball}`)
      if (!leg || !play) throw new Error(`not a leg: ${part}`)
      const place = leg.ball - 1
      const results = Array.from(
        { length: 50 },
        (_, number): Result => (number === 0 ? 'lose' : drawAt(place, number).outcome(play.code, leg.side).result),
      )
      read = { place, results }
      known.set(part, read)
    }
    return read
  }
}

const rowMemo = new WeakMap<DrawSpace, Uint16Array>()
const rowsOf = (space: DrawSpace): Uint16Array => {
  const known = rowMemo.get(space)
  if (known) return known
  const rows = new Uint16Array(space.count * 7)
  for (let at = 0; at < rows.length; at++) {
    const place = at % 7
    rows[at] = place === BALLS ? EMPTY : place * 50 + (space.balls[at] as number)
  }
  rowMemo.set(space, rows)
  return rows
}

/** What pushed legs change, by ball and number: a bit for each item, and the difference for each item. */
type Pushes = Map<number, { readonly bits: Int32Array; readonly difference: Float64Array }>

const addPush = (pushes: Pushes, at: { row: number; item: number; count: number }, difference: number): void => {
  let push = pushes.get(at.row)
  if (!push) {
    push = { bits: new Int32Array(Math.ceil(at.count / 32)), difference: new Float64Array(at.count) }
    pushes.set(at.row, push)
  }
  push.bits[at.item >> 5] = (push.bits[at.item >> 5] as number) | (1 << (at.item & 31))
  push.difference[at.item] = difference
}

/**
 * Adds the results of 过关 to the sum of every draw. Only the number 49 pushes a leg, and only one ball can be 49. So a
 * draw pushes at most one leg of an item, and never all.
 */
export const addLegs = (
  sums: Float64Array,
  space: DrawSpace,
  items: readonly PeriodItem[],
  valueFor: ValueOf,
): void => {
  if (items.length === 0) return
  const readLeg = legReader(space)
  const pushes: Pushes = new Map()
  const crossed = items.map((item, index) => {
    const alive = valueFor(item, WIN)
    const rows: number[] = []
    for (const [leg, part] of item.itemCode.split('+').entries()) {
      const { place, results } = readLeg(part)
      for (const [number, result] of results.entries()) {
        const row = place * 50 + number
        if (result === 'lose') rows.push(row)
        if (result !== 'refund') continue
        const difference = valueFor(item, { ...WIN, pushedLegs: 1 << leg }) - alive
        addPush(pushes, { row, item: index, count: items.length }, difference)
      }
    }
    return { alive, rows }
  })
  const rows = rowsOf(space)
  const pushAt = (draw: number) => {
    for (let place = 0; place < BALLS; place++) {
      const push = pushes.get(rows[draw * 7 + place] as number)
      if (push) return push
    }
    return undefined
  }
  // `addLiving` writes the sum of a draw after its words, so the differences are added at the end.
  const changed = new Float64Array(pushes.size === 0 ? 0 : sums.length)
  addLiving(
    sums,
    crossed,
    { rowsOf: rows, rowCount: ROWS },
    {
      wants: (draw) => pushes.size > 0 && pushAt(draw) !== undefined,
      alive: (draw, word, alive) => {
        const push = pushAt(draw)
        if (!push) return
        for (let rest = alive & (push.bits[word] as number); rest !== 0; rest &= rest - 1) {
          const item = word * 32 + 31 - Math.clz32(rest & -rest)
          changed[draw] = (changed[draw] as number) + (push.difference[item] as number)
        }
      },
    },
  )
  for (let draw = 0; draw < changed.length; draw++) sums[draw] = (sums[draw] as number) + (changed[draw] as number)
}

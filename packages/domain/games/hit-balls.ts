import { type Draw, drawTexts } from './draw.ts'
import { type Item, itemOf, legOf, partsOfItem } from './item.ts'
import type { RuleOptions } from './options.ts'
import { decidingOf, prepareDraw } from './settle.ts'
import { animalOf } from './zodiac.ts'

/**
 * What a drawn ball does for an item. `hit`: the item named it, or it alone decided the win; `counts`: the play looks at
 * it; `none`: the play does not look at it.
 */
export type BallMark = 'hit' | 'counts' | 'none'

/** Whether the item named the ball at a place; null: the item does not look at that place. */
type Naming = (ball: number, place: number) => boolean | null

const NUMBERS_OF_6HC = /^(?:ZM|LM_\w+|BZ\d+|DZ\d+|TPZ\d)$/
const ANIMALS_OF_6HC = /^(?:YXB?|LXB?\d|ZX)$/
const TAILS_OF_6HC = /^(?:WSB?|LWB?\d)$/

const ofLegs = ({ parts }: Item, draw: Draw, options: RuleOptions): Naming => {
  const { outcome } = prepareDraw(draw, options)
  const sides = new Map(
    parts.flatMap((part) => {
      const leg = legOf(part)
      return leg ? [[leg.ball - 1, leg.side] as const] : []
    }),
  )
  return (_ball, place) => {
    const side = sides.get(place)
    return side === undefined ? null : outcome(`ZM${place + 1}`, side).result === 'win'
  }
}

/** Digits by position: each must be at its own place. */
const ofPlaces = (item: Item): Naming => {
  const wanted = new Map(
    partsOfItem(item.play, item.code).map((part) => {
      const [place = '', digit = ''] = part.split('-')
      return [Number(place) - 1, Number(digit)] as const
    }),
  )
  return (ball, place) => wanted.get(place) === ball
}

const nothing: Naming = () => false

const namingOf = (item: Item, draw: Draw, options: RuleOptions): Naming => {
  const { play, parts } = item
  if (play.form.kind === 'legs') return ofLegs(item, draw, options)
  if (play.form.kind === 'digits') return ofPlaces(item)
  if (draw.game === '6HC') {
    const texts = drawTexts(draw)
    if (NUMBERS_OF_6HC.test(play.code)) return (_ball, place) => parts.includes(texts[place] ?? '')
    if (ANIMALS_OF_6HC.test(play.code)) return (ball) => parts.includes(animalOf(ball, draw.lunarYear))
    if (TAILS_OF_6HC.test(play.code)) return (ball) => parts.includes(String(ball % 10))
  }
  // 一字组合, 二字组合 ("03") and 组选 name digits without a place.
  if (draw.game === '5M' && /^(?:YZ|EZ|ZX\d)_/.test(play.code)) {
    const digits = new Set(parts.join(''))
    return (ball) => digits.has(String(ball))
  }
  // 冠亚组合 "3-8", in any order.
  if (play.code === 'GYZ') return (ball) => (parts[0] ?? '').split('-').includes(String(ball))
  return nothing
}

/**
 * The mark of each ball of a draw for an item, in the order of `Draw.balls`. A play of one ball hits it when the item
 * wins. Sums and sides of several balls name no single one: theirs only count. Balls named by a 不中 item are hits too,
 * because they are why it lost. Throws for anything that is no item of the draw's game.
 */
export const hitBalls = (
  draw: Draw,
  options: RuleOptions,
  order: { readonly playCode: string; readonly itemCode: string },
): readonly BallMark[] => {
  const item = itemOf(draw.game, order.playCode, order.itemCode)
  const deciding = decidingOf(draw.game, order.playCode)
  const won = prepareDraw(draw, options).outcome(order.playCode, item.code).result === 'win'
  const named = namingOf(item, draw, options)
  return draw.balls.map((ball, place) => {
    if (!deciding.includes(place)) return 'none'
    if (deciding.length === 1) return won ? 'hit' : 'counts'
    const hit = named(ball, place)
    return hit === null ? 'none' : hit ? 'hit' : 'counts'
  })
}

import { LOSE, type Outcome, winIf } from './outcome.ts'

/** The shape of three digits. Each trio has exactly one, checked in the order 豹子 > 顺子 > 对子 > 半顺 > 杂六. */
export type Shape = 'BAOZI' | 'SHUNZI' | 'DUIZI' | 'BANSHUN' | 'ZALIU'

export const SHAPE_NAMES: Readonly<Record<Shape, string>> = {
  BAOZI: '豹子',
  SHUNZI: '顺子',
  DUIZI: '对子',
  BANSHUN: '半顺',
  ZALIU: '杂六',
}

/** `wrap`: 0 and 9 are neighbours. The order of the digits does not matter. */
export const shapeOf = (a: number, b: number, c: number, wrap: boolean): Shape => {
  if (a === b && b === c) return 'BAOZI'
  if (a === b || b === c || a === c) return 'DUIZI'
  const near = (x: number, y: number): number => {
    const gap = Math.abs(x - y)
    return gap === 1 || (wrap && gap === 9) ? 1 : 0
  }
  const neighbours = near(a, b) + near(b, c) + near(a, c)
  return neighbours === 2 ? 'SHUNZI' : neighbours === 1 ? 'BANSHUN' : 'ZALIU'
}

/** DA/XIAO/DAN/SHUANG and their four combinations, for a value whose 大 begins at `bigFrom`. */
export const isSide = (side: string | undefined, value: number, bigFrom: number): boolean => {
  const big = value >= bigFrom
  const odd = value % 2 === 1
  switch (side) {
    case 'DA':
      return big
    case 'XIAO':
      return !big
    case 'DAN':
      return odd
    case 'SHUANG':
      return !odd
    case 'DADAN':
      return big && odd
    case 'DASHUANG':
      return big && !odd
    case 'XIAODAN':
      return !big && odd
    case 'XIAOSHUANG':
      return !big && !odd
    default:
      throw new Error(`not a side: ${side}`)
  }
}

/** 龙虎(和): 龙 if the first is larger. On a tie 和 wins and the other two have the outcome `tie`. */
export const dragonTiger = (side: string | undefined, first: number, second: number, tie: Outcome = LOSE): Outcome => {
  if (side === 'HE') return winIf(first === second)
  if (first === second) return tie
  return winIf(side === 'LONG' ? first > second : first < second)
}

/**
 * Lunar years and what depends on them: 生肖 and 五行 of the numbers 1..49; and 波色, which never changes.
 * A lunar year begins on Lunar New Year's Day 00:00 Beijing time; the DRAW date decides.
 */

const FIRST_YEAR = 1976
/**
 * Lunar New Year's Day of 1976..2060 as MMDD. A fixed table on purpose: the calendars of common runtimes are wrong by a
 * day in 2027 (new moon 23:56 Beijing: 02-06) and 2030 (00:07: 02-03).
 */
const NEW_YEAR_DAYS = `
  0131 0218 0207 0128 0216 0205 0125 0213 0202 0220 0209 0129 0217 0206 0127 0215 0204
  0123 0210 0131 0219 0207 0128 0216 0205 0124 0212 0201 0122 0209 0129 0218 0207 0126
  0214 0203 0123 0210 0131 0219 0208 0128 0216 0205 0125 0212 0201 0122 0210 0129 0217
  0206 0126 0213 0203 0123 0211 0131 0219 0208 0128 0215 0204 0124 0212 0201 0122 0210
  0130 0217 0206 0126 0214 0202 0123 0211 0201 0219 0208 0128 0215 0204 0124 0212 0202
`
  .trim()
  .split(/\s+/)

export type Animal = 'SHU' | 'NIU' | 'HU' | 'TU' | 'LONG' | 'SHE' | 'MA' | 'YANG' | 'HOU' | 'JI' | 'GOU' | 'ZHU'
export const ANIMALS: readonly Animal[] = [
  'SHU',
  'NIU',
  'HU',
  'TU',
  'LONG',
  'SHE',
  'MA',
  'YANG',
  'HOU',
  'JI',
  'GOU',
  'ZHU',
]
export const ANIMAL_NAMES: Readonly<Record<Animal, string>> = {
  SHU: '鼠',
  NIU: '牛',
  HU: '虎',
  TU: '兔',
  LONG: '龙',
  SHE: '蛇',
  MA: '马',
  YANG: '羊',
  HOU: '猴',
  JI: '鸡',
  GOU: '狗',
  ZHU: '猪',
}

export type Element = 'JIN' | 'MU' | 'SHUI' | 'HUO' | 'TU'
export const ELEMENT_NAMES: Readonly<Record<Element, string>> = {
  JIN: '金',
  MU: '木',
  SHUI: '水',
  HUO: '火',
  TU: '土',
}

export type Colour = 'RED' | 'BLUE' | 'GREEN'
export const COLOUR_NAMES: Readonly<Record<Colour, string>> = { RED: '红', BLUE: '蓝', GREEN: '绿' }

/** 纳音 of the 30 pairs of the sexagenary cycle, starting with 甲子乙丑. */
const NAYIN = '金火木土金火水土金木水土火木水金火木土金火水土金木水土火木水'
const ELEMENT_OF_NAME: Readonly<Record<string, Element>> = { 金: 'JIN', 木: 'MU', 水: 'SHUI', 火: 'HUO', 土: 'TU' }

const modulo = (value: number, by: number): number => ((value % by) + by) % by

/** The lunar year of a Beijing date "YYYY-MM-DD". Null outside the table: 1976-01-31..2060-12-31. */
export const lunarYearOf = (date: string): number | null => {
  const year = Number(date.slice(0, 4))
  const newYear = NEW_YEAR_DAYS[year - FIRST_YEAR]
  if (newYear === undefined) return null
  const lunarYear = `${date.slice(5, 7)}${date.slice(8, 10)}` < newYear ? year - 1 : year
  return lunarYear < FIRST_YEAR ? null : lunarYear
}

/** 0 (鼠) .. 11 (猪): number 1 is the year's animal, 2 last year's, and so on backwards. */
export const animalIndexOf = (number: number, lunarYear: number): number => modulo(lunarYear - 4 - (number - 1), 12)

/** 生肖 of a number 1..49 in a lunar year. */
export const animalOf = (number: number, lunarYear: number): Animal =>
  ANIMALS[animalIndexOf(number, lunarYear)] ?? 'SHU'

/** 本命: the year's own animal, the one with five numbers. */
export const yearAnimal = (lunarYear: number): Animal => animalOf(1, lunarYear)

/** 五行 of a number 1..49: the 纳音 of the lunar year that lies number - 1 years back. */
export const elementOf = (number: number, lunarYear: number): Element => {
  const pair = Math.floor(modulo(lunarYear - (number - 1) - 4, 60) / 2)
  return ELEMENT_OF_NAME[NAYIN[pair] ?? '金'] ?? 'JIN'
}

const RED = new Set([1, 2, 7, 8, 12, 13, 18, 19, 23, 24, 29, 30, 34, 35, 40, 45, 46])
const BLUE = new Set([3, 4, 9, 10, 14, 15, 20, 25, 26, 31, 36, 37, 41, 42, 47, 48])

/** 波色 of a number 1..49. */
export const colourOf = (number: number): Colour => (RED.has(number) ? 'RED' : BLUE.has(number) ? 'BLUE' : 'GREEN')

/** The six animals of each two-sided animal bet; the other six are the opposite side. */
export const ANIMAL_SIDES: Readonly<Record<string, ReadonlySet<Animal>>> = {
  JIAQIN: new Set<Animal>(['NIU', 'MA', 'YANG', 'JI', 'GOU', 'ZHU']),
  YESHOU: new Set<Animal>(['SHU', 'HU', 'TU', 'LONG', 'SHE', 'HOU']),
  TIANXIAO: new Set<Animal>(['NIU', 'TU', 'LONG', 'MA', 'HOU', 'ZHU']),
  DIXIAO: new Set<Animal>(['SHU', 'HU', 'SHE', 'YANG', 'JI', 'GOU']),
  QIANXIAO: new Set<Animal>(['SHU', 'NIU', 'HU', 'TU', 'LONG', 'SHE']),
  HOUXIAO: new Set<Animal>(['MA', 'YANG', 'HOU', 'JI', 'GOU', 'ZHU']),
}

import { describe, expect, it } from 'vitest'
import { NUMBERS } from './catalogue.ts'
import { animalOf, colourOf, type Element, elementOf, lunarYearOf, yearAnimal } from './zodiac.ts'

const numbersOf = (element: Element, year: number): string =>
  NUMBERS.filter((number) => elementOf(Number(number), year) === element).join(' ')

/** The first day that belongs to a lunar year. */
const newYearDay = (year: number): string =>
  ['01', '02']
    .flatMap((month) =>
      Array.from({ length: 31 }, (_, index) => `${year}-${month}-${String(index + 1).padStart(2, '0')}`),
    )
    .find((day) => lunarYearOf(day) === year) ?? ''

describe('lunar years', () => {
  it('begin 2027 on 02-06 and 2030 on 02-03, where common calendars are a day off', () => {
    expect(lunarYearOf('2027-02-05')).toBe(2026)
    expect(lunarYearOf('2027-02-06')).toBe(2027)
    expect(lunarYearOf('2030-02-02')).toBe(2029)
    expect(lunarYearOf('2030-02-03')).toBe(2030)
  })

  it('have the published New Year days', () => {
    const published: Readonly<Record<number, string>> = {
      2024: '02-10',
      2025: '01-29',
      2026: '02-17',
      2027: '02-06',
      2028: '01-26',
      2029: '02-13',
      2030: '02-03',
      2031: '01-23',
      2032: '02-11',
      2033: '01-31',
      2034: '02-19',
      2035: '02-08',
    }
    for (const [year, day] of Object.entries(published)) expect(newYearDay(Number(year))).toBe(`${year}-${day}`)
    expect('龙蛇马羊猴鸡狗猪鼠牛虎兔').toHaveLength(12)
    expect([2024, 2025, 2026, 2027, 2032, 2035].map(yearAnimal)).toEqual(['LONG', 'SHE', 'MA', 'YANG', 'SHU', 'TU'])
  })

  it('are null outside the table', () => {
    expect(lunarYearOf('1976-01-30')).toBeNull()
    expect(lunarYearOf('1976-01-31')).toBe(1976)
    expect(lunarYearOf('2060-12-31')).toBe(2060)
    expect(lunarYearOf('2061-01-01')).toBeNull()
  })

  it('begin between 01-21 and 02-20 and are 354, 355, 383, 384 or 385 days apart', () => {
    let before = 0
    for (let year = 1976; year <= 2060; year += 1) {
      const day = newYearDay(year)
      expect(day.slice(5) >= '01-21' && day.slice(5) <= '02-20').toBe(true)
      const at = Date.parse(`${day}T00:00:00Z`) / 86_400_000
      if (before > 0) expect([353, 354, 355, 383, 384, 385]).toContain(at - before)
      before = at
    }
  })
})

describe('numbers', () => {
  it('gives the published 五行 table of 2026', () => {
    expect(numbersOf('JIN', 2026)).toBe('04 05 12 13 26 27 34 35 42 43')
    expect(numbersOf('MU', 2026)).toBe('08 09 16 17 24 25 38 39 46 47')
    expect(numbersOf('SHUI', 2026)).toBe('01 14 15 22 23 30 31 44 45')
    expect(numbersOf('HUO', 2026)).toBe('02 03 10 11 18 19 32 33 40 41 48 49')
    expect(numbersOf('TU', 2026)).toBe('06 07 20 21 28 29 36 37')
  })

  it('gives 本命 five numbers, 49 among them, and every other animal four', () => {
    for (let year = 2020; year < 2040; year += 1) {
      const counts = new Map<string, number>()
      for (const number of NUMBERS) {
        const animal = animalOf(Number(number), year)
        counts.set(animal, (counts.get(animal) ?? 0) + 1)
      }
      expect(counts.size).toBe(12)
      expect(counts.get(animalOf(49, year))).toBe(5)
      expect(animalOf(49, year)).toBe(yearAnimal(year))
    }
  })

  it('has 17 red, 16 blue and 16 green numbers', () => {
    const count = (colour: string): number => NUMBERS.filter((number) => colourOf(Number(number)) === colour).length
    expect([count('RED'), count('BLUE'), count('GREEN')]).toEqual([17, 16, 16])
  })
})

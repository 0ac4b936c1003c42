import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { provinces, type Region, regionByCode, regionLabel, regionPath, regionsBelow } from './regions.ts'

const fixture = JSON.parse(readFileSync(new URL('./testdata/regions.json', import.meta.url), 'utf8')) as unknown[]

const below = (row: Region): Region[] => [row, ...regionsBelow(row.Code).flatMap(below)]
const allRegions = (): Region[] =>
  provinces()
    .flatMap(below)
    .toSorted((one, two) => (one.Code < two.Code ? -1 : 1))

describe('region list', () => {
  it('decodes to the official list, row by row', () => {
    expect(allRegions()).toEqual(fixture)
  })
  it('has 34 provinces, 345 cities and 3,144 districts', () => {
    const count = (level: string) => allRegions().filter((row) => row.Level === level).length
    expect([count('1'), count('2'), count('3')]).toEqual([34, 345, 3144])
  })
  it('has exactly one district whose parent differs from its prefix', () => {
    const odd = allRegions().filter((row) => row.Level === '3' && row.ParentCode.slice(0, 4) !== row.Code.slice(0, 4))
    expect(odd.map((row) => row.Code)).toEqual(['640522'])
    expect(regionsBelow('640400').some((row) => row.Code === '640522')).toBe(true)
  })
  it('keeps the full-width padding in data and drops it in labels', () => {
    expect(allRegions().filter((row) => row.Name.includes('\u3000'))).toHaveLength(126)
    const zhao = regionByCode('130133')
    expect(zhao && [zhao.Name, regionLabel(zhao)]).toEqual(['赵\u3000县', '赵县'])
  })
  it('finds a path and names', () => {
    expect(regionPath('110101').map((row) => row.Name)).toEqual(['北京市', '市辖区', '东城区'])
    expect(regionPath('999999')).toEqual([])
    expect(provinces()[0]?.Name).toBe('北京市')
  })
})

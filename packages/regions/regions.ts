/**
 * The region list: provinces, cities and districts of China by six-digit code, as of the statistics bureau's list of
 * 2004-12.
 *
 * The list of record is one compact text. A line is a province `PPname`, then `|CCname` for each of its cities, then
 * its districts after commas: the two-digit tail of the code when it is not the previous one plus one, then the name.
 * `*` stands for the whole-city entry 市辖区. Codes ascend; parents always come before their children.
 */
import { REGION_TEXT } from './data.ts'

export interface Region {
  /** Six digits. */
  readonly Code: string
  readonly ParentCode: string
  readonly Level: '1' | '2' | '3'
  /** As in the list: one-character names are padded with a full-width space. */
  readonly Name: string
}

/** 海原县 was moved to 中卫 and got a new code, but its row in the list still names its old parent 固原. */
const OLD_PARENT: Readonly<Record<string, string>> = { '640522': '640400' }
const WHOLE_CITY = '市辖区'
const PADDED = /^.[县区市旗]$/u

const pad = (name: string): string => (PADDED.test(name) ? `${name[0]}\u3000${name[1]}` : name)

/** Rows of the list in ascending code order. */
export const decodeRegions = (text: string): Region[] => {
  const rows: Region[] = []
  for (const line of text.split('\n')) {
    if (line === '') continue
    const [provincePart = '', ...cityParts] = line.split('|')
    const province = `${provincePart.slice(0, 2)}0000`
    rows.push({ Code: province, ParentCode: '000000', Level: '1', Name: provincePart.slice(2) })
    for (const cityPart of cityParts) {
      const [head = '', ...districts] = cityPart.split(',')
      const prefix = province.slice(0, 2) + head.slice(0, 2)
      const city = `${prefix}00`
      rows.push({ Code: city, ParentCode: province, Level: '2', Name: head.slice(2) })
      let tail = 0
      for (const district of districts) {
        const digits = /^\d+/.exec(district)?.[0]
        tail = digits === undefined ? tail + 1 : Number(digits)
        const name = digits === undefined ? district : district.slice(digits.length)
        const code = prefix + String(tail).padStart(2, '0')
        rows.push({
          Code: code,
          ParentCode: OLD_PARENT[code] ?? city,
          Level: '3',
          Name: name === '*' ? WHOLE_CITY : pad(name),
        })
      }
    }
  }
  return rows
}

const rows = decodeRegions(REGION_TEXT)
const byCodeIndex = new Map(rows.map((row) => [row.Code, row]))
const children = Map.groupBy(rows, (row) => row.ParentCode)

export const provinces = (): readonly Region[] => children.get('000000') ?? []
/** Cities of a province, or districts of a city, by ParentCode: 海原县 is listed under its old parent. */
export const regionsBelow = (code: string): readonly Region[] => children.get(code) ?? []
export const regionByCode = (code: string): Region | undefined => byCodeIndex.get(code)

/** The region with its ancestors, province first. Empty when the code is unknown. */
export const regionPath = (code: string): readonly Region[] => {
  const found = byCodeIndex.get(code)
  if (found === undefined) return []
  return [...regionPath(found.ParentCode), found]
}

/** The name as a label: without the padding of one-character names. */
export const regionLabel = (region: Region): string => region.Name.replaceAll('\u3000', '')

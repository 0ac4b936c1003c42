import { reportText } from '../../../text/zh-CN/rooms/report.ts'
import { ordersText } from '../../../text/zh-CN/shared/orders.ts'
import { type FieldName, type Fields, fieldProblems, TEXT_FIELDS } from './details-filters.ts'

type Play = { readonly code: string; readonly name: string }
type Game = {
  readonly id: number
  readonly gameName: string
  readonly groups: readonly { readonly id: number; readonly name: string; readonly plays: readonly Play[] }[]
}

const words = reportText.details

const wordOf = (names: Readonly<Record<string, string>>, code: string): string => names[code] ?? code

/** The filters in words, as label and value, without those that the call does not use. */
export const detailConditions = (fields: Fields, games: readonly Game[]): readonly string[] => {
  const bad = fieldProblems(fields)
  const game = games.find(({ id }) => String(id) === fields.game)
  const shown: Partial<Record<FieldName, (text: string) => string>> = {
    game: (text) => game?.gameName ?? text,
    group: (text) => game?.groups.find(({ id }) => String(id) === text)?.name ?? text,
    play: (text) => game?.groups.flatMap(({ plays }) => plays).find(({ code }) => code === text)?.name ?? text,
    kind: (text) => wordOf(ordersText.kinds, text),
    state: (text) => wordOf(ordersText.stateFilters, text),
    result: (text) => wordOf(ordersText.results, text),
    placedFrom: (text) => text.replace('T', ' '),
    placedTo: (text) => text.replace('T', ' '),
  }
  return TEXT_FIELDS.filter((name) => fields[name].trim() !== '' && bad[name] === undefined).map((name) => {
    const text = fields[name].trim()
    return `${words.fields[name]} ${shown[name]?.(text) ?? text}`
  })
}

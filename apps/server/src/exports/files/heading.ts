import { roleWord } from '@strata/contract/words'
import { gameById } from '@strata/domain/games/catalogue'
import { PathId } from '@strata/domain/ids'
import type { Caller } from '../../access/session.ts'
import { instantText } from './cells.ts'

/** What stands above the table of every file: its list, whose it is, what it covers and when it was written. */
export interface Heading {
  readonly title: string
  readonly lines: readonly (readonly [label: string, text: string])[]
}

/** Rows before the titles of the columns: the title, its lines and an empty one, so that a spreadsheet finds the table. */
export const headingRows = ({ lines }: Heading): number => lines.length + 2

type Input = Readonly<Record<string, unknown>>

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const pairText = (from: string, to: string): string => {
  if (from === '' && to === '') return ''
  if (from === '' || to === '') return from === '' ? `至 ${to}` : `${from} 起`
  return from === to ? from : `${from} 至 ${to}`
}

const gamesOf = (input: Input): string => {
  const { gameId, gameIds } = input
  const ids: readonly unknown[] = Array.isArray(gameIds) ? gameIds : gameId === undefined ? [] : [gameId]
  return ids.map((id) => gameById(Number(id))?.name ?? '').join('、')
}

const periodsOf = (input: Input): string => {
  const text = pairText(textOf(input['periodFrom']), textOf(input['periodTo'])) || textOf(input['periodNo'])
  return text === '' ? '' : `第 ${text} 期`
}

/** The days or periods of a request, and its games; a list without any has all. */
export const rangeText = (input: Input): string => {
  const day = textOf(input['date'])
  const days = pairText(textOf(input['from']) || day, textOf(input['to']) || day)
  const parts = [days, periodsOf(input), gamesOf(input)].filter((part) => part !== '')
  return parts.length === 0 ? '全部' : parts.join('，')
}

/** The caller's path; of a downline's list, that path too. */
const accountText = (caller: Caller, input: Input): string => {
  const own = `${caller.path.name}（${roleWord(caller.role)}）`
  const names = [input['seat'], input['agentPathsId']].flatMap((id) => {
    const target = typeof id === 'number' && id !== caller.path.id ? caller.targets.get(PathId(id)) : undefined
    return target ? [target.name] : []
  })
  return [own, ...new Set(names)].join(' › ')
}

type About = { readonly title: string; readonly caller: Caller; readonly input: unknown; readonly now: number }

/** `range`: what the list covers, where its request does not say it. */
export const headingOf = ({ title, caller, input, now }: About, range?: string): Heading => {
  const asked = (input ?? {}) as Input
  return {
    title,
    lines: [
      ['账号', accountText(caller, asked)],
      ['范围', range ?? rangeText(asked)],
      ['导出', `${instantText(now)}　${caller.account.name}`],
    ],
  }
}

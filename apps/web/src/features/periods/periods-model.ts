import { stageOf } from '@strata/domain/games/period-stage'
import type { Answer } from '../../api/client.ts'
import { choiceOf, pageOf } from '../../lib/address.ts'

export type PeriodRow = Answer<'settlement.gamePeriodQuery'>['items'][number]
export type Game = Answer<'admin.gameQuery'>[number]

/** The game whose periods operators open one by one. */
export const BY_HAND = '6HC'

export const STATES = ['scheduled', 'open', 'closed', 'drawn', 'settled', 'void'] as const

export const stageOfRow = (row: PeriodRow, now: number) => stageOf({ ...row, isProposed: row.proposed !== null }, now)

export type Stage = ReturnType<typeof stageOfRow>

/** Stages that call for somebody, then those in progress. */
export const STAGE_TAGS: Readonly<Record<Stage, string>> = {
  scheduled: 'tag',
  open: 'tag tag-good',
  closed: 'tag',
  waiting: 'tag tag-warn',
  proposed: 'tag tag-warn',
  drawn: 'tag',
  settling: 'tag tag-warn',
  settled: 'tag',
  void: 'tag tag-bad',
}

/** Whether the period still accepts bets, so that its close may move to an earlier time. */
export const mayClose = (row: PeriodRow, now: number): boolean => row.state === 'open' && row.closeAt > now

/** Whether a void may be proposed from the list: there is no result whose page offers it, and no other proposal waits. */
export const mayVoid = (row: PeriodRow): boolean =>
  row.resultVersion === 0 && row.state !== 'void' && row.proposed === null

/** Filters of the page, which are in the address; a day that is none is today. */
export const readPeriodFilters = (search: URLSearchParams, today: string, isDay: (text: string) => boolean) => {
  const day = search.get('day') ?? ''
  return {
    game: search.get('game'),
    day: isDay(day) ? day : today,
    state: choiceOf(search, 'state', STATES),
    pageIndex: pageOf(search),
  }
}

import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { gameQuery, gameUpdate } from '@strata/contract/endpoints/admin'
import { OPTION_SPECS, type OptionKey, optionName } from '@strata/domain/games/options'
import type { AccessContext, Caller } from '../access/session.ts'
import { type ListedGame, listGameSettings, updateGame } from '../games/setup.ts'
import type { LiveHub } from '../platform/live.ts'
import { Refusal } from '../platform/refusal.ts'
import { changeAs, changesOf, logForHead } from './change.ts'

export interface GamesContext extends AccessContext {
  /** In demo mode the product may draw results itself. */
  readonly isDemo: boolean
  readonly live: LiveHub
}

type Row = ResponseOf<typeof gameQuery>[number]

const SOURCES = { manual: '人工录入', feed: '外部推送', demo: '演示开奖' } as const
const yesNo = (flag: boolean): string => (flag ? '是' : '否')

const onWire = ({ game, name, ...rest }: ListedGame): Row => ({
  gameId: game.id,
  gameType: game.code,
  gameName: name,
  ...rest,
  options: { ...rest.options },
})

export const queryGames = async ({ pool }: GamesContext): Promise<Row[]> => (await listGameSettings(pool)).map(onWire)

const fieldsOf = (before: ListedGame, after: ListedGame) =>
  changesOf([
    ['enabled', '启用', yesNo(before.enabled), yesNo(after.enabled)],
    ['resultSource', '开奖方式', SOURCES[before.resultSource], SOURCES[after.resultSource]],
    ['twoSources', '双来源核对', yesNo(before.twoSources), yesNo(after.twoSources)],
    ['closeSeconds', '封盘秒数', String(before.closeSeconds), String(after.closeSeconds)],
    ['hedgeSeconds', '补货秒数', String(before.hedgeSeconds), String(after.hedgeSeconds)],
    ...Object.keys(after.options).map(
      (key) =>
        [
          `options.${key}`,
          OPTION_SPECS[key as OptionKey].label,
          optionName(key as OptionKey, before.options[key] ?? ''),
          optionName(key as OptionKey, after.options[key] ?? ''),
        ] as const,
    ),
  ])

/** game/update: absent fields do not change. */
export function updateGameCall(
  context: GamesContext,
  caller: Caller,
  input: ParsedRequestOf<typeof gameUpdate>,
): Promise<{ version: number } | Refusal> {
  return changeAs(context, caller, { call: 'game/update', input }, async (tx, at) => {
    const { requestId: _id, gameId, version, ...fields } = input
    const asked = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
    const done = await updateGame(tx, { gameId, version, asked, demo: context.isDemo, live: context.live, at })
    if (done instanceof Refusal) return done
    const changes = fieldsOf(done.before, done.after)
    await logForHead(tx, caller, { action: 'game', targetName: done.after.name, changes }, at)
    return { version: done.after.version }
  })
}

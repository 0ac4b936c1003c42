import * as gamesCalls from '@strata/contract/calls/games'
import { PERMISSION } from '@strata/contract/permissions'
import type { Pankou } from '@strata/domain/pankou'
import type { Answer } from '../../api/client.ts'
import { keyOf, queryOf } from '../../api/queries.ts'
import '../../ui/page/table.css'
import { gameByCode, groupsOfGame, playOf } from '@strata/domain/games/catalogue'
import { DEFAULT_OPTIONS, OPTION_KEYS, OPTION_SPECS, optionName, optionWire } from '@strata/domain/games/options'
import { lunarYearOf } from '@strata/domain/games/zodiac'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo } from 'react'
import { serverNow } from '../../api/clock.ts'
import { onLive } from '../../api/live.ts'
import { useSession } from '../../api/session.ts'
import { type GameType, useGameTypes } from '../../api/shared-queries.ts'
import { useAddress } from '../../components/data-table/use-address.ts'
import { formatDate } from '../../lib/instant.ts'
import { appText } from '../../text/zh-CN/app/app.ts'
import { rulesText } from '../../text/zh-CN/rooms/rules.ts'
import { Choice } from '../../ui/fields/choice.tsx'
import { ToggleGroup } from '../../ui/fields/toggle-group.tsx'
import { MOBILE, useMedia } from '../../ui/hooks/use-media.ts'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { PlayRule } from './play-rule.tsx'
import {
  oddsOfQuote,
  optionsFromWire,
  type PriceNow,
  type Prices,
  playsOf,
  priceKey,
  type RuleContext,
} from './rule-model.ts'
import css from './rules.module.css'

const words = rulesText
const PANKOU: readonly Pankou[] = ['A', 'B', 'C', 'D']
/** Permission to read current odds; without it the page shows the catalogue's. */
const ODDS_PERMISSION = PERMISSION.boards

const NO_PRICES: Prices = new Map()

/** Current prices of a game on a pankou; empty while unknown. */
const usePrices = (game: GameType | null, pankou: Pankou): { readonly prices: Prices; readonly live: boolean } => {
  const allowed = useSession((session) => session.permissionIds.includes(ODDS_PERMISSION))
  const answer = useQuery({
    ...queryOf(gamesCalls.oddsQuery, { gameId: game?.id ?? 0, pankou }, { automatic: true }),
    enabled: allowed && game !== null,
    staleTime: 30_000,
    retry: false,
  }).data
  const prices = useMemo(() => {
    if (!answer || !game) return NO_PRICES
    const found = new Map<string, PriceNow>()
    for (const { playCode, key, quote, open } of answer.prices) {
      const play = playOf(game.gameType, playCode)
      const odds = play ? oddsOfQuote(play, quote) : null
      if (odds) found.set(priceKey({ playCode, key }), { odds, open })
    }
    return found
  }, [answer, game])
  return { prices, live: prices.size > 0 }
}

type InForce = Answer<'games.rulesInForce'>[number]

/** The rules of a game as they are in force; read again when a period begins, or when an operator stops a play. */
const useRules = (game: GameType | null): InForce | null => {
  const client = useQueryClient()
  const gameId = game?.id ?? 0
  useEffect(() => {
    const again = (): void => void client.invalidateQueries({ queryKey: keyOf(gamesCalls.rulesInForce) })
    const offOdds = onLive('odds', (event) => {
      if (event.gameId === gameId && event.periodNo === null) again()
    })
    const offPeriod = onLive('period', (event) => {
      if (event.gameId === gameId && event.state === 'open') again()
    })
    return () => {
      offOdds()
      offPeriod()
    }
  }, [client, gameId])
  const answer = useQuery(queryOf(gamesCalls.rulesInForce, {}, { automatic: true })).data
  return answer?.find((one) => one.gameId === gameId) ?? null
}

type NavProps = {
  readonly groups: ReturnType<typeof groupsOfGame>
  readonly chosen: string | undefined
  readonly onChoose: (code: string) => void
}

/** The play groups: a list at the side, or a choice on a phone. */
const GroupNav = ({ groups, chosen, onChoose }: NavProps): ReactNode => {
  const mobile = useMedia(MOBILE)
  if (mobile)
    return (
      <Choice
        label={words.groups}
        value={chosen ?? ''}
        options={groups.map(({ code, name }) => ({ value: code as string, label: name }))}
        onChange={onChoose}
      />
    )
  return (
    <nav className={css.rulesGroups} aria-label={words.groups}>
      {groups.map(({ code, name }) => (
        <button
          key={code}
          type="button"
          className={code === chosen ? `${css.rulesGroup} ${css.rulesGroupOn}` : css.rulesGroup}
          aria-current={code === chosen ? 'true' : undefined}
          onClick={() => onChoose(code)}
        >
          {name}
        </button>
      ))}
    </nav>
  )
}

/** The rules of a game by play group, computed from the settlement rules. */
export const RulesPage = (): ReactNode => {
  const games = useGameTypes()
  const { search, change } = useAddress()
  const game = games.data?.find(({ gameType }) => gameType === search.get('game')) ?? games.data?.[0] ?? null
  const pankou = PANKOU.find((letter) => letter === search.get('pankou')) ?? 'A'
  const { prices, live } = usePrices(game, pankou)
  const rules = useRules(game)
  const options = useMemo(() => optionsFromWire(rules?.options ?? {}), [rules])
  const date = formatDate(serverNow())
  const context: RuleContext = useMemo(
    () => ({ date, lunarYear: lunarYearOf(date) ?? 0, pankou, prices, options }),
    [date, pankou, prices, options],
  )
  if (games.isPending) return <Skeleton label={appText.loading} rows={12} />
  const catalogued = game ? gameByCode(game.gameType) : undefined
  if (!game || !catalogued)
    return (
      <p className="message-line" role="alert">
        {words.failed}{' '}
        <button type="button" className="link-button" onClick={() => void games.refetch()}>
          {appText.retry}
        </button>
      </p>
    )
  const groups = groupsOfGame(catalogued.id)
  const group = groups.find(({ code }) => code === search.get('group')) ?? groups[0]
  const set = (name: string, value: string): void =>
    change({ ...(name === 'game' ? { group: null } : {}), [name]: value })
  return (
    <div className="rules">
      <section className={`card ${css.rulesTools}`}>
        <ToggleGroup
          name="game"
          label={words.games}
          options={(games.data ?? []).map(({ gameType, gameName }) => ({ value: gameType, label: gameName }))}
          value={game.gameType}
          onChange={(gameType) => set('game', gameType)}
        />
        <Choice<Pankou>
          label={words.pankou}
          value={pankou}
          options={PANKOU.map((letter) => ({ value: letter, label: words.pankouOne(letter) }))}
          onChange={(letter) => set('pankou', letter)}
        />
        <span className={css.rulesSource} title={live ? undefined : words.standardWhy}>
          {live ? words.live : words.standard}
        </span>
        <p>{words.intro}</p>
      </section>
      <div className={css.rulesColumns}>
        <GroupNav groups={groups} chosen={group?.code} onChoose={(code) => set('group', code)} />
        <div className={css.rulesPlays}>
          {(group ? playsOf(group.id) : []).map((play) => (
            <PlayRule key={play.id} play={play} context={context} stop={stopOf(rules, play.code)} />
          ))}
          <Options gameType={game.gameType} rules={rules} />
        </div>
      </div>
    </div>
  )
}

const stopOf = (rules: InForce | null, playCode: string): string | null =>
  rules?.stops.find((stop) => stop.playCode === playCode)?.reason ?? null

/** The rule options in force, with those that begin with the next period. */
const Options = ({ gameType, rules }: { readonly gameType: string; readonly rules: InForce | null }): ReactNode => (
  <section className={`card ${css.rulesOptions}`} data-part="rule-options">
    <h2>
      {words.options} {rules?.periodNo ? <small>{words.ofPeriod(rules.periodNo)}</small> : null}
    </h2>
    <dl>
      {OPTION_KEYS.filter((key) => OPTION_SPECS[key].game === gameType).map((key) => {
        const now = rules?.options[key] ?? optionWire(DEFAULT_OPTIONS[key])
        const next = rules?.next?.[key] ?? now
        return (
          <div key={key} data-option={key}>
            <dt>{OPTION_SPECS[key].label}</dt>
            <dd>
              {optionName(key, now)}
              {next === now ? null : <small className={css.rulesNext}>{words.fromNext(optionName(key, next))}</small>}
            </dd>
          </div>
        )
      })}
    </dl>
  </section>
)

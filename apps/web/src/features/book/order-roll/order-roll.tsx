import * as bookCalls from '@strata/contract/calls/book'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../../api/api.ts'
import { usePreference } from '../../../api/preference.ts'
import { keyOf } from '../../../api/queries.ts'
import { useSession } from '../../../api/session.ts'
import type { GameType } from '../../../api/shared-queries.ts'
import { Amount } from '../../../components/amount.tsx'
import { Drawer } from '../../../components/dialogs/drawer.tsx'
import { chime } from '../../../lib/chime.ts'
import { formatClock } from '../../../lib/instant.ts'
import { appText } from '../../../text/zh-CN/app/app.ts'
import { boardText } from '../../../text/zh-CN/rooms/board.ts'
import { Switch } from '../../../ui/fields/choice.tsx'
import { FieldInput } from '../../../ui/fields/field-input.tsx'
import { MOBILE, useMedia } from '../../../ui/hooks/use-media.ts'
import { useEachSecond } from '../../../ui/hooks/use-second.ts'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import type { BoardFilters, SetFilter } from '../board-state/board-filters.ts'
import { showOdds } from '../board-state/board-model.ts'
import { ItemLabel } from '../grid/item-label.tsx'
import css from './order-roll.module.css'
import {
  isTyped,
  mergeRoll,
  type Roll,
  type RollChoice,
  type RollItem,
  readChoice,
  typedAmount,
} from './order-roll-model.ts'

const EVERY_MS = 2_000
const ALARM_MS = 8_000
const text = boardText.roll

type Props = {
  readonly game: GameType
  readonly games: readonly GameType[]
  readonly filters: BoardFilters
  readonly setFilter: SetFilter
}

type Asked = {
  readonly gameId: number | null
  readonly choice: RollChoice
  readonly open: boolean
  readonly running: boolean
}

/** The data of the running list; while it is closed only large bets are read, if a sound or a mark is switched on. */
const useRoll = ({ gameId, choice, open, running }: Asked) => {
  const client = useQueryClient()
  const pathId = useSession((session) => session.currentPathId)
  const largeFrom = typedAmount(choice.largeFrom)
  const minStake = open ? typedAmount(choice.minStake) : largeFrom
  const key = keyOf(bookCalls.orderRoll, pathId, gameId, open, minStake, largeFrom)
  const listens = open || ((choice.sound || choice.flash) && largeFrom !== null)
  return useQuery<Roll>({
    queryKey: key,
    enabled: listens && running,
    refetchInterval: EVERY_MS,
    structuralSharing: false,
    queryFn: async ({ signal }) => {
      const held = client.getQueryData<Roll>(key)
      const asked = {
        ...(gameId === null ? {} : { gameId }),
        ...(minStake === null ? {} : { minStake }),
        ...(held === undefined ? {} : { after: held.last }),
      }
      const answer = await api.call(bookCalls.orderRoll, asked, { signal, automatic: true })
      const next = mergeRoll(held, answer, { largeFrom, nowMs: Date.now() })
      if (choice.sound && next.largeAt !== (held?.largeAt ?? null)) chime()
      return next
    },
  })
}

/** 实时滚单: the button on the board, and the list of new orders beside the board. */
export const OrderRoll = ({ game, games, filters, setFilter }: Props): ReactNode => {
  const mobile = useMedia(MOBILE)
  const { choice, ready, change: choose } = usePreference('order-roll', readChoice)
  const [running, setRunning] = useState(true)
  const roll = useRoll({
    gameId: choice.allGames ? null : game.id,
    choice,
    open: filters.roll,
    running: running && ready,
  })
  const largeAt = roll.data?.largeAt ?? 0
  const alarm = useEachSecond(() => choice.flash && Date.now() - largeAt < ALARM_MS)
  return (
    <>
      <button
        type="button"
        className={alarm ? `ghost-button ${css.rollButton} ${css.rollAlarm}` : `ghost-button ${css.rollButton}`}
        aria-label={alarm ? `${text.title} ${text.large}` : text.title}
        aria-expanded={filters.roll}
        onClick={() => setFilter('roll', filters.roll ? null : '1')}
      >
        {text.short}
        {alarm ? <span className={css.rollMark}>{text.large}</span> : null}
      </button>
      <Drawer
        open={filters.roll}
        title={text.title}
        mask={false}
        size={mobile ? '100%' : 620}
        onClose={() => setFilter('roll', null)}
        destroyOnHidden
        extra={
          <button type="button" className="ghost-button" onClick={() => setRunning(!running)}>
            {running ? text.pause : text.go}
          </button>
        }
      >
        {/* Disabled until the stored settings are loaded, which would overwrite changes. */}
        {ready ? <Choices choice={choice} choose={choose} /> : null}
        {roll.isError && !roll.data ? (
          <p className="message-line" role="alert">
            {appText.loadFailed}{' '}
            <button type="button" className="link-button" onClick={() => void roll.refetch()}>
              {appText.retry}
            </button>
          </p>
        ) : roll.data ? (
          <RollList items={roll.data.items} games={games} flash={choice.flash} />
        ) : (
          <Skeleton label={appText.loading} />
        )}
      </Drawer>
    </>
  )
}

type ChoicesProps = { readonly choice: RollChoice; readonly choose: (change: Partial<RollChoice>) => void }

const Choices = ({ choice, choose }: ChoicesProps): ReactNode => {
  const [typed, setTyped] = useState({ minStake: choice.minStake, largeFrom: choice.largeFrom })
  const type = (name: 'minStake' | 'largeFrom', value: string): void => {
    setTyped({ ...typed, [name]: value })
    if (isTyped(value)) choose({ [name]: value })
  }
  const problem = (value: string): string | null => (isTyped(value) ? null : text.notAmount)
  return (
    <div className={css.rollChoices}>
      <div className={css.rollChoice}>
        <span>{text.minStake}</span>
        <FieldInput
          label={text.minStake}
          value={typed.minStake}
          placeholder={text.any}
          problem={problem(typed.minStake)}
          onChange={(value) => type('minStake', value)}
        />
      </div>
      <div className={css.rollChoice}>
        <span>{text.largeFrom}</span>
        <FieldInput
          label={text.largeFrom}
          value={typed.largeFrom}
          placeholder={text.never}
          problem={problem(typed.largeFrom)}
          onChange={(value) => type('largeFrom', value)}
        />
      </div>
      <div className={css.rollChoice}>
        <span>{text.sound}</span>
        <Switch
          label={text.sound}
          checked={choice.sound}
          onChange={(sound) => {
            // Plays the sound once; after this press the browser allows it automatically.
            if (sound) chime()
            choose({ sound })
          }}
        />
        <span>{text.flash}</span>
        <Switch label={text.flash} checked={choice.flash} onChange={(flash) => choose({ flash })} />
        <span>{text.allGames}</span>
        <Switch label={text.allGames} checked={choice.allGames} onChange={(allGames) => choose({ allGames })} />
      </div>
    </div>
  )
}

type ListProps = { readonly items: readonly RollItem[]; readonly games: readonly GameType[]; readonly flash: boolean }

/** Whether the list has bets of several games, which must then be named. */
const several = (items: readonly RollItem[]): boolean => items.some(({ gameId }) => gameId !== items[0]?.gameId)

/** One line for each bet; what does not fit on it is in its title and read out. */
const RollList = ({ items, games, flash }: ListProps): ReactNode => {
  if (items.length === 0) return <p className="message-line">{text.empty}</p>
  const known = new Map(games.map((game) => [game.id, game]))
  return (
    <ol className={css.roll} aria-label={text.title}>
      {items.map((item) => (
        <RollLine key={item.orderNo} item={item} game={known.get(item.gameId)} flash={flash} several={several(items)} />
      ))}
    </ol>
  )
}

type LineProps = {
  readonly item: RollItem
  readonly game: GameType | undefined
  readonly flash: boolean
  readonly several: boolean
}

const RollLine = ({ item, game, flash, several: named }: LineProps): ReactNode => {
  const period = text.period(game?.gameName ?? '', item.periodNo)
  return (
    <li
      className={item.large ? (flash ? `${css.rollLarge} ${css.rollFlash}` : css.rollLarge) : undefined}
      title={`${item.playName} ${item.itemName} · ${period} · ${item.orderNo} · ${item.trail.join(' / ')}`}
    >
      <time dateTime={new Date(item.at).toISOString()}>{formatClock(item.at)}</time>
      <span className="visually-hidden">{period}</span>
      <span className={css.rollWhat}>
        {named ? <small>{game?.gameName}</small> : null}
        {item.kind === 'member' ? null : <small>{text.kinds[item.kind]}</small>}
        <b>{item.playName}</b> <ItemLabel row={item} gameType={game?.gameType ?? ''} />
        {item.large ? <em className={css.rollMark}>{text.large}</em> : null}
      </span>
      <small className={css.rollOdds}>
        {item.pankou} @{showOdds(item.odds)}
      </small>
      <b className={css.rollMoney}>
        <Amount value={item.stake} />
      </b>
      <small className={css.rollHeld}>
        {text.held} <Amount value={item.heldStake} />
      </small>
      <small className={css.rollTrail}>{item.trail.at(-1)}</small>
    </li>
  )
}

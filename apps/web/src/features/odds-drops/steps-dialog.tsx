import { hasStreaks } from '@strata/domain/games/streaks'
import { type ReactNode, useState } from 'react'
import type { Answer } from '../../api/client.ts'
import type { GameType } from '../../api/shared-queries.ts'
import { ConfirmDialog } from '../../components/dialogs/confirm.tsx'
import { dropsText } from '../../text/zh-CN/rooms/odds-drops.ts'
import { Choice } from '../../ui/fields/choice.tsx'
import { Labelled } from '../../ui/fields/labelled.tsx'
import css from './drops.module.css'
import {
  type DropItem,
  isSameTarget,
  itemsOf,
  maySave,
  nameOf,
  pricedPlays,
  type Target,
  targetsOf,
  typedOf,
} from './drops-model.ts'
import { StepFields } from './step-fields.tsx'
import { StakeSteps, StreakSteps } from './step-words.tsx'
import { useSaveSteps } from './use-save-steps.ts'

const words = dropsText.dialog

export type Asked =
  | { readonly kind: 'add'; readonly group: string }
  | { readonly kind: 'edit' | 'copy'; readonly item: DropItem }

type Saved = Answer<'book.oddsDropQuery'>
type Place = { readonly group: string; readonly play: string; readonly key: string }

type WhereProps = {
  readonly game: GameType
  readonly place: Place
  readonly onChange: (place: Place) => void
}

/** Where the steps apply: a whole group, one play, or one price key. */
const Where = ({ game, place, onChange }: WhereProps): ReactNode => {
  const plays = pricedPlays(game.gameType, Number(place.group))
  const keys = plays.find(({ code }) => code === place.play)?.prices ?? []
  const groups = game.groups.filter(({ id }) => pricedPlays(game.gameType, id).length > 0)
  return (
    <div className={css.where}>
      <Labelled label={dropsText.group}>
        {() => (
          <Choice
            label={dropsText.group}
            value={place.group}
            options={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(group) => onChange({ group, play: '', key: '' })}
          />
        )}
      </Labelled>
      <Labelled label={words.play}>
        {() => (
          <Choice
            label={words.play}
            value={place.play}
            options={[
              { value: '', label: words.wholeGroup },
              ...plays.map(({ code, name }) => ({ value: code, label: name })),
            ]}
            onChange={(play) => onChange({ ...place, play, key: '' })}
          />
        )}
      </Labelled>
      <Labelled label={words.key}>
        {() => (
          <Choice
            label={words.key}
            value={place.key}
            disabled={place.play === ''}
            options={[
              { value: '', label: dropsText.steps.allKeys },
              ...keys.map(({ key, name }) => ({ value: key, label: name })),
            ]}
            onChange={(key) => onChange({ ...place, key })}
          />
        )}
      </Labelled>
    </div>
  )
}

/** What is saved now for these targets, after somebody else has changed it. */
const Theirs = ({ game, items }: { readonly game: GameType; readonly items: readonly DropItem[] }): ReactNode => (
  <dl className={css.theirs} aria-label={words.theirs}>
    {items.map((item) => (
      <div key={`${item.playCode} ${item.key}`}>
        <dt>
          {words.theirs} {nameOf(pricedPlays(game.gameType, null), item)}
        </dt>
        <dd>
          <StakeSteps steps={item.steps} /> <StreakSteps streakSteps={item.streakSteps} />
        </dd>
      </div>
    ))}
  </dl>
)

const placeOf = (game: GameType, asked: Asked): Place => {
  const first = asked.kind === 'add' && asked.group !== '' ? asked.group : null
  const play =
    asked.kind === 'add' ? null : pricedPlays(game.gameType, null).find(({ code }) => code === asked.item.playCode)
  return { group: first ?? String(play?.groupId ?? game.groups[0]?.id ?? ''), play: '', key: '' }
}

const titleOf = (game: GameType, asked: Asked): string => {
  if (asked.kind === 'add') return words.addTitle
  const what = nameOf(pricedPlays(game.gameType, null), asked.item)
  return asked.kind === 'edit' ? words.editTitle(what) : words.copyTitle(what)
}

type CountProps = { readonly targets: readonly Target[]; readonly saved: Saved }

const Count = ({ targets, saved }: CountProps): ReactNode => {
  const replaced = saved.items.filter((item) => targets.some((target) => isSameTarget(item, target))).length
  return (
    <p className={css.count} role="status">
      <b>{words.count(targets.length)}</b> {replaced > 0 ? <em>{words.replaces(replaced)}</em> : null}
    </p>
  )
}

type Props = {
  readonly game: GameType
  readonly asked: Asked
  readonly saved: Saved
  readonly onClose: () => void
}

/** Steps for a group, a play or a price key; copied ones begin with those they are copied from. */
export const StepsDialog = ({ game, asked, saved, onClose }: Props): ReactNode => {
  const from = asked.kind === 'add' ? null : asked.item
  const [place, setPlace] = useState(() => placeOf(game, asked))
  const [typed, setTyped] = useState(() => typedOf(from))
  const [opened] = useState(saved.version)
  const save = useSaveSteps(game.id, saved.version)
  const all = pricedPlays(game.gameType, null)
  const plays = pricedPlays(game.gameType, Number(place.group))
  const targets = asked.kind === 'edit' ? [asked.item] : targetsOf(plays, place.play, place.key)
  const items = itemsOf(all, targets, typed)
  const isLong = all.some((play) => hasStreaks(play) && targets.some(({ playCode }) => playCode === play.code))
  return (
    <ConfirmDialog
      title={titleOf(game, asked)}
      confirm={words.save}
      width={600}
      disabled={items.length === 0 || !maySave(typed, targets)}
      onConfirm={() => save(items, words.saved)}
      onClose={onClose}
    >
      {saved.version === opened ? null : (
        <Theirs
          game={game}
          items={saved.items.filter((item) => targets.some((target) => isSameTarget(item, target)))}
        />
      )}
      {asked.kind === 'edit' ? null : (
        <>
          <Where game={game} place={place} onChange={setPlace} />
          <Count targets={targets} saved={saved} />
        </>
      )}
      <StepFields kind="stake" steps={typed.stake} onChange={(stake) => setTyped({ ...typed, stake })} />
      {isLong ? (
        <StepFields kind="streak" steps={typed.streak} onChange={(streak) => setTyped({ ...typed, streak })} />
      ) : (
        <p className={css.note}>{words.noStreak}</p>
      )}
    </ConfirmDialog>
  )
}

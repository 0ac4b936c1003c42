import type { ReactNode } from 'react'
import { dayBegins } from '../../../lib/day-starts.ts'
import { normal, readValue, sameValue } from '../../../lib/decimal.ts'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import { peopleText } from '../../../text/zh-CN/shared/people.ts'
import { Choice, Switch } from '../../../ui/fields/choice.tsx'
import { Labelled } from '../../../ui/fields/labelled.tsx'
import css from './terms.module.css'
import { cellKey, type GameDraft, type GameTerms, withGame } from './terms-model.ts'
import { parentCap, shareLeft, withShareAbove } from './terms-rules.ts'
import type { Editing } from './terms-view.ts'

const words = treeText.edit

type Props = {
  readonly editing: Editing
  readonly game: GameTerms
  readonly draft: GameDraft
  readonly parentName: string
}

/** "11-20 06:00": when terms take effect. */
const beginText = (day: string): string => dayBegins(day).slice(5)

const Percent = (
  props: Props & { readonly field: 'uplineShare' | 'downlineCap'; readonly label: string },
): ReactNode => {
  const { editing, game, draft, field, label } = props
  const key = cellKey(game.gameId, field)
  const cap = parentCap(game)
  const most = shareLeft(cap, field === 'uplineShare' ? '0' : draft.uplineShare)
  const hints = [words.mayBe('0', most, '%')]
  // A new account has no value in force.
  if (!editing.isNew) hints.push(words.now(`${normal(game[field])}%`))
  if (game.scheduled)
    hints.push(words.scheduled(beginText(game.scheduled.fromDay), `${normal(game.scheduled[field])}%`))
  if (editing.isNew && field === 'downlineCap' && sameValue(draft.downlineCap, most)) hints.push(words.capFollows)
  const typed = (text: string): Partial<GameDraft> =>
    field === 'uplineShare' && editing.isNew && !editing.bettor
      ? withShareAbove(draft, { cap, text })
      : { [field]: text }
  return (
    <Labelled label={label} problem={editing.problems.get(key) ?? null} hint={hints.join('　')}>
      {(input) => (
        <span className="with-unit">
          <input
            {...input}
            className={editing.changed.has(key) ? 'text-input text-changed' : 'text-input'}
            data-key={key}
            inputMode="decimal"
            maxLength={6}
            disabled={editing.readonly}
            value={draft[field]}
            onChange={(event) => editing.set(withGame(editing.draft, game.gameId, typed(event.currentTarget.value)))}
          />
          <i>%</i>
        </span>
      )}
    </Labelled>
  )
}

/** A bar of the shares of this account's business, to scale. */
const ShareBar = ({
  game,
  draft,
  parentName,
  bettor,
}: Omit<Props, 'editing'> & { readonly bettor: boolean }): ReactNode => {
  const cap = parentCap(game)
  const upline = readValue('share', draft.uplineShare) ?? 0n
  const child = bettor ? 0n : (readValue('share', draft.downlineCap) ?? 0n)
  if (upline + child > cap || cap > 10_000n) return null
  const percent = (value: bigint): string => normal(`${value / 100n}.${String(value % 100n).padStart(2, '0')}`)
  const parts = [
    { name: words.shareBar.above, value: 10_000n - cap, tone: 'a' },
    { name: words.shareBar.parent(parentName), value: upline, tone: 'b' },
    { name: words.shareBar.child(peopleText.none), value: child, tone: 'c' },
    { name: words.shareBar.rest, value: cap - upline - child, tone: 'd' },
  ].filter(({ value }) => value > 0n)
  return (
    <p className={css.shareBar}>
      {parts.map(({ name, value, tone }) => (
        <span key={tone} data-tone={tone} style={{ flexGrow: Number(value) }} title={`${name} ${percent(value)}%`}>
          {tone === 'c' ? treeText.edit.downlineCap : name} {percent(value)}%
        </span>
      ))}
    </p>
  )
}

/** Shares of one game: the parent's own, the cap below, and who takes the remainder. */
export const ShareSection = (props: Props): ReactNode => {
  const { editing, game, draft, parentName } = props
  const enabledKey = cellKey(game.gameId, 'enabled')
  return (
    <>
      <div className="form">
        <Percent {...props} field="uplineShare" label={words.uplineShare(parentName)} />
        {editing.bettor ? null : (
          <>
            <Percent {...props} field="downlineCap" label={words.downlineCap} />
            <Labelled label={words.remainder} hint={words.remainderHint}>
              {() => (
                <Choice
                  label={words.remainder}
                  value={draft.remainder}
                  disabled={editing.readonly}
                  changed={editing.changed.has(cellKey(game.gameId, 'remainder'))}
                  options={[
                    { value: 'head', label: words.remainders.head },
                    { value: 'parent', label: `${words.remainders.parent} ${parentName}` },
                  ]}
                  onChange={(remainder) => editing.set(withGame(editing.draft, game.gameId, { remainder }))}
                />
              )}
            </Labelled>
          </>
        )}
        <Labelled label={words.enabled}>
          {() => (
            <Switch
              label={words.enabled}
              checked={draft.enabled}
              disabled={editing.readonly}
              changed={editing.changed.has(enabledKey)}
              onChange={(enabled) => editing.set(withGame(editing.draft, game.gameId, { enabled }))}
            />
          )}
        </Labelled>
      </div>
      <ShareBar game={game} draft={draft} parentName={parentName} bettor={editing.bettor} />
      {game.scheduled ? (
        <p className={css.shareNote}>{words.scheduledNote(beginText(game.scheduled.fromDay))}</p>
      ) : null}
    </>
  )
}

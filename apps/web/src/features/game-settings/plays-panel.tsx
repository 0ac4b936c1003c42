import { type ReactNode, useState } from 'react'
import { useAddress } from '../../components/data-table/use-address.ts'
import { idOf } from '../../lib/address.ts'
import { showAmount } from '../../lib/amount.ts'
import { formatInstant } from '../../lib/instant.ts'
import { gameSettingsText } from '../../text/zh-CN/rooms/game-settings.ts'
import { Choice } from '../../ui/fields/choice.tsx'
import css from './game-settings.module.css'
import { type GameRow, groupRows, type PlayGroupRows, type PlayRow, type Plays } from './game-settings-model.ts'
import { type Asked, StopDialog } from './stop-dialog.tsx'

const words = gameSettingsText.plays

type Ask = ((asked: Asked) => void) | null
type Props = { readonly game: GameRow; readonly plays: Plays; readonly mayChange: boolean }

/** All plays of a game by group: on sale or stopped, and what the running period has taken on each. */
export const PlaysPanel = ({ game, plays, mayChange }: Props): ReactNode => {
  const [asked, setAsked] = useState<Asked | null>(null)
  const { search, change } = useAddress()
  const groupId = idOf(search, 'group')
  const stoppedOnly = search.get('stopped') === '1'
  const all = groupRows(game.gameType, plays.plays, { groupId: null, stoppedOnly: false })
  const stopped = plays.plays.filter(({ stop }) => stop !== null).length
  const shown = groupRows(game.gameType, plays.plays, { groupId, stoppedOnly })
  const ask = mayChange ? setAsked : null
  return (
    <section className="card panel" aria-label={words.title}>
      <header>
        <h2>
          {words.title} <small className={css.quiet}>{words.count(plays.plays.length, stopped)}</small>
        </h2>
        <span className={css.filters}>
          <Choice
            label={words.groups}
            value={groupId === null ? '' : String(groupId)}
            options={[
              { value: '', label: words.groupAll },
              ...all.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={(group) => change({ group })}
          />
          <label className={css.only}>
            <input
              type="checkbox"
              checked={stoppedOnly}
              onChange={(event) => change({ stopped: event.currentTarget.checked ? '1' : null })}
            />
            {words.showStopped(stopped)}
          </label>
        </span>
      </header>
      {shown.length === 0 ? <p className="message-line">{words.empty}</p> : <PlayTable groups={shown} ask={ask} />}
      {asked ? <StopDialog asked={asked} gameId={game.gameId} plays={plays} onClose={() => setAsked(null)} /> : null}
    </section>
  )
}

const COLUMNS = ['play', 'state', 'why', 'taken'] as const

const PlayTable = ({ groups, ask }: { readonly groups: readonly PlayGroupRows[]; readonly ask: Ask }): ReactNode => (
  <table className={`table ${css.plays}`}>
    <thead>
      <tr>
        {COLUMNS.map((name) => (
          <th key={name} scope="col" className={name === 'taken' ? '' : 'left'}>
            {words.columns[name]}
          </th>
        ))}
        {ask === null ? null : (
          <th scope="col" className="left">
            {words.columns.actions}
          </th>
        )}
      </tr>
    </thead>
    {groups.map((group) => (
      <Group key={group.id} group={group} ask={ask} />
    ))}
  </table>
)

const Group = ({ group, ask }: { readonly group: PlayGroupRows; readonly ask: Ask }): ReactNode => {
  const { name, plays } = group
  const selling = plays.filter(({ stop }) => stop === null)
  const stopped = plays.filter(({ stop }) => stop !== null)
  const button = (kind: Asked['kind'], text: string, of: readonly PlayRow[]): ReactNode =>
    ask === null || of.length === 0 ? null : (
      <button
        type="button"
        className="link-button"
        aria-label={`${text} ${name}`}
        onClick={() => ask({ kind, name: `${name}（${words.several(of.length)}）`, plays: of })}
      >
        {text}
      </button>
    )
  return (
    <tbody data-group={group.id}>
      {plays.length === 1 ? null : (
        <tr className={css.group}>
          <th scope="rowgroup" colSpan={4} className="left">
            {name} <small>{words.count(plays.length, stopped.length)}</small>
          </th>
          {ask === null ? null : (
            <td className="left">
              <span className={css.actions}>
                {button('stop', words.stopGroup, selling)}
                {stopped.length > 1 ? button('resume', words.resumeGroup, stopped) : null}
              </span>
            </td>
          )}
        </tr>
      )}
      {plays.map((row) => (
        <Row key={row.playCode} row={row} ask={ask} />
      ))}
    </tbody>
  )
}

const State = ({ row }: { readonly row: PlayRow }): ReactNode => {
  if (row.stop) return <span className="tag tag-warn">{words.stopped}</span>
  if (row.priced) return <span className="tag tag-good">{words.onSale}</span>
  return (
    <span className="tag" title={words.closedWhy}>
      {words.closed}
    </span>
  )
}

const Row = ({ row, ask }: { readonly row: PlayGroupRows['plays'][number]; readonly ask: Ask }): ReactNode => {
  const { playCode, name, stop, orders, stake } = row
  const kind = stop ? 'resume' : 'stop'
  return (
    <tr data-play={playCode} data-stopped={stop !== null}>
      <td className="left">
        {name} <small>{playCode}</small>
      </td>
      <td className="left">
        <State row={row} />
      </td>
      <td className={`left ${css.why}`}>
        {stop ? (
          <>
            {stop.reason} <small>{words.by(stop.by, formatInstant(stop.at).slice(5, 16))}</small>
          </>
        ) : null}
      </td>
      <td>{orders === 0 ? words.noBets : words.taken(orders, showAmount(stake))}</td>
      {ask === null ? null : (
        <td className="left">
          <button
            type="button"
            className="link-button"
            aria-label={stop ? words.resumeLabel(name) : words.stopLabel(name)}
            onClick={() => ask({ kind, name, plays: [row] })}
          >
            {stop ? words.resume : words.stop}
          </button>
        </td>
      )}
    </tr>
  )
}

import * as dropCalls from '@strata/contract/calls/odds-drops'
import { PERMISSION } from '@strata/contract/permissions'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import '../../ui/page/table.css'
import { queryOf } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import type { GameType } from '../../api/shared-queries.ts'
import { useAddress } from '../../components/data-table/use-address.ts'
import { ConfirmDialog } from '../../components/dialogs/confirm.tsx'
import { ListState } from '../../components/list-state.tsx'
import { idOf, textOf } from '../../lib/address.ts'
import { dropsText } from '../../text/zh-CN/rooms/odds-drops.ts'
import { Choice } from '../../ui/fields/choice.tsx'
import { MOBILE, useMedia } from '../../ui/hooks/use-media.ts'
import css from './drops.module.css'
import { type DropItem, nameOf, pricedPlays } from './drops-model.ts'
import { StakeSteps, StreakSteps } from './step-words.tsx'
import { type Asked, StepsDialog } from './steps-dialog.tsx'
import { useSaveSteps } from './use-save-steps.ts'

const words = dropsText.steps

/** Whether the operator may change steps and reset drops. */
export const useMayDrop = (): boolean => useSession(({ permissionIds }) => permissionIds.includes(PERMISSION.oddsDrops))

type Chosen = Asked | { readonly kind: 'remove'; readonly item: DropItem }
type RowProps = {
  readonly game: GameType
  readonly item: DropItem
  /** null: the operator may only read. */
  readonly ask: ((chosen: Chosen) => void) | null
}

const Actions = ({ game, item, ask }: RowProps): ReactNode => {
  if (ask === null) return null
  const what = nameOf(pricedPlays(game.gameType, null), item)
  return (
    <span className={css.actions}>
      {(['edit', 'copy', 'remove'] as const).map((kind) => (
        <button
          key={kind}
          type="button"
          className="link-button"
          aria-label={words.actionOf(words[kind], what)}
          onClick={() => ask({ kind, item })}
        >
          {words[kind]}
        </button>
      ))}
    </span>
  )
}

type ListProps = Omit<RowProps, 'item'> & { readonly items: readonly DropItem[] }

const StepTable = ({ items, game, ask }: ListProps): ReactNode => {
  const plays = pricedPlays(game.gameType, null)
  const groups = game.groups.map(({ id, name }) => ({
    name,
    items: items.filter(({ playCode }) => plays.find(({ code }) => code === playCode)?.groupId === id),
  }))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard
    <section className={`table-scroll ${css.scroll}`} aria-label={words.label} tabIndex={0}>
      <table className="table">
        <thead>
          <tr>
            {(['play', 'stake', 'streak', 'actions'] as const).map((head) => (
              <th key={head} scope="col" className="left">
                {words.columns[head]}
              </th>
            ))}
          </tr>
        </thead>
        {groups
          .filter((group) => group.items.length > 0)
          .map((group) => (
            <tbody key={group.name}>
              <tr className={css.groupRow}>
                <th scope="rowgroup" colSpan={4} className="left">
                  {group.name}
                </th>
              </tr>
              {group.items.map((item) => (
                <tr key={`${item.playCode} ${item.key}`} data-steps={`${item.playCode} ${item.key ?? ''}`.trim()}>
                  <th scope="row" className="left">
                    {nameOf(plays, item)}
                  </th>
                  <td className="left">
                    <StakeSteps steps={item.steps} />
                  </td>
                  <td className="left">
                    <StreakSteps streakSteps={item.streakSteps} />
                  </td>
                  <td className="left">
                    <Actions game={game} item={item} ask={ask} />
                  </td>
                </tr>
              ))}
            </tbody>
          ))}
      </table>
    </section>
  )
}

const StepCards = ({ items, game, ask }: ListProps): ReactNode => (
  <ul className="list-cards">
    {items.map((item) => (
      <li key={`${item.playCode} ${item.key}`} data-steps={`${item.playCode} ${item.key ?? ''}`.trim()}>
        <p className="line">
          <b>{nameOf(pricedPlays(game.gameType, null), item)}</b>
          <Actions game={game} item={item} ask={ask} />
        </p>
        <p>
          {words.columns.stake} <StakeSteps steps={item.steps} />
        </p>
        <p>
          {words.columns.streak} <StreakSteps streakSteps={item.streakSteps} />
        </p>
      </li>
    ))}
  </ul>
)

type RemoveProps = { readonly game: GameType; readonly item: DropItem; readonly version: number }

const RemoveDialog = ({ game, item, version, onClose }: RemoveProps & { readonly onClose: () => void }): ReactNode => {
  const save = useSaveSteps(game.id, version)
  const { playCode, key } = item
  return (
    <ConfirmDialog
      title={words.removeTitle(nameOf(pricedPlays(game.gameType, null), item))}
      confirm={words.remove}
      danger
      onConfirm={() => save([{ playCode, key, steps: [], streakSteps: [] }], words.removed)}
      onClose={onClose}
    >
      <p>{words.removeText}</p>
    </ConfirmDialog>
  )
}

/** The steps of a game, by play group: added, changed, copied to other price keys, removed. */
export const DropSteps = ({ game }: { readonly game: GameType }): ReactNode => {
  const query = useQuery(queryOf(dropCalls.oddsDropQuery, { gameId: game.id }))
  const mobile = useMedia(MOBILE)
  const mayDrop = useMayDrop()
  const { search, change } = useAddress()
  const group = game.groups.some(({ id }) => id === idOf(search, 'group')) ? textOf(search, 'group') : ''
  const [asked, setAsked] = useState<Chosen | null>(null)
  const inGroup = new Set(pricedPlays(game.gameType, group === '' ? null : Number(group)).map(({ code }) => code))
  const items = (query.data?.items ?? []).filter(({ playCode }) => inGroup.has(playCode))
  const version = query.data?.version ?? 0
  const close = (): void => setAsked(null)
  const List = mobile ? StepCards : StepTable
  return (
    <>
      <div className="list-bar">
        <Choice
          label={dropsText.group}
          value={group}
          options={[
            { value: '', label: dropsText.allGroups },
            ...game.groups.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(chosen) => change({ group: chosen })}
        />
        <span className={css.note}>{dropsText.note}</span>
        {mayDrop && query.data ? (
          <button type="button" className="plain-button end" onClick={() => setAsked({ kind: 'add', group })}>
            {words.add}
          </button>
        ) : null}
      </div>
      <ListState query={query} isEmpty={() => items.length === 0} empty={group === '' ? words.empty : words.emptyGroup}>
        {() => <List items={items} game={game} ask={mayDrop ? setAsked : null} />}
      </ListState>
      {asked?.kind === 'remove' ? (
        <RemoveDialog game={game} item={asked.item} version={version} onClose={close} />
      ) : null}
      {asked !== null && asked.kind !== 'remove' && query.data ? (
        <StepsDialog game={game} asked={asked} saved={query.data} onClose={close} />
      ) : null}
    </>
  )
}

import * as adminCalls from '@strata/contract/calls/admin'
import { PERMISSION } from '@strata/contract/permissions'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import '../../../ui/page/list-page.css'
import '../../../ui/page/table.css'
import { serverNow } from '../../../api/clock.ts'
import { repeatedQueryOf } from '../../../api/queries.ts'
import { useSession } from '../../../api/session.ts'
import { useGameTypes } from '../../../api/shared-queries.ts'
import { ConfirmDialog } from '../../../components/dialogs/confirm.tsx'
import { ListState } from '../../../components/list-state.tsx'
import { LogLink } from '../../../components/logs/log-link.tsx'
import { maintenanceText as words } from '../../../text/zh-CN/rooms/maintenance.ts'
import { MOBILE, useMedia } from '../../../ui/hooks/use-media.ts'
import { useSecond } from '../../../ui/hooks/use-second.ts'
import css from './maintenance.module.css'
import { MaintenanceDialog, useSaveWindow } from './maintenance-dialog.tsx'
import { type Item, stateOf, timeText, windowConflicts } from './maintenance-model.ts'

type Asked = { readonly kind: 'set' | 'end'; readonly item: Item }

const TAGS = { 0: 'tag', 1: 'tag tag-warn', 2: 'tag tag-bad' } as const
const useMaySet = (): boolean => useSession(({ permissionIds }) => permissionIds.includes(PERMISSION.setMaintenance))

type RowProps = {
  readonly item: Item
  readonly what: string
  readonly ask: ((asked: Asked) => void) | null
}

const Actions = ({ item, state, ask }: Pick<RowProps, 'item' | 'ask'> & { readonly state: 0 | 1 | 2 }): ReactNode => {
  if (ask === null) return null
  return (
    <span className={css.actions}>
      <button type="button" className="link-button" onClick={() => ask({ kind: 'set', item })}>
        {state === 0 ? words.start : words.change}
      </button>
      {state === 0 ? null : (
        <button type="button" className="link-button" onClick={() => ask({ kind: 'end', item })}>
          {state === 1 ? words.cancelPlan : words.end}
        </button>
      )}
    </span>
  )
}

const endOf = ({ until }: Item): string => (until === null ? words.byHand : timeText(until))

const State = ({ item }: { readonly item: Item }): ReactNode => {
  const state = stateOf(item, serverNow())
  return (
    <span>
      <span className={TAGS[state]}>{words.states[state]}</span>{' '}
      {state !== 0 && item.reading ? <span className="tag">{words.reading}</span> : null}
    </span>
  )
}

const Row = ({ item, what, ask }: RowProps): ReactNode => {
  const state = stateOf(item, serverNow())
  return (
    <tr data-game={item.gameId ?? 0}>
      <th scope="row" className="left">
        {what}
      </th>
      <td className="left">
        <State item={item} />
      </td>
      <td className="left">{state === 0 ? '' : timeText(item.from)}</td>
      <td className="left">{state === 0 ? '' : endOf(item)}</td>
      <td className="left">{state === 0 ? '' : item.message}</td>
      <td className="left">
        <Actions item={item} state={state} ask={ask} />
      </td>
    </tr>
  )
}

/** On a phone: what, its state, its times and what can be done, without a scroll sideways. */
const Card = ({ item, what, ask }: RowProps): ReactNode => {
  const state = stateOf(item, serverNow())
  return (
    <li data-game={item.gameId ?? 0}>
      <p className="line">
        <b>{what}</b>
        <State item={item} />
      </p>
      {state === 0 ? null : (
        <p className="line">
          <span>{item.message}</span>
          <span>
            {timeText(item.from)} → {endOf(item)}
          </span>
        </p>
      )}
      <Actions item={item} state={state} ask={ask} />
    </li>
  )
}

type EndProps = { readonly item: Item; readonly what: string; readonly version: number; readonly onClose: () => void }

const EndDialog = ({ item, what, version, onClose }: EndProps): ReactNode => {
  const [opened] = useState(item)
  const save = useSaveWindow(version)
  const isPlan = stateOf(opened, serverNow()) === 1
  const none = { ...item, enabled: false, from: null, until: null, message: '', reading: false }
  return (
    <ConfirmDialog
      title={isPlan ? words.cancelTitle(what) : words.endTitle(what)}
      confirm={isPlan ? words.cancelPlan : words.end}
      conflicts={windowConflicts(opened, item, {}, serverNow())}
      onConfirm={() => save(none, isPlan ? words.cancelled : words.ended)}
      onClose={onClose}
    >
      <p>{isPlan ? words.cancelText : words.endText}</p>
    </ConfirmDialog>
  )
}

/** The maintenance windows of the platform and of each game. */
export const MaintenanceSettingsPage = (): ReactNode => {
  const query = useQuery({ ...repeatedQueryOf(adminCalls.maintenanceQuery, {}), refetchInterval: 30_000 })
  const games = useGameTypes().data ?? []
  const maySet = useMaySet()
  const Windows = useMedia(MOBILE) ? WindowCards : WindowTable
  const [asked, setAsked] = useState<Asked | null>(null)
  useSecond()
  const nameOf = ({ gameId }: Item): string =>
    gameId === null ? words.platform : (games.find(({ id }) => id === gameId)?.gameName ?? String(gameId))
  const version = query.data?.version ?? 0
  // As it is now: a dialog shows what somebody else saved meanwhile, and saves over that.
  const item = query.data?.items.find(({ gameId }) => gameId === asked?.item.gameId) ?? asked?.item
  const dialog = asked && item ? { ...asked, item, what: nameOf(item), version, onClose: () => setAsked(null) } : null
  return (
    <div className="list-page">
      <section className="card list-card">
        <ListState query={query} isEmpty={() => false}>
          {({ items, noticeMinutes }) => (
            <>
              <p className="list-bar">
                {words.note(noticeMinutes)}
                <span className="end">
                  <LogLink of={{ target: words.label }} />
                </span>
              </p>
              <Windows items={items} nameOf={nameOf} ask={maySet ? setAsked : null} />
            </>
          )}
        </ListState>
      </section>
      {dialog?.kind === 'set' ? <MaintenanceDialog {...dialog} /> : null}
      {dialog?.kind === 'end' ? <EndDialog {...dialog} /> : null}
    </div>
  )
}

type TableProps = {
  readonly items: readonly Item[]
  readonly nameOf: (item: Item) => string
  readonly ask: RowProps['ask']
}

const HEADS = ['what', 'state', 'from', 'until', 'message', 'actions'] as const

const WindowCards = ({ items, nameOf, ask }: TableProps): ReactNode => (
  <ul className="list-cards">
    {items.map((item) => (
      <Card key={item.gameId ?? 0} item={item} what={nameOf(item)} ask={ask} />
    ))}
  </ul>
)

const WindowTable = ({ items, nameOf, ask }: TableProps): ReactNode => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard
  <section className="table-scroll" aria-label={words.label} tabIndex={0}>
    <table className="table">
      <thead>
        <tr>
          {HEADS.map((head) => (
            <th key={head} className="left">
              {words.columns[head]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Row key={item.gameId ?? 0} item={item} what={nameOf(item)} ask={ask} />
        ))}
      </tbody>
    </table>
  </section>
)

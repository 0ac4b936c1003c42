import * as adminCalls from '@strata/contract/calls/admin'
import * as oddsCalls from '@strata/contract/calls/admin-odds'
import { CODES } from '@strata/contract/errors'
import { playOf } from '@strata/domain/games/catalogue'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/api.ts'
import { type Answer, ApiRefusal } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import { refreshAfter } from '../../api/stale.ts'
import { ConfirmDialog } from '../../components/dialogs/confirm.tsx'
import { Drawer } from '../../components/dialogs/drawer.tsx'
import { ListState } from '../../components/list-state.tsx'
import { formatInstant } from '../../lib/instant.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { appText } from '../../text/zh-CN/app/app.ts'
import { oddsText } from '../../text/zh-CN/rooms/odds.ts'
import { MOBILE, useMedia } from '../../ui/hooks/use-media.ts'
import { showToast } from '../../ui/pop-up/toast.ts'
import css from './odds.module.css'
import type { OddsSheet } from './use-odds-sheet.ts'

type Props = { readonly sheet: OddsSheet; readonly onClose: () => void }
type Version = Answer<'admin.oddsVersions'>['items'][number]
type Changed = Version['changes'][number]

const words = oddsText.history
const FEW = 6

const textOf = (quote: Changed['before']): string =>
  quote === undefined ? '' : typeof quote === 'string' ? quote : Object.values(quote).join('/')

/** A difference as its cell shows it. */
const lowered = (offset: string): string => (offset === '0' ? offset : `-${offset}`)

const ChangedPrice = ({ game, change }: { readonly game: string; readonly change: Changed }): ReactNode => {
  const play = playOf(game, change.playCode)
  const item = play?.prices.find(({ key }) => key === change.key)?.name ?? change.key
  const { pankou, before, after, floor, open, offset } = change
  const column = pankou === undefined ? oddsText.columnNames.offset : oddsText.columns.pankou(pankou)
  const name = oddsText.cell(play?.name ?? change.playCode, item, column)
  return (
    <li>
      <span>{name}</span>
      {after === undefined ? null : (
        <span>
          <s>{textOf(before)}</s> <b>{textOf(after)}</b>
        </span>
      )}
      {floor ? (
        <span>
          {words.floor} <s>{floor.before}</s> <b>{floor.after}</b>
        </span>
      ) : null}
      {offset ? (
        <span>
          <s>{lowered(offset.before)}</s> <b>{lowered(offset.after)}</b>
        </span>
      ) : null}
      {open ? <b>{oddsText.openWords[String(open.after) as 'true' | 'false']}</b> : null}
    </li>
  )
}

type RowProps = {
  readonly one: Version
  readonly game: string
  readonly isCurrent: boolean
  readonly onRestore: (() => void) | null
}

const VersionRow = ({ one, game, isCurrent, onRestore }: RowProps): ReactNode => {
  const [isWhole, setWhole] = useState(false)
  const listed = isWhole ? one.changes : one.changes.slice(0, FEW)
  return (
    <li className={css.version}>
      <p>
        <b>
          {words.version} {one.version}
        </b>
        {isCurrent ? <span className="tag tag-good">{words.current}</span> : null}
        <span className={css.who}>
          {words.by(one.operatorName)} · {formatInstant(one.at)} · {words.count(one.count)}
        </span>
        {onRestore === null ? null : (
          <button type="button" className="link-button" onClick={onRestore}>
            {words.restore}
          </button>
        )}
      </p>
      <ul>
        {listed.map((change) => (
          <ChangedPrice key={`${change.playCode} ${change.key} ${change.pankou}`} game={game} change={change} />
        ))}
      </ul>
      {one.count > listed.length && !isWhole && one.changes.length > FEW ? (
        <button type="button" className="link-button" onClick={() => setWhole(true)}>
          {words.more(one.count - listed.length)}
        </button>
      ) : null}
    </li>
  )
}

const RestoreDialog = ({ sheet, to, onClose }: Props & { readonly to: number }): ReactNode => {
  const client = useQueryClient()
  const [isAgain, setAgain] = useState(false)
  const restore = async (): Promise<void> => {
    const again = isAgain ? { bettorEdge: true as const } : {}
    const asked = { gameId: sheet.view.game.id, version: sheet.version, undoTo: to, requestId: newRequestId() }
    const { merchantId } = sheet.asked
    try {
      const { version } =
        merchantId === undefined
          ? await api.call(adminCalls.adminOddsSet, { ...asked, ...again })
          : await api.call(oddsCalls.offsetSet, { ...asked, merchantId })
      await refreshAfter(client, merchantId === undefined ? adminCalls.adminOddsSet : oddsCalls.offsetSet)
      showToast('success', words.restored(version))
    } catch (error) {
      if (error instanceof ApiRefusal && error.code === CODES.bettorEdge) setAgain(true)
      throw error
    }
  }
  return (
    <ConfirmDialog
      title={words.confirmTitle(to)}
      confirm={isAgain ? oddsText.save.confirm : words.confirm}
      danger={isAgain}
      onConfirm={restore}
      onClose={onClose}
    >
      <p>{sheet.view.mode === 'base' ? words.explain : words.explainOffsets}</p>
      {isAgain ? <p className="dialog-warn">{words.againExplain}</p> : null}
    </ConfirmDialog>
  )
}

/** Who changed which prices when, and the way back to a version: a new version with the old prices. */
export const HistoryDrawer = ({ sheet, onClose }: Props): ReactNode => {
  const mobile = useMedia(MOBILE)
  const { game } = sheet.view
  const versions = useQuery(queryOf(oddsCalls.oddsVersions, sheet.asked))
  const [to, setTo] = useState<number | null>(null)
  const mayRestore = !sheet.readonly
  return (
    <Drawer
      open
      size={mobile ? '100%' : 520}
      title={sheet.view.mode === 'base' ? words.title : words.offsetTitle(sheet.merchantName)}
      mask={false}
      closable={{ 'aria-label': appText.close }}
      onClose={onClose}
    >
      <ListState query={versions} isEmpty={({ items }) => items.length === 0} empty={words.empty}>
        {({ items, earlier, version }) => (
          <ol>
            {items.map((one) => (
              <VersionRow
                key={one.version}
                one={one}
                game={game.code}
                isCurrent={one.version === version}
                onRestore={mayRestore && one.restorable ? () => setTo(one.version) : null}
              />
            ))}
            {earlier === null || !mayRestore ? null : (
              <li className={css.version}>
                <p>
                  <b>{words.earlier(earlier)}</b>
                  <button type="button" className="link-button" onClick={() => setTo(earlier)}>
                    {words.restore}
                  </button>
                </p>
              </li>
            )}
          </ol>
        )}
      </ListState>
      {to === null ? null : <RestoreDialog sheet={sheet} to={to} onClose={() => setTo(null)} />}
    </Drawer>
  )
}

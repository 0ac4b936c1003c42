import * as adminCalls from '@strata/contract/calls/admin'
import { CODES } from '@strata/contract/errors'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/api.ts'
import { type Answer, ApiRefusal } from '../../api/client.ts'
import { movedPreview } from '../../api/moved-preview.ts'
import type { GameType } from '../../api/shared-queries.ts'
import { refreshAfter } from '../../api/stale.ts'
import { ConfirmDialog } from '../../components/dialogs/confirm.tsx'
import { Differences } from '../../components/dialogs/differences.tsx'
import { normal } from '../../lib/decimal.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { pankouText } from '../../text/zh-CN/rooms/pankou.ts'
import { treeText } from '../../text/zh-CN/rooms/tree.ts'
import { showToast } from '../../ui/pop-up/toast.ts'
import css from './pankou.module.css'
import { countAccounts, type RateChange, requestOf, type Setting } from './pankou-model.ts'

const words = pankouText.dialog

/** What a save lowers below, and the token that accepts exactly this. */
export type Preview = Extract<Answer<'admin.pankouCommissionSet'>, { affected: unknown }>

const askFor = (setting: Setting, changes: readonly RateChange[]) => ({
  gameId: setting.gameId,
  version: setting.version,
  commission: requestOf(changes),
})

/** Asks what a save would lower; saves nothing. */
export const askPreview = async (setting: Setting, changes: readonly RateChange[]): Promise<Preview> => {
  const request = { ...askFor(setting, changes), preview: true as const, requestId: newRequestId() }
  return (await api.call(adminCalls.pankouCommissionSet, request)) as Preview
}

const SHOWN = 200

type AffectedProps = { readonly affected: Preview['affected']; readonly nameOf: (groupId: number) => string }

/** Every term that a save lowers: whose, of what, from where to where. */
const Affected = ({ affected, nameOf }: AffectedProps): ReactNode => (
  <>
    <div className={css.list}>
      <Differences
        head={words.columns}
        figures={['before', 'after']}
        rows={affected.slice(0, SHOWN).map(({ agentPathsId, accountName, groupId, field, before, after }) => ({
          key: `${agentPathsId} ${groupId} ${field}`,
          cells: {
            account: accountName,
            what: `${nameOf(groupId ?? 0)} ${pankouText.pankouName(field.split('.')[1] ?? '')}`,
            before: `${normal(before)}%`,
            after: `${normal(after)}%`,
          },
          tones: { after: 'new' },
        }))}
      />
    </div>
    {affected.length > SHOWN ? <p className="dialog-note">{words.more(affected.length - SHOWN)}</p> : null}
  </>
)

type EdgesProps = { readonly prices: Preview['prices'] }

/** Every price at which a save gives the bettor the edge. */
const Edges = ({ prices }: EdgesProps): ReactNode => {
  if (prices.length === 0) return null
  return (
    <section className={css.section} data-part="edges">
      <h3>{words.edges(prices.length)}</h3>
      <p className="dialog-warn">{words.edgesNote}</p>
      <div className={css.list}>
        <Differences
          head={words.edgeColumns}
          figures={['edge']}
          rows={prices.slice(0, SHOWN).map(({ playCode, key, name, pankou, edge }) => ({
            key: `${playCode} ${key} ${pankou}`,
            cells: { what: `${name} ${pankouText.pankouName(pankou)}`, edge: `${edge}%` },
            tones: { edge: 'new' },
          }))}
        />
      </div>
      {prices.length > SHOWN ? <p className="dialog-note">{words.more(prices.length - SHOWN)}</p> : null}
    </section>
  )
}

type Props = {
  readonly game: GameType
  readonly setting: Setting
  readonly changes: readonly RateChange[]
  readonly shown: Preview
  readonly onSaved: () => void
  /** Somebody else has saved meanwhile. */
  readonly onChanged: () => Promise<void>
  readonly onClose: () => void
}

/** The last look before a save: what changes, and which terms below it lowers. */
export const SaveDialog = ({ game, setting, changes, shown, onSaved, onChanged, onClose }: Props): ReactNode => {
  const client = useQueryClient()
  const [preview, setPreview] = useState(shown)
  const nameOf = (groupId: number): string => game.groups.find(({ id }) => id === groupId)?.name ?? String(groupId)
  const { affected, prices, confirm } = preview
  const accounts = countAccounts(affected)
  const save = async (): Promise<void> => {
    try {
      const request = { ...askFor(setting, changes), confirm, requestId: newRequestId() }
      await api.call(adminCalls.pankouCommissionSet, request)
    } catch (caught) {
      const moved = movedPreview<Preview>(caught)
      if (moved) {
        setPreview(moved)
        throw new ApiRefusal((caught as ApiRefusal).code, treeText.affected.moved, null)
      }
      if (caught instanceof ApiRefusal && caught.code === CODES.changed) return onChanged()
      throw caught
    }
    onSaved()
    showToast('success', pankouText.saved)
    await refreshAfter(client, adminCalls.pankouCommissionSet)
  }
  return (
    <ConfirmDialog
      title={words.title}
      confirm={accounts > 0 ? words.saveAndLower(accounts) : prices.length > 0 ? words.saveAnyway : words.save}
      width={640}
      danger={accounts > 0 || prices.length > 0}
      onConfirm={save}
      onClose={onClose}
    >
      <section className={css.section} data-part="changes">
        <h3>{words.changes(changes.length)}</h3>
        <div className={css.list}>
          <Differences
            head={words.changeColumns}
            figures={['before', 'after']}
            rows={changes.map(({ groupId, letter, before, after }) => ({
              key: `${groupId} ${letter}`,
              cells: {
                what: `${nameOf(groupId)} ${pankouText.pankouName(letter)}`,
                before: `${before}%`,
                after: `${normal(after)}%`,
              },
              tones: { after: 'new' },
            }))}
          />
        </div>
      </section>
      <Edges prices={prices} />
      <section className={css.section} data-part="affected">
        {affected.length === 0 ? (
          <p className="dialog-note">{words.none}</p>
        ) : (
          <>
            <h3>{words.affected(accounts, affected.length)}</h3>
            <p className="dialog-warn">{words.affectedNote}</p>
            <Affected affected={affected} nameOf={nameOf} />
          </>
        )}
      </section>
    </ConfirmDialog>
  )
}

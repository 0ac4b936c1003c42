import type { ReactNode } from 'react'
import type { Answer } from '../../api/client.ts'
import type { GameType } from '../../api/shared-queries.ts'
import { countAccounts, FirstRows } from '../../components/capped/first-rows.tsx'
import { ConfirmDialog } from '../../components/dialogs/confirm.tsx'
import { Differences } from '../../components/dialogs/differences.tsx'
import { normal } from '../../lib/decimal.ts'
import { pankouText } from '../../text/zh-CN/rooms/pankou.ts'
import css from './pankou.module.css'
import type { RateChange } from './pankou-model.ts'

const words = pankouText.dialog

/** What a save lowers below, and the token that accepts exactly this. */
type Preview = Extract<Answer<'admin.pankouCommissionSet'>, { affected: unknown }>

type AffectedProps = { readonly affected: Preview['affected']; readonly nameOf: (groupId: number) => string }

/** Every term that a save lowers: whose, of what, from where to where. */
const Affected = ({ affected, nameOf }: AffectedProps): ReactNode => (
  <FirstRows of={affected}>
    {(shown) => (
      <div className={css.list}>
        <Differences
          head={words.columns}
          figures={['before', 'after']}
          rows={shown.map(({ agentPathsId, accountName, groupId, field, before, after }) => ({
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
    )}
  </FirstRows>
)

type EdgesProps = { readonly prices: Preview['prices'] }

/** Every price at which a save gives the bettor the edge. */
const Edges = ({ prices }: EdgesProps): ReactNode => {
  if (prices.length === 0) return null
  return (
    <section className={css.section} data-part="edges">
      <h3>{words.edges(prices.length)}</h3>
      <p className="dialog-warn">{words.edgesNote}</p>
      <FirstRows of={prices}>
        {(shown) => (
          <div className={css.list}>
            <Differences
              head={words.edgeColumns}
              figures={['edge']}
              rows={shown.map(({ playCode, key, name, pankou, edge }) => ({
                key: `${playCode} ${key} ${pankou}`,
                cells: { what: `${name} ${pankouText.pankouName(pankou)}`, edge: `${edge}%` },
                tones: { edge: 'new' },
              }))}
            />
          </div>
        )}
      </FirstRows>
    </section>
  )
}

type Props = {
  readonly game: GameType
  readonly changes: readonly RateChange[]
  readonly preview: Preview
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: () => void
}

/** The last look before a save: what changes, and which terms below it lowers. */
export const SaveDialog = ({ game, changes, preview, onConfirm, onClose }: Props): ReactNode => {
  const nameOf = (groupId: number): string => game.groups.find(({ id }) => id === groupId)?.name ?? String(groupId)
  const { affected, prices } = preview
  const accounts = countAccounts(affected)
  return (
    <ConfirmDialog
      title={words.title}
      confirm={accounts > 0 ? words.saveAndLower(accounts) : prices.length > 0 ? words.saveAnyway : words.save}
      width={640}
      danger={accounts > 0 || prices.length > 0}
      onConfirm={onConfirm}
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

import { oddsText as quoteText } from '@strata/domain/games/odds-edit'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../../components/dialogs/confirm.tsx'
import { ConflictChoice } from '../../components/dialogs/conflict.tsx'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { Differences } from '../../components/dialogs/differences.tsx'
import { oddsText } from '../../text/zh-CN/rooms/odds.ts'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import { SaveBar } from '../../ui/page/save-bar.tsx'
import { type Change, type Changes, countOf, edgeAt, NO_EDITS } from './odds-model.ts'
import { columnName } from './odds-texts.ts'
import { useOddsSave } from './use-odds-save.ts'
import type { OddsSheet } from './use-odds-sheet.ts'

const words = oddsText.save
/** A save of a whole game has thousands of changes. */
const MAX_LISTED = 300

const nameOf = ({ row }: Pick<Change, 'row'>, column: Parameters<typeof columnName>[0]): string =>
  oddsText.cell(row.play.name, row.name, columnName(column))

const PriceDifferences = ({ prices }: Pick<Changes, 'prices'>): ReactNode => (
  <>
    <Differences
      head={oddsText.diff.columns}
      figures={['before', 'after', 'edge']}
      rows={prices.slice(0, MAX_LISTED).map((change) => {
        const { row, pankou, before, quote, loses } = change
        const [was, now] = [edgeAt(row, pankou, before), edgeAt(row, pankou, quote)]
        return {
          key: `${row.id} ${pankou}`,
          cells: {
            what: nameOf(change, pankou),
            before: quoteText(before),
            after: quoteText(quote),
            edge: loses ? (
              <b className="amount-negative">{oddsText.diff.edges(was.text, now.text)}</b>
            ) : (
              oddsText.diff.edges(was.text, now.text)
            ),
          },
          tones: { before: 'old', after: 'new' },
        }
      })}
    />
    {prices.length > MAX_LISTED ? <p>{words.rest(prices.length - MAX_LISTED)}</p> : null}
  </>
)

const { edge: _edge, ...PLAIN_HEAD } = oddsText.diff.columns

/** Floors, what is on sale, and differences of a merchant. */
const OtherDifferences = ({ changes: { rows, offsets } }: { readonly changes: Changes }): ReactNode => {
  const all = [...rows, ...offsets.map((one) => ({ ...one, column: 'offset' as const }))]
  if (all.length === 0) return null
  return (
    <>
      <Differences
        head={PLAIN_HEAD}
        figures={['before', 'after']}
        rows={all.slice(0, MAX_LISTED).map(({ row, column, before, after }) => ({
          key: `${row.id} ${column}`,
          cells: { what: nameOf({ row }, column), before, after },
          tones: { before: 'old', after: 'new' },
        }))}
      />
      {all.length > MAX_LISTED ? <p>{words.rest(all.length - MAX_LISTED)}</p> : null}
    </>
  )
}

const DiffDialog = ({ changes, onClose }: { readonly changes: Changes; readonly onClose: () => void }): ReactNode => (
  <Dialog
    title={oddsText.diff.title}
    width={760}
    onClose={onClose}
    footer={
      <button type="button" className="plain-button" onClick={onClose}>
        {peopleText.back}
      </button>
    }
  >
    {changes.prices.length === 0 ? null : <PriceDifferences prices={changes.prices} />}
    <OtherDifferences changes={changes} />
  </Dialog>
)

const Status = ({ changes }: { readonly changes: Changes }): ReactNode => {
  const count = countOf(changes)
  const losing = changes.prices.filter(({ loses }) => loses).length
  if (count + changes.wrong === 0) return words.none
  return (
    <>
      <b>{words.count(count)}</b>
      {changes.wrong === 0 ? null : <em>{words.wrong(changes.wrong)}</em>}
      {losing === 0 ? null : <em>{words.loses(losing)}</em>}
    </>
  )
}

type Asked = 'diff' | 'edge' | null

/** What a save will change, its second question where the bettor would win, and both versions after a conflict. */
export const OddsSaveBar = ({ sheet }: { readonly sheet: OddsSheet }): ReactNode => {
  const { changes } = sheet
  const { busy, save, conflicts, settle, closeConflicts } = useOddsSave(sheet)
  const [asked, setAsked] = useState<Asked>(null)
  const count = countOf(changes)
  const losing = changes.prices.filter(({ loses }) => loses)
  if (sheet.readonly && count === 0) return null
  return (
    <SaveBar status={<Status changes={changes} />}>
      <button
        type="button"
        className="ghost-button"
        disabled={sheet.edits.size === 0}
        onClick={() => sheet.setEdits(() => NO_EDITS)}
      >
        {words.discard}
      </button>
      <button type="button" className="ghost-button" disabled={count === 0} onClick={() => setAsked('diff')}>
        {words.diff(count)}
      </button>
      <button
        type="button"
        className="plain-button"
        disabled={busy || count === 0 || changes.wrong > 0}
        onClick={() => (losing.length > 0 ? setAsked('edge') : void save())}
      >
        {words.save}
      </button>
      {asked === 'diff' ? <DiffDialog changes={changes} onClose={() => setAsked(null)} /> : null}
      {asked === 'edge' ? (
        <ConfirmDialog
          title={words.againTitle}
          confirm={words.confirm}
          width={680}
          danger
          onConfirm={() => save(true)}
          onClose={() => setAsked(null)}
        >
          <p className="dialog-warn">{words.again(losing.length)}</p>
          <PriceDifferences prices={losing} />
        </ConfirmDialog>
      ) : null}
      {conflicts === null ? null : <ConflictChoice cells={conflicts} onApply={settle} onClose={closeConflicts} />}
    </SaveBar>
  )
}

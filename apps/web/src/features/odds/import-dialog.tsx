import { ODDS_TABLE_WORDS } from '@strata/contract/words'
import { readPriceTable, type TableCell, type TableFault } from '@strata/domain/games/odds-edit'
import type { ReactNode } from 'react'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { Differences } from '../../components/dialogs/differences.tsx'
import { useTableFile } from '../../components/files/use-table-file.ts'
import { oddsText } from '../../text/zh-CN/rooms/odds.ts'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import { FilePick } from '../../ui/fields/file-pick.tsx'
import {
  type CellProblem,
  type CellText,
  type ColumnId,
  changesOf,
  countOf,
  NO_EDITS,
  readCell,
  type SheetRow,
  withTexts,
} from './odds-model.ts'
import type { OddsSheet } from './use-odds-sheet.ts'

type Props = { readonly sheet: OddsSheet; readonly onClose: () => void }

const words = oddsText.file
const WHY = { ...oddsText.problems, ...words.why }

type Fault = TableFault<ColumnId, CellProblem>
type Judged =
  | { readonly kind: 'faults'; readonly faults: readonly Fault[] }
  | { readonly kind: 'texts'; readonly texts: readonly CellText[]; readonly count: number }

const titleOf = (column: ColumnId): string =>
  column === 'floor' || column === 'open' || column === 'offset'
    ? ODDS_TABLE_WORDS[column]
    : ODDS_TABLE_WORDS.pankou(column)

/** What the rows of a file mean for the sheet: with one fault nothing. A price is judged beside the floor of its row. */
const judge = (sheet: OddsSheet, table: readonly (readonly string[])[]): Judged => {
  const byId = new Map(sheet.all.map((row) => [row.id, row]))
  const rowOf = ({ playCode, key }: { readonly playCode: string; readonly key: string }): SheetRow | undefined =>
    byId.get(`${playCode} ${key}`)
  const textsOf = (cells: readonly TableCell<ColumnId>[]): CellText[] =>
    cells.flatMap((cell) => {
      const row = rowOf(cell)
      return row ? [{ row, column: cell.column, text: cell.text }] : []
    })
  const { playCode, key } = ODDS_TABLE_WORDS
  const titles = { playCode, key, columns: sheet.columns.map((column) => [column, titleOf(column)] as const) }
  const exists = (price: { readonly playCode: string; readonly key: string }): boolean => rowOf(price) !== undefined
  const all = readPriceTable<ColumnId, CellProblem>(table, { titles, exists, judge: () => null })
  const typed = withTexts(NO_EDITS, textsOf(all.cells))
  const { cells, faults } = readPriceTable<ColumnId, CellProblem>(table, {
    titles,
    exists,
    judge: (cell) => {
      const row = rowOf(cell)
      const read = row && readCell(row, cell.column, cell.text, typed)
      return read && !read.ok ? read.problem : null
    },
  })
  if (faults.length > 0) return { kind: 'faults', faults }
  const texts = textsOf(cells)
  return { kind: 'texts', texts, count: countOf(changesOf(sheet.all, withTexts(NO_EDITS, texts))) }
}

type Read = ReturnType<typeof useTableFile<Judged>>['read']

const Found = ({ read }: { readonly read: Read }): ReactNode => {
  if (read.kind === 'none') return null
  if (read.kind === 'texts') return <p role="status">{read.count === 0 ? words.same : words.found(read.count)}</p>
  if (read.kind === 'faults')
    return (
      <div role="alert">
        <p className="form-problem">{words.faults(read.faults.length)}</p>
        <Differences
          head={words.columns}
          rows={read.faults.map(({ row, column, why }) => ({
            key: `${row} ${column} ${why}`,
            cells: { row: words.row(row), column: column === null ? '' : titleOf(column), why: WHY[why] },
          }))}
        />
      </div>
    )
  if (read.kind === 'reading') return <p role="status">{words.reading}</p>
  return (
    <p className="form-problem" role="alert">
      {words.unreadable}
    </p>
  )
}

/** Reads a file into the sheet as typed values; nothing is saved here. */
export const ImportDialog = ({ sheet, onClose }: Props): ReactNode => {
  const { read, open } = useTableFile<Judged>()
  const apply = (): void => {
    if (read.kind === 'texts') sheet.put(read.texts)
    onClose()
  }
  return (
    <Dialog
      title={sheet.view.mode === 'base' ? words.title : words.offsetTitle}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="ghost-button" onClick={onClose}>
            {peopleText.cancel}
          </button>
          <button
            type="button"
            className="plain-button"
            disabled={read.kind !== 'texts' || read.count === 0}
            onClick={apply}
          >
            {words.apply}
          </button>
        </>
      }
    >
      <p className="dialog-note">{words.explain}</p>
      <FilePick
        label={words.choose}
        accept=".xlsx"
        disabled={false}
        onFile={(file) => void open(file, (table) => judge(sheet, table))}
      />
      <Found read={read} />
    </Dialog>
  )
}

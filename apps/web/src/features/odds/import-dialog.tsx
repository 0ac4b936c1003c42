import { ODDS_TABLE_WORDS } from '@strata/contract/words'
import { readPriceTable, type TableCell, type TableFault } from '@strata/domain/games/odds-edit'
import { type ReactNode, useState } from 'react'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { Differences } from '../../components/dialogs/differences.tsx'
import { createLatest } from '../../lib/latest.ts'
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
type Read =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'faults'; readonly faults: readonly Fault[] }
  | { readonly kind: 'texts'; readonly texts: readonly CellText[]; readonly count: number }

const titleOf = (column: ColumnId): string =>
  column === 'floor' || column === 'open' || column === 'offset'
    ? ODDS_TABLE_WORDS[column]
    : ODDS_TABLE_WORDS.pankou(column)

/** What the rows of a file mean for the sheet: with one fault nothing. A price is judged beside the floor of its row. */
const judge = (sheet: OddsSheet, table: readonly (readonly string[])[]): Read => {
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

const Found = ({ read }: { readonly read: Read }): ReactNode => {
  if (read.kind === 'none') return null
  if (read.kind === 'reading') return <p role="status">{words.reading}</p>
  if (read.kind === 'unreadable')
    return (
      <p className="form-problem" role="alert">
        {words.unreadable}
      </p>
    )
  if (read.kind === 'texts') return <p role="status">{read.count === 0 ? words.same : words.found(read.count)}</p>
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
}

/** Reads a file into the sheet as typed values; nothing is saved here. */
export const ImportDialog = ({ sheet, onClose }: Props): ReactNode => {
  const [read, setRead] = useState<Read>({ kind: 'none' })
  const [latest] = useState(createLatest<Read>)
  const open = async (file: File): Promise<void> => {
    setRead({ kind: 'reading' })
    const readIn = async (): Promise<Read> => {
      const { readXlsx } = await import('../../lib/xlsx/read-xlsx.ts')
      return judge(sheet, await readXlsx(file))
    }
    await latest.run(() => readIn().catch((): Read => ({ kind: 'unreadable' })), setRead)
  }
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
      <FilePick label={words.choose} accept=".xlsx" disabled={false} onFile={(file) => void open(file)} />
      <Found read={read} />
    </Dialog>
  )
}

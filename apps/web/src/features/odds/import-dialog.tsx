import { ODDS_TABLE_WORDS } from '@strata/contract/words'
import { type OddsTable, oddsText as quoteText, readOddsTable } from '@strata/domain/games/odds-edit'
import { type ReactNode, useState } from 'react'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { Differences } from '../../components/dialogs/differences.tsx'
import { oddsText } from '../../text/zh-CN/rooms/odds.ts'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import css from './odds.module.css'
import { type CellText, changesOf, NO_EDITS, readCell, withTexts } from './odds-model.ts'
import type { OddsSheet } from './use-odds-sheet.ts'

type Props = { readonly sheet: OddsSheet; readonly onClose: () => void }

const words = oddsText.file
const WHY: Readonly<Record<OddsTable['faults'][number]['why'] | 'belowFloor', string>> = {
  ...oddsText.problems,
  ...words.why,
}

type Fault = { readonly row: number; readonly pankou: string | null; readonly why: keyof typeof WHY }
type Read =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'faults'; readonly faults: readonly Fault[] }
  | { readonly kind: 'texts'; readonly texts: readonly CellText[]; readonly count: number }

/** What the rows of a file mean for the sheet: with one fault nothing. */
const judge = (sheet: OddsSheet, table: readonly (readonly string[])[]): Read => {
  const rows = new Map(sheet.all.map((row) => [row.id, row]))
  const exists = ({ playCode, key }: { readonly playCode: string; readonly key: string }): boolean =>
    rows.has(`${playCode} ${key}`)
  const { edits, faults } = readOddsTable(sheet.view.game, table, { titles: ODDS_TABLE_WORDS, exists })
  if (faults.length > 0) return { kind: 'faults', faults }
  const texts: CellText[] = []
  const low: Fault[] = []
  for (const { playCode, key, pankou, quote } of edits) {
    const row = rows.get(`${playCode} ${key}`)
    if (!row) continue
    const text = quoteText(quote)
    if (readCell(row, pankou, text).ok) texts.push({ row, column: pankou, text })
    else
      low.push({
        row: table.findIndex((cells) => cells.includes(playCode) && cells.includes(key)) + 1,
        pankou,
        why: 'belowFloor',
      })
  }
  if (low.length > 0) return { kind: 'faults', faults: low }
  return { kind: 'texts', texts, count: changesOf(sheet.all, withTexts(NO_EDITS, texts)).prices.length }
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
        rows={read.faults.map(({ row, pankou, why }) => ({
          key: `${row} ${pankou} ${why}`,
          cells: { row: words.row(row), pankou: pankou ?? '', why: WHY[why] },
        }))}
      />
    </div>
  )
}

/** Reads a file into the sheet as typed values; nothing is saved here. */
export const ImportDialog = ({ sheet, onClose }: Props): ReactNode => {
  const [read, setRead] = useState<Read>({ kind: 'none' })
  const open = async (file: File | undefined): Promise<void> => {
    if (!file) return
    setRead({ kind: 'reading' })
    try {
      const { readXlsx } = await import('./read-xlsx.ts')
      setRead(judge(sheet, await readXlsx(file)))
    } catch {
      setRead({ kind: 'unreadable' })
    }
  }
  const apply = (): void => {
    if (read.kind === 'texts') sheet.put(read.texts)
    onClose()
  }
  return (
    <Dialog
      title={words.title}
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
      <p>{words.explain}</p>
      <label className={css.file}>
        <span className="ghost-button">{words.choose}</span>
        <input
          type="file"
          accept=".xlsx"
          className="visually-hidden"
          onChange={(event) => void open(event.currentTarget.files?.[0])}
        />
      </label>
      <Found read={read} />
    </Dialog>
  )
}

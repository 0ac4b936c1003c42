import * as oddsCalls from '@strata/contract/calls/admin-odds'
import { GAMES, type Game } from '@strata/domain/games/catalogue'
import { afterBatch, oddsText as quoteText, readSigned } from '@strata/domain/games/odds-edit'
import { PANKOU } from '@strata/domain/pankou'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { queryOf } from '../../api/queries.ts'
import { oddsText } from '../../text/zh-CN/rooms/odds.ts'
import { Choice } from '../../ui/fields/choice.tsx'
import { ToggleGroup } from '../../ui/fields/toggle-group.tsx'
import { filledDown } from '../../ui/matrix/matrix-model.ts'
import { showToast } from '../../ui/pop-up/toast.ts'
import css from './odds.module.css'
import {
  type CellText,
  type ColumnId,
  floorAt,
  quoteAt,
  type SheetRow,
  savedText,
  sheetOf,
  textAt,
} from './odds-model.ts'
import { columnName } from './odds-texts.ts'
import { type Selection, selectedRange, textsOf } from './use-odds-grid.ts'
import type { OddsSheet } from './use-odds-sheet.ts'

type Props = { readonly sheet: OddsSheet; readonly selection: Selection }
type Kind = 'amount' | 'percent' | 'set'
type Cell = { readonly row: SheetRow; readonly column: ColumnId }

const words = oddsText.batch
const KINDS: readonly Kind[] = ['amount', 'percent', 'set']
const STEP = 500n

const cellsOf = ({ sheet, selection }: Props): Cell[] => {
  const { from, to } = selectedRange(selection)
  return sheet.rows
    .slice(from.row, to.row + 1)
    .flatMap((row) => sheet.columns.slice(from.column, to.column + 1).map((column) => ({ row, column })))
}

const plain = (units: bigint): string => {
  const [sign, size] = units < 0n ? ['-', -units] : ['', units]
  const fraction = (size % 10_000n).toString().padStart(4, '0').replace(/0+$/, '')
  return `${sign}${size / 10_000n}${fraction === '' ? '' : `.${fraction}`}`
}

/** The text of a cell after an operation; null: the operation has no meaning there. */
const changedText = ({ row, column }: Cell, sheet: OddsSheet, kind: Kind, by: bigint): string | null => {
  if (kind === 'set') return null
  if (column === 'open') return null
  if (column === 'floor') return quoteText(afterBatch([floorAt(row, sheet.edits)], { kind, by }))
  if (column !== 'offset') return quoteText(afterBatch(quoteAt(row, column, sheet.edits), { kind, by }))
  const now = readSigned(textAt(row, 'offset', sheet.edits)) ?? 0n
  return plain(kind === 'amount' ? now + by : (now * (1_000_000n + by)) / 1_000_000n)
}

const ByValue = (props: Props): ReactNode => {
  const { sheet } = props
  const [kind, setKind] = useState<Kind>('amount')
  const [value, setValue] = useState('-0.05')
  const units = readSigned(value)
  const step = (by: bigint): void => setValue(plain((units ?? 0n) + by))
  const apply = (): void => {
    if (kind !== 'set' && units === null) {
      showToast('warning', words.wrongValue)
      return
    }
    const texts = cellsOf(props).flatMap((cell): CellText[] => {
      const text = kind === 'set' ? value : changedText(cell, sheet, kind, units ?? 0n)
      return text === null ? [] : [{ ...cell, text }]
    })
    sheet.put(texts)
  }
  return (
    <>
      <ToggleGroup
        name="odds-batch"
        label={words.kind}
        options={KINDS.map((one) => ({ value: one, label: words.kinds[one] }))}
        value={kind}
        onChange={setKind}
      />
      <span className={css.value}>
        <button type="button" className="ghost-button" aria-label={words.less} onClick={() => step(-STEP)}>
          −
        </button>
        <input
          className="text-input"
          inputMode="decimal"
          aria-label={words.value}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') apply()
          }}
        />
        {kind === 'percent' ? <i>{words.percentSign}</i> : null}
        <button type="button" className="ghost-button" aria-label={words.more} onClick={() => step(STEP)}>
          +
        </button>
      </span>
      <button type="button" className="plain-button" onClick={apply}>
        {words.apply}
      </button>
    </>
  )
}

/** Copies into the selection from a pankou, the same prices of another game, or another merchant's differences. */
const CopyFrom = (props: Props): ReactNode => {
  const { sheet } = props
  const { view, merchants } = sheet
  const client = useQueryClient()
  const take = (from: ReadonlyMap<string, SheetRow>): void => {
    const texts = cellsOf(props).flatMap(({ row, column }): CellText[] => {
      const same = from.get(row.id)
      if (!same || same.play.tiers.length !== row.play.tiers.length) return []
      return [{ row, column, text: savedText(same, column) }]
    })
    if (texts.length === 0) showToast('warning', words.nothing)
    else {
      sheet.put(texts)
      showToast('success', words.copied(texts.length))
    }
  }
  const ask = async (game: Game, merchantId?: number): Promise<void> => {
    const input = { gameId: game.id, ...(merchantId === undefined ? {} : { merchantId }) }
    const matrix = await client.fetchQuery(queryOf(oddsCalls.oddsMatrix, input))
    take(new Map(sheetOf(game, matrix).map((row) => [row.id, row])))
  }
  const choose = (source: string): void => {
    const [kind, of] = source.split(':')
    if (kind === 'pankou') {
      const letter = PANKOU.find((one) => one === of) ?? 'A'
      const prices = cellsOf(props).filter(({ column }) => PANKOU.some((one) => one === column))
      sheet.put(prices.map((cell) => ({ ...cell, text: textAt(cell.row, letter, sheet.edits) })))
    } else if (kind === 'game') {
      const game = GAMES.find(({ code }) => code === of)
      if (game) void ask(game)
    } else if (kind === 'merchant') void ask(view.game, Number(of))
  }
  const options =
    view.mode === 'base'
      ? [
          ...PANKOU.map((letter) => ({ value: `pankou:${letter}`, label: words.ofPankou(letter) })),
          ...GAMES.filter(({ code }) => code !== view.game.code).map(({ code, name }) => ({
            value: `game:${code}`,
            label: name,
          })),
        ]
      : merchants
          .filter(({ merchantId }) => merchantId !== view.merchantId)
          .map(({ merchantId, name }) => ({ value: `merchant:${merchantId}`, label: name }))
  return (
    <Choice label={words.copy} value="" options={[{ value: '', label: words.copy }, ...options]} onChange={choose} />
  )
}

/** What can be done with the selected cells; there only while some are selected. */
export const BatchBar = (props: Props): ReactNode => {
  const { sheet, selection } = props
  const range = selectedRange(selection)
  const columns = sheet.columns.slice(range.from.column, range.to.column + 1)
  const count = range.to.row - range.from.row + 1
  const names = [columns[0], columns.at(-1)].flatMap((column) => (column === undefined ? [] : [columnName(column)]))
  const fill = (): void => {
    const valueAt = ({ row, column }: { readonly row: number; readonly column: number }): string => {
      const [of, id] = [sheet.rows[row], sheet.columns[column]]
      return of && id ? textAt(of, id, sheet.edits) : ''
    }
    sheet.put(textsOf(sheet, filledDown(range, valueAt)))
  }
  const restore = (): void => sheet.put(cellsOf(props).map((cell) => ({ ...cell, text: '' })))
  const sell = (open: 'true' | 'false') => (): void => {
    const chosen = sheet.rows.slice(range.from.row, range.to.row + 1)
    sheet.put(chosen.map((row) => ({ row, column: 'open', text: oddsText.openWords[open] })))
  }
  const ladder = (): void =>
    sheet.put(
      cellsOf(props).flatMap(({ row, column }): CellText[] => {
        if (column === 'offset' || column === 'floor' || column === 'open') return []
        const from = quoteAt(row, 'A', sheet.edits)
        const quote = afterBatch(quoteAt(row, column, sheet.edits), { kind: 'ladder', from, pankou: column })
        return [{ row, column, text: quoteText(quote) }]
      }),
    )
  return (
    <section className={css.batch} aria-label={words.label}>
      <b>{words.selected(count * columns.length)}</b>
      <span className={css.range}>{words.range([...new Set(names)].join('–'), count)}</span>
      <ByValue {...props} />
      <button type="button" className="ghost-button" onClick={fill}>
        {words.fill}
      </button>
      <CopyFrom {...props} />
      {sheet.view.mode === 'base' ? (
        <>
          <button type="button" className="ghost-button" onClick={ladder}>
            {words.ladder}
          </button>
          {(['true', 'false'] as const).map((open) => (
            <button key={open} type="button" className="ghost-button" onClick={sell(open)}>
              {oddsText.openWords[open]}
            </button>
          ))}
        </>
      ) : null}
      <button type="button" className="ghost-button" onClick={restore}>
        {words.restore}
      </button>
      <span className={css.escape}>{words.escape}</span>
    </section>
  )
}

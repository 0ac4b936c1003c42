import * as oddsCalls from '@strata/contract/calls/admin-odds'
import { GAMES, playsOfGroup } from '@strata/domain/games/catalogue'
import { type ReactNode, useState } from 'react'
import { useGameInfos } from '../../api/shared-queries.ts'
import { Countdown } from '../../components/countdown.tsx'
import { ExportButton } from '../../components/exports/export-button.tsx'
import { LogLink } from '../../components/logs/log-link.tsx'
import { appText } from '../../text/zh-CN/app/app.ts'
import { oddsText as words } from '../../text/zh-CN/rooms/odds.ts'
import { Choice } from '../../ui/fields/choice.tsx'
import { ToggleGroup } from '../../ui/fields/toggle-group.tsx'
import { MOBILE, useMedia } from '../../ui/hooks/use-media.ts'
import { pasted, readSheet } from '../../ui/matrix/matrix-model.ts'
import { showToast } from '../../ui/pop-up/toast.ts'
import { ImportDialog } from './import-dialog.tsx'
import css from './odds.module.css'
import { passes, type ShowOnly } from './odds-model.ts'
import type { SheetMode } from './odds-row.tsx'
import { selectedRange, textsOf } from './use-odds-grid.ts'
import { ALL_GROUPS, type OddsSheet } from './use-odds-sheet.ts'

type Props = { readonly sheet: OddsSheet }

/** The game, prices or differences, and how long the period on sale takes bets. */
export const OddsTabs = ({ sheet }: Props): ReactNode => {
  const { view, turn, merchants } = sheet
  const info = useGameInfos().data?.find(({ gameId }) => gameId === view.game.id)
  const period = info?.current ?? null
  return (
    <div className={css.tabs}>
      <ToggleGroup
        name="odds-game"
        label={words.game}
        options={GAMES.map(({ code, name }) => ({ value: code as string, label: name }))}
        value={view.game.code}
        onChange={(game) => turn({ game, group: '', play: '', q: '' })}
      />
      <ToggleGroup
        name="odds-mode"
        label={words.mode}
        options={(['base', 'offset'] as const).map((mode) => ({ value: mode as SheetMode, label: words.modes[mode] }))}
        value={view.mode}
        onChange={(mode) => turn({ mode: mode === 'base' ? '' : mode, only: '' })}
      />
      {view.mode === 'offset' ? (
        <Choice
          label={words.merchant}
          value={view.merchantId === null ? '' : String(view.merchantId)}
          options={[
            { value: '', label: words.chooseMerchant },
            ...merchants.map(({ merchantId, name }) => ({ value: String(merchantId), label: name })),
          ]}
          onChange={(merchant) => turn({ merchant })}
        />
      ) : null}
      <p className={css.note}>
        {period ? (
          <>
            {appText.period(period.periodNo)} <Countdown period={period} />
          </>
        ) : null}
        <span>{words.saveNote}</span>
      </p>
    </div>
  )
}

/** The play groups with the number of changes in each. */
export const GroupChoice = ({ sheet }: Props): ReactNode => {
  const { view, turn, groups, changes } = sheet
  const mobile = useMedia(MOBILE)
  const changed = [...changes.prices, ...changes.rows, ...changes.offsets]
  const all = [{ code: ALL_GROUPS, name: words.allGroups, id: 0 }, ...groups]
  const countOf = (id: number): number => changed.filter(({ row }) => id === 0 || row.play.groupId === id).length
  const choose = (group: string): void => turn({ group, play: '', q: '' })
  if (mobile)
    return (
      <Choice
        label={words.groups}
        value={view.group}
        options={all.map(({ code, name }) => ({ value: code, label: name }))}
        onChange={choose}
      />
    )
  return (
    <fieldset className={css.groups}>
      <legend className="visually-hidden">{words.groups}</legend>
      {all.map(({ code, name, id }) => {
        const count = countOf(id)
        return (
          <label key={code} className={code === view.group ? `${css.group} ${css.groupOn}` : css.group}>
            <input
              type="radio"
              className="visually-hidden"
              name="odds-group"
              checked={code === view.group}
              onChange={() => choose(code)}
            />
            {name}
            {count === 0 ? null : <i className={css.count}>{count}</i>}
          </label>
        )
      })}
    </fieldset>
  )
}

const FILTERS: readonly ShowOnly[] = ['all', 'changed', 'dropped', 'edge']

const Filters = ({ sheet }: Props): ReactNode => {
  const { view, turn, shown, edits } = sheet
  const label = (only: ShowOnly): string =>
    words.filterCount(only, shown.filter((row) => passes(row, edits, only)).length)
  return (
    <ToggleGroup
      name="odds-only"
      label={words.only}
      options={FILTERS.map((only) => ({ value: only, label: label(only) }))}
      value={view.only}
      onChange={(only) => turn({ only: only === 'all' ? '' : only })}
    />
  )
}

const PasteButton = ({ sheet }: Props): ReactNode => {
  const { selection, rows, columns, put } = sheet
  const paste = async (): Promise<void> => {
    if (selection === null) {
      showToast('warning', words.pasteFrom)
      return
    }
    const text = await navigator.clipboard?.readText().catch(() => null)
    if (typeof text !== 'string') {
      showToast('warning', words.pasteByKeys)
      return
    }
    const size = { rows: rows.length, columns: columns.length }
    put(textsOf(sheet, pasted(readSheet(text), selectedRange(selection), size)))
  }
  return (
    <button type="button" className="ghost-button" onClick={() => void paste()}>
      {words.paste}
    </button>
  )
}

/** What of the group is shown, and the ways in and out of a spreadsheet. */
export const OddsTools = ({ sheet }: Props): ReactNode => {
  const { view, turn, groups, asked, readonly } = sheet
  const [isImport, setImport] = useState(false)
  const group = groups.find(({ code }) => code === view.group)
  const plays = group ? playsOfGroup(group.id) : []
  return (
    <div className={`list-bar ${css.tools}`}>
      {plays.length > 1 ? (
        <Choice
          label={words.plays}
          value={view.play}
          options={[
            { value: '', label: words.allPlays(plays.length) },
            ...plays.map(({ code, name }) => ({ value: code, label: name })),
          ]}
          onChange={(play) => turn({ play })}
        />
      ) : null}
      <input
        className={`text-input ${css.find}`}
        type="search"
        aria-label={words.find}
        placeholder={words.find}
        maxLength={32}
        value={view.find}
        onChange={(event) => turn({ q: event.currentTarget.value }, { replace: true })}
      />
      <Filters sheet={sheet} />
      <span className="end" />
      <LogLink of={{ target: view.game.name }} />
      {readonly ? null : <PasteButton sheet={sheet} />}
      {readonly ? null : (
        <button type="button" className="ghost-button" onClick={() => setImport(true)}>
          {words.import}
        </button>
      )}
      <ExportButton call={oddsCalls.oddsMatrix} input={asked} />
      {isImport ? <ImportDialog sheet={sheet} onClose={() => setImport(false)} /> : null}
    </div>
  )
}

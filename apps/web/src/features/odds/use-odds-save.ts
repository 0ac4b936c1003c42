import * as adminCalls from '@strata/contract/calls/admin'
import * as oddsCalls from '@strata/contract/calls/admin-odds'
import { CODES } from '@strata/contract/errors'
import { formatOdds } from '@strata/domain/games/price'
import type { Odds } from '@strata/domain/money'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/api.ts'
import { ApiFailure, ApiRefusal } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import { refreshAfter } from '../../api/stale.ts'
import type { ConflictCell } from '../../components/dialogs/conflict.tsx'
import { newRequestId } from '../../lib/request-id.ts'
import { oddsText as words } from '../../text/zh-CN/rooms/odds.ts'
import { showToast } from '../../ui/pop-up/toast.ts'
import { type ColumnId, cellId, NO_EDITS, onWire, type SheetRow, savedText, sheetOf } from './odds-model.ts'
import { columnName } from './odds-texts.ts'
import type { Matrix, OddsSheet } from './use-odds-sheet.ts'

/** The cells that somebody else changed since they were read, beside what is typed in them. */
const conflictsOf = (sheet: OddsSheet, fresh: readonly SheetRow[]): ConflictCell[] => {
  const now = new Map(fresh.map((row) => [row.id, row]))
  const opened = sheet.base ? sheetOf(sheet.view.game, sheet.base) : sheet.all
  return opened.flatMap((row) =>
    sheet.columns.flatMap((column: ColumnId) => {
      const after = now.get(row.id)
      const [opened, theirs] = [savedText(row, column), after ? savedText(after, column) : '']
      if (opened === theirs) return []
      const key = cellId(row, column)
      const what = words.cell(row.play.name, row.name, columnName(column))
      return [{ key, what, opened, theirs, mine: sheet.edits.get(key) ?? null }]
    }),
  )
}

/** Saves what was typed: all prices as one version, or all differences of a merchant. */
export const useOddsSave = (sheet: OddsSheet) => {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState<{ readonly cells: readonly ConflictCell[]; readonly fresh: Matrix } | null>(null)
  const { view, changes } = sheet
  const version = sheet.base?.version ?? sheet.version
  const send = (bettorEdge: boolean): Promise<{ version: number }> => {
    const gameId = view.game.id
    if (view.mode === 'base') {
      const prices = [...onWire(changes)]
      const again = bettorEdge ? { bettorEdge: true as const } : {}
      return api.call(adminCalls.adminOddsSet, { gameId, version, prices, ...again, requestId: newRequestId() })
    }
    const offsets = changes.offsets.map(({ row, offset }) => ({
      playCode: row.play.code,
      key: row.key,
      offset: formatOdds(offset as Odds),
    }))
    const merchantId = view.merchantId ?? 0
    return api.call(oddsCalls.offsetSet, { gameId, merchantId, version, offsets, requestId: newRequestId() })
  }
  const showConflicts = async (): Promise<void> => {
    const fresh = await client.fetchQuery({ ...queryOf(oddsCalls.oddsMatrix, sheet.asked), staleTime: 0 })
    setAsked({ cells: conflictsOf(sheet, sheetOf(view.game, fresh)), fresh })
  }
  /** Whether it was saved; a refusal has been shown by the client. */
  const save = async (bettorEdge = false): Promise<boolean> => {
    setBusy(true)
    try {
      const saved = await send(bettorEdge)
      await refreshAfter(client, view.mode === 'base' ? adminCalls.adminOddsSet : oddsCalls.offsetSet)
      sheet.setEdits(() => NO_EDITS)
      showToast('success', words.save.saved(saved.version))
      return true
    } catch (error) {
      if (!(error instanceof ApiRefusal || error instanceof ApiFailure)) throw error
      if (error instanceof ApiRefusal && error.code === CODES.changed) await showConflicts()
      return false
    } finally {
      setBusy(false)
    }
  }
  /** The chosen cells return to what the other one saved; everything else that was typed stays. */
  const settle = (given: ReadonlySet<string>): void => {
    sheet.setEdits((old) => new Map([...old].filter(([key]) => !given.has(key))), asked?.fresh)
    setAsked(null)
  }
  return { busy, save, conflicts: asked?.cells ?? null, settle, closeConflicts: () => setAsked(null) }
}

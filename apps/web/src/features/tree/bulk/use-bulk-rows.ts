import { useState } from 'react'
import { ApiFailure, ApiRefusal } from '../../../api/client.ts'
import { newRequestId } from '../../../lib/request-id.ts'
import { ledgerText } from '../../../text/zh-CN/rooms/ledger.ts'
import { type Outcome, type RowResult, runEach } from './run-each.ts'

const NONE: readonly RowResult[] = []

/**
 * Does one call for each row with a request of its own, so that a row that was not answered can be sent again without
 * being done twice. `stops`: the refusals after which no other row is tried.
 */
export const useBulkRows = <Row>(rows: readonly Row[], stops: readonly number[] = []) => {
  const [results, setResults] = useState(NONE)
  const [busy, setBusy] = useState(false)
  const [requestIds, setRequestIds] = useState(() => rows.map(() => newRequestId()))
  const start = async (call: (row: Row, requestId: string) => Promise<unknown>): Promise<void> => {
    setBusy(true)
    const ids = [...requestIds]
    const act = async (row: Row, at: number): Promise<Outcome> => {
      try {
        await call(row, ids[at] ?? newRequestId())
        return { ok: true }
      } catch (caught) {
        if (caught instanceof ApiFailure) return { ok: false, reason: ledgerText.uncertain }
        if (!(caught instanceof ApiRefusal)) throw caught
        // Refused: nothing was done, so the next try is another request.
        ids[at] = newRequestId()
        return { ok: false, reason: caught.message, stop: stops.includes(caught.code) }
      }
    }
    await runEach(rows, results, act, setResults).finally(() => {
      setRequestIds(ids)
      setBusy(false)
    })
  }
  const allDone = results.length > 0 && results.every(({ state }) => state === 'done')
  return { results, busy, start, allDone }
}

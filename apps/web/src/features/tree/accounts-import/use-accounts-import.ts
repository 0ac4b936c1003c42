import * as treeCalls from '@strata/contract/calls/tree'
import type { ResponseOf } from '@strata/contract/endpoint'
import type { importAccounts } from '@strata/contract/endpoints/tree'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ports } from '../../../api/api.ts'
import { ApiRefusal, createClient } from '../../../api/client.ts'
import { seal } from '../../../api/seal.ts'
import { callSealed } from '../../../api/sealed-call.ts'
import { refreshAfter } from '../../../api/stale.ts'
import { useTableFile } from '../../../components/files/use-table-file.ts'
import { makePassword } from '../../../lib/password.ts'
import { newRequestId } from '../../../lib/request-id.ts'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import { showToast } from '../../../ui/pop-up/toast.ts'
import { type Allowed, type Line, readAccountTable } from './account-table.ts'
import { type Sources, type WishedItem, type WishedTerms, wishOf } from './import-terms.ts'

const words = treeText.importAccounts

type Preview = Extract<ResponseOf<typeof importAccounts>, { readonly faults: unknown }>
export type RowFault = { readonly row: number; readonly text: string }
export type ShownLine = Omit<Line, 'uplineShare' | 'downlineCap'> & {
  readonly uplineShare: string
  readonly downlineCap: string
}
/** A file without faults, with what is sent to create it: the same request may be sent again. */
type Ready = {
  readonly kind: 'ready'
  readonly terms: WishedTerms[]
  readonly items: WishedItem[]
  readonly lines: readonly ShownLine[]
  readonly passwords: readonly string[]
  readonly confirm: string
  readonly requestId: string
}
type Judged = { readonly kind: 'empty' } | { readonly kind: 'faults'; readonly faults: readonly RowFault[] } | Ready
export type Read = ReturnType<typeof useTableFile<Judged>>['read']
export type MadeAccount = { readonly accountName: string; readonly password: string }

/** The below of which the file creates accounts. */
export type Place = { readonly parentPathsId: number; readonly allowed: Allowed; readonly sources: Sources }

const labelled = (column: keyof typeof words.columns | 'terms' | null | undefined, why: string): string => {
  if (column === null || column === undefined) return why
  return `${column === 'terms' ? words.terms : words.columns[column]}：${why}`
}

const serverFaults = (lines: readonly { readonly row: number }[], faults: Preview['faults']): readonly RowFault[] =>
  faults.map(({ place, field, reason }) => ({ row: lines[place]?.row ?? 0, text: labelled(field, reason) }))

/**
 * The server creates row after row, and hashes one password after the other, each behind the bets that come in: 200 may
 * take minutes on a busy server.
 */
const TIMEOUT_MS = 300_000
const patient = {
  ...ports,
  fetch: (input: RequestInfo | URL, init?: RequestInit) =>
    ports.fetch(input, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }),
}

/** What the file means: its own faults, then what the server says against its rows, then the accounts. */
const judge = async (
  { parentPathsId, allowed, sources }: Place,
  table: readonly (readonly string[])[],
): Promise<Judged> => {
  const { lines, faults } = readAccountTable(table, allowed)
  if (faults.length > 0)
    return { kind: 'faults', faults: faults.map(({ row, column, why }) => ({ row, text: labelled(column, why) })) }
  if (lines.length === 0) return { kind: 'empty' }
  const { terms, items, shown } = wishOf(lines, sources)
  const preview = await createClient(patient).call(treeCalls.importAccounts, {
    parentPathsId,
    terms,
    items,
    preview: true,
  })
  if (!('faults' in preview)) throw new Error('a preview was saved')
  if (preview.faults.length > 0) return { kind: 'faults', faults: serverFaults(lines, preview.faults) }
  const passwords = items.map(() => makePassword((bytes) => crypto.getRandomValues(bytes)))
  const { confirm } = preview
  return { kind: 'ready', terms, items, lines: shown, passwords, confirm, requestId: newRequestId() }
}

const createAll = async (parentPathsId: number, ready: Ready): Promise<readonly MadeAccount[]> => {
  const { terms, items, passwords, confirm, requestId } = ready
  await callSealed(async (client) => {
    const sealed = await Promise.all(
      items.map(async (item, place) => ({ ...item, password: await seal(passwords[place] ?? '') })),
    )
    return client.call(treeCalls.importAccounts, { parentPathsId, terms, items: sealed, confirm, requestId })
  }, patient)
  return items.map(({ accountName }, place) => ({ accountName, password: passwords[place] ?? '' }))
}

/** Reads a file, and creates its accounts: all of them, or none. */
export const useAccountsImport = (place: Place | null) => {
  const client = useQueryClient()
  const { read, setRead, open, forget } = useTableFile<Judged>()
  const [busy, setBusy] = useState(false)
  const [uncertain, setUncertain] = useState(false)
  const [made, setMade] = useState<readonly MadeAccount[] | null>(null)
  const openIn = async (file: File): Promise<void> => {
    if (!place) return
    setUncertain(false)
    await open(file, (table) => judge(place, table))
  }
  const save = async (): Promise<void> => {
    if (read.kind !== 'ready' || !place) return
    setBusy(true)
    setUncertain(false)
    try {
      setMade(await createAll(place.parentPathsId, read))
      showToast('success', words.made(read.items.length))
      void refreshAfter(client, treeCalls.importAccounts)
    } catch (cause) {
      // Without an answer the same request, with the same passwords, can be sent again.
      if (!(cause instanceof ApiRefusal)) return setUncertain(true)
      const { faults = [] } = (cause.data ?? {}) as { readonly faults?: Preview['faults'] }
      setRead(faults.length > 0 ? { kind: 'faults', faults: serverFaults(read.lines, faults) } : { kind: 'none' })
      await refreshAfter(client, treeCalls.importAccounts)
    } finally {
      setBusy(false)
    }
  }
  return { read, busy, uncertain, made, open: openIn, save, forget }
}

import * as operationsCalls from '@strata/contract/calls/operations'
import { PERMISSION } from '@strata/contract/permissions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useAllMerchants } from '../../api/all-merchants.ts'
import { api } from '../../api/api.ts'
import { ApiFailure, ApiRefusal } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { refreshAfter } from '../../api/stale.ts'
import { ListState } from '../../components/list-state.tsx'
import { formatInstant } from '../../lib/instant.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { jobsText } from '../../text/zh-CN/rooms/jobs.ts'
import { Choice } from '../../ui/fields/choice.tsx'
import { showToast } from '../../ui/pop-up/toast.ts'
import { FindingsDialog } from './findings-dialog.tsx'
import css from './jobs.module.css'
import type { Run } from './run.ts'
import { RunTable } from './run-table.tsx'

const words = jobsText.verify

const isOver = ({ state }: Run): boolean => state !== 'waiting' && state !== 'running'

/** A refusal has been shown by the client. */
const useStart = () => {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const start = async (agentPathsId: number | null): Promise<void> => {
    setBusy(true)
    try {
      const scope = agentPathsId === null ? {} : { agentPathsId }
      await api.call(operationsCalls.verifyStart, { ...scope, requestId: newRequestId() })
      showToast('success', words.started)
    } catch (error) {
      if (!(error instanceof ApiRefusal || error instanceof ApiFailure)) throw error
    } finally {
      setBusy(false)
      void refreshAfter(client, operationsCalls.verifyStart)
    }
  }
  return { busy, start }
}

const StartVerify = ({ goes }: { readonly goes: boolean }): ReactNode => {
  const ids = useSession(({ permissionIds }) => permissionIds)
  const merchants = useAllMerchants(ids.includes(PERMISSION.merchants))
  const [scope, setScope] = useState('')
  const { busy, start } = useStart()
  if (!ids.includes(PERMISSION.jobs)) return null
  return (
    <>
      <Choice
        label={words.scope}
        value={scope}
        options={[
          { value: '', label: words.all },
          ...(merchants.data?.items ?? []).map(({ agentPathsId, code, nickname }) => ({
            value: String(agentPathsId),
            label: `${code} ${nickname}`.trim(),
          })),
        ]}
        onChange={setScope}
      />
      <button
        type="button"
        className="plain-button"
        disabled={busy || goes}
        onClick={() => void start(scope === '' ? null : Number(scope))}
      >
        {words.start}
      </button>
    </>
  )
}

/** Holds the books to their rules: one merchant or all, with the history of runs. */
export const VerifyCard = (): ReactNode => {
  const runs = useQuery({
    ...queryOf(operationsCalls.verifyQuery, { pageIndex: 1, pageSize: 10 }, { automatic: true }),
    refetchInterval: ({ state }) => (state.data?.items.every(isOver) === false ? 1_500 : 30_000),
  })
  const [shown, setShown] = useState<Run | null>(null)
  const clean = runs.data?.lastClean ?? null
  return (
    <section className="card" aria-label={words.title} data-part="verify">
      <div className={css.head}>
        <h2>{words.title}</h2>
        <span className={css.note} data-part="last-clean">
          {words.lastClean}：{clean === null ? words.never : formatInstant(clean).slice(0, 16)}
        </span>
        <span className={css.end}>
          <StartVerify goes={runs.data?.items.every(isOver) === false} />
        </span>
      </div>
      <ListState query={runs} isEmpty={({ items }) => items.length === 0} empty={words.empty}>
        {({ items }) => <RunTable runs={items} onShow={setShown} />}
      </ListState>
      {shown === null ? null : <FindingsDialog run={shown} onClose={() => setShown(null)} />}
    </section>
  )
}

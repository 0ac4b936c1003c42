import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { verifyQuery, verifyStart } from '@strata/contract/endpoints/operations'
import { VERIFY_RULES } from '@strata/contract/words'
import type { MerchantId } from '@strata/domain/ids'
import { ROLE } from '@strata/domain/tree'
import { z } from 'zod'
import type { AccessContext, Caller } from '../../access/session.ts'
import type { Pool } from '../../platform/db.ts'
import { idOf, nextId } from '../../platform/ids.ts'
import { addJob } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import { listMerchantIds, merchantCode } from '../../tree/merchants.ts'
import { changeAs, logForHead } from '../change.ts'
import { faultsOf } from '../verify.ts'
import {
  addFindings,
  beginRun,
  endRun,
  type Finding,
  insertRun,
  lastCleanRun,
  pageOfRuns,
  type VerifyRun,
} from './store-verify-runs.ts'

type Answer = ResponseOf<typeof verifyQuery>

const TASK = 'admin:verify'
const MAX_ROW = 600
const MAX_ERROR = 300

const instantOf = (at: bigint | null): number | null => (at === null ? null : Number(at))

const rules: Readonly<Record<string, string>> = VERIFY_RULES

const runOnWire = (run: VerifyRun): Answer['items'][number] => ({
  runId: String(run.id),
  at: Number(run.at),
  operatorName: run.operator,
  merchant: run.only_one ?? '',
  state: run.state,
  merchants: run.merchants.length,
  done: run.done,
  startedAt: instantOf(run.started_at),
  doneAt: instantOf(run.done_at),
  findings: run.findings.map(({ merchant, check, row }) => ({ merchant, rule: rules[check] ?? check, row })),
  error: run.error,
})

/** verify/query: the history of runs, newest first, with the progress of one that goes. */
export async function queryRuns(
  { pool }: AccessContext,
  { pageIndex, pageSize, sortInfo }: ParsedRequestOf<typeof verifyQuery>,
): Promise<Answer> {
  const page = { ascending: sortInfo?.direction === 0, limit: pageSize, offset: (pageIndex - 1) * pageSize }
  const { items, total } = await pageOfRuns(pool, page)
  return { items: items.map(runOnWire), total, pageIndex, pageSize, lastClean: await lastCleanRun(pool) }
}

/** verify/start: a job that verifies one merchant or all. Refused in this order: notFound (no merchant's path), verifyGoes. */
export async function startRun(
  context: AccessContext,
  caller: Caller,
  input: ParsedRequestOf<typeof verifyStart>,
): Promise<ResponseOf<typeof verifyStart> | Refusal> {
  const target = input.agentPathsId === undefined ? null : caller.targets.get(input.agentPathsId)
  if (target === undefined || (target !== null && target.role !== ROLE.merchant)) return refuse('notFound')
  return changeAs(context, caller, { call: 'verify/start', input }, async (tx, at) => {
    const only = target === null ? null : await merchantCode(tx, target.merchantId)
    const merchants = target === null ? await listMerchantIds(tx) : [target.merchantId]
    const id = nextId()
    const operator = caller.account.name
    if (!(await insertRun(tx, { id, operator, at, only_one: only, merchants }))) return refuse('verifyGoes')
    await addJob(tx, TASK, { runId: String(id) }, { key: `verify:${id}` })
    const changes = [{ field: 'verify', label: '范围', before: null, after: only ?? `全部${merchants.length}个商户` }]
    await logForHead(tx, caller, { action: 'verify', targetName: only ?? '全部商户', changes }, at)
    return { runId: String(id) }
  })
}

const asText = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value)

async function findingsOf(pool: Pool, merchantId: MerchantId): Promise<Finding[]> {
  const faults = await faultsOf(pool, merchantId)
  if (faults.length === 0) return []
  const merchant = await merchantCode(pool, merchantId)
  return faults.map(({ check, row }) => ({
    merchantId,
    merchant,
    check,
    row: JSON.stringify(row, asText).slice(0, MAX_ROW),
  }))
}

/** Verifies the merchants of a run one by one. A run whose process ended goes on with the next merchant. */
export async function runVerify(
  { pool, clock, onDone }: Pick<Platform, 'pool' | 'clock'> & { readonly onDone?: (seconds: number) => void },
  id: bigint,
): Promise<void> {
  const run = await beginRun(pool, id, clock())
  if (!run) return
  let error = ''
  try {
    for (const merchantId of run.merchants.slice(run.done)) {
      const began = performance.now()
      await addFindings(pool, id, await findingsOf(pool, merchantId))
      onDone?.((performance.now() - began) / 1000)
    }
  } catch (caught) {
    error = (caught instanceof Error ? caught.message : String(caught)).slice(0, MAX_ERROR) || 'unknown'
  }
  await endRun(pool, id, clock(), error)
}

const payload = z.object({ runId: z.string() })

export function verifyJobs({
  jobs,
  pool,
  clock,
  metrics,
}: Pick<Platform, 'jobs' | 'pool' | 'clock' | 'metrics'>): void {
  const seconds = metrics.histogram('strata_verify_seconds', 'Time to recompute all books of one merchant')
  jobs.task(TASK, (given) => runVerify({ pool, clock, onDone: seconds.observe }, idOf(payload.parse(given).runId)))
}

import { allChanges, allLogins } from '@strata/contract/endpoints/operators'
import {
  allChangesFilter,
  allChangesStatement,
  allLoginsFilter,
  allLoginsStatement,
  anyChangeOnWire,
  anyLoginOnWire,
  countAllChanges,
  countAllLogins,
  type FoundAnyChange,
  type FoundAnyLogin,
} from '../access/audit-log.ts'
import { inChunks, mapChunks } from '../platform/chunks.ts'
import { changeText } from './own-lists.ts'
import { CHUNK_ROWS, exportSource, LONG_ROWS, openedList } from './source.ts'

/** The logs of the whole platform as files. */

const all = { limit: null, offset: 0 }
const HEAD = '总公司'

export const allChangesSource = exportSource(allChanges, '全平台变更日志', async (on, { input }) => {
  const filter = { ...(await allChangesFilter(on, input)), ...all }
  return openedList<ReturnType<typeof anyChangeOnWire>>({
    columns: [
      ['时间', 'instant', (row) => row.at],
      ['商户', 'text', (row) => row.merchantName || HEAD],
      ['操作人', 'text', (row) => row.operatorName],
      ['对象', 'text', (row) => row.targetName],
      ['动作', 'text', (row) => row.action],
      ['变更内容', 'text', (row) => row.changes.map(changeText).join('；')],
      ['IP', 'text', (row) => row.ip],
    ],
    count: () => countAllChanges(on, filter),
    isLong: async () => (await countAllChanges(on, filter)) > LONG_ROWS,
    rows: () =>
      mapChunks(
        inChunks<FoundAnyChange & Record<string, unknown>>(on, allChangesStatement(filter), CHUNK_ROWS),
        anyChangeOnWire,
      ),
  })
})

export const allLoginsSource = exportSource(allLogins, '全平台登录日志', async (on, { input }) => {
  const filter = { ...allLoginsFilter(input), ...all }
  return openedList<ReturnType<typeof anyLoginOnWire>>({
    columns: [
      ['时间', 'instant', (row) => row.at],
      ['商户', 'text', (row) => row.merchantName],
      ['账号', 'text', (row) => row.accountName],
      ['结果', 'text', (row) => row.result],
      ['IP', 'text', (row) => row.ip],
      ['设备', 'text', (row) => row.device],
    ],
    count: () => countAllLogins(on, filter),
    isLong: async () => (await countAllLogins(on, filter)) > LONG_ROWS,
    rows: () =>
      mapChunks(
        inChunks<FoundAnyLogin & Record<string, unknown>>(on, allLoginsStatement(filter), CHUNK_ROWS),
        anyLoginOnWire,
      ),
  })
})

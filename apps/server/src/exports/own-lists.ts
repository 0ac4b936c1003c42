import { actionLogQuery, findLoginLog } from '@strata/contract/endpoints/access'
import { queryChildAccount } from '@strata/contract/endpoints/sub-accounts'
import { STATUS_WORDS } from '@strata/contract/words'
import { listSubAccounts } from '../access/accounts.ts'
import {
  changeFilter,
  changeOnWire,
  changesStatement,
  countChanges,
  countLogins,
  type FoundChange,
  type FoundLogin,
  loginFilter,
  loginOnWire,
  loginsStatement,
} from '../access/audit-log.ts'
import { inChunks, mapChunks } from '../platform/chunks.ts'
import { Refusal } from '../platform/refusal.ts'
import { CHUNK_ROWS, exportSource, LONG_ROWS, openedList, pagedList, permissionNames } from './source.ts'

/** Sources for lists of the room access, which comes before this room and cannot import it. */

const all = { limit: null, offset: 0 }

type Change = ReturnType<typeof changeOnWire>['changes'][number]
export const changeText = ({ label, before, after }: Change): string =>
  `${label}：${before || '（空）'} → ${after || '（空）'}`

export const loginLogSource = exportSource(findLoginLog, '登录日志', async (on, { caller, input }) => {
  const own = await loginFilter(on, caller, input)
  if (own instanceof Refusal) return own
  const filter = { ...own, ...all }
  return openedList<ReturnType<typeof loginOnWire>>({
    columns: [
      ['时间', 'instant', (row) => row.at],
      ['账号', 'text', (row) => row.accountName],
      ['结果', 'text', (row) => row.result],
      ['IP', 'text', (row) => row.ip],
      ['地区', 'text', (row) => row.region],
      ['设备', 'text', (row) => row.device],
    ],
    count: () => countLogins(on, filter),
    isLong: async () => (await countLogins(on, filter)) > LONG_ROWS,
    rows: () =>
      mapChunks(inChunks<FoundLogin & Record<string, unknown>>(on, loginsStatement(filter), CHUNK_ROWS), loginOnWire),
  })
})

export const actionLogSource = exportSource(actionLogQuery, '变更日志', async (on, { caller, input }) => {
  const filter = { ...(await changeFilter(on, caller, input)), ...all }
  return openedList<ReturnType<typeof changeOnWire>>({
    columns: [
      ['时间', 'instant', (row) => row.at],
      ['操作人', 'text', (row) => row.operatorName],
      ['对象', 'text', (row) => row.targetName],
      ['动作', 'text', (row) => row.action],
      ['变更内容', 'text', (row) => row.changes.map(changeText).join('；')],
      ['IP', 'text', (row) => row.ip],
    ],
    count: () => countChanges(on, filter),
    isLong: async () => (await countChanges(on, filter)) > LONG_ROWS,
    rows: () =>
      mapChunks(
        inChunks<FoundChange & Record<string, unknown>>(on, changesStatement(filter), CHUNK_ROWS),
        changeOnWire,
      ),
  })
})

export const subAccountsSource = exportSource(queryChildAccount, '子账号', async (on, { caller, input }) =>
  pagedList<Awaited<ReturnType<typeof listSubAccounts>>['items'][number]>({
    columns: [
      ['账号', 'text', (row) => row.accountName],
      ['昵称', 'text', (row) => row.nickname],
      ['状态', 'text', (row) => STATUS_WORDS[row.status]],
      ['权限', 'text', (row) => permissionNames(row.moduleIds)],
      ['允许登录的IP', 'text', (row) => row.allowedIps.join('、')],
      ['创建时间', 'instant', (row) => row.createdAt],
      ['最后登录', 'instant', (row) => row.lastLoginAt],
    ],
    page: (page) => listSubAccounts({ pool: on }, caller, { ...input, ...page } as typeof input),
  }),
)

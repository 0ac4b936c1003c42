/** The calls of accounts, funds, groups and one's own profile; calls.ts says how. */
import type {
  accountInfo,
  actionLogQuery,
  findLoginLog,
  sessionQuery,
  sessionRevoke,
  updateAccountInfo,
  validatorDisable,
  validatorEnable,
  validatorReset,
  validatorSetup,
} from '@strata/contract/endpoints/access'
import type {
  addGroup,
  createGroupCommand,
  findGroup,
  getGroupCommand,
  groupDropdown,
  setGroupMembers,
  updateGroup,
} from '@strata/contract/endpoints/groups'
import type { agentRecovery, agentTransfer, fundsQuery, merchantTransfer } from '@strata/contract/endpoints/ledger'
import type {
  childAccountModules,
  childAccountTemplates,
  createChildAccount,
  queryChildAccount,
  updateChildAccount,
  updateChildAccountStatus,
} from '@strata/contract/endpoints/sub-accounts'
import type {
  bulkTermsQuery,
  createAgent,
  createMember,
  maxFillQuery,
  setTerms,
  setTermsMany,
  updateStatus,
  upgradeToAgent,
} from '@strata/contract/endpoints/tree'
import type { Call } from './client.ts'

export const setTermsCall: Call<typeof setTerms> = {
  id: 'tree.setTerms',
  method: 'POST',
  path: '/api/common/game/agent/set/v1',
}
export const setTermsManyCall: Call<typeof setTermsMany> = {
  id: 'tree.setTermsMany',
  method: 'POST',
  path: '/api/common/game/agent/set/many',
}
export const bulkTermsCall: Call<typeof bulkTermsQuery> = {
  id: 'tree.bulkTermsQuery',
  method: 'POST',
  path: '/api/common/game/agent/set/many/query',
}
export const createAgentCall: Call<typeof createAgent> = {
  id: 'tree.createAgent',
  method: 'POST',
  path: '/api/agent/create',
}
export const createMemberCall: Call<typeof createMember> = {
  id: 'tree.createMember',
  method: 'POST',
  path: '/api/agent/create-member',
}
export const upgradeCall: Call<typeof upgradeToAgent> = {
  id: 'tree.upgradeToAgent',
  method: 'POST',
  path: '/api/agent/upgrade-to-agent',
}
export const updateStatusCall: Call<typeof updateStatus> = {
  id: 'tree.updateStatus',
  method: 'POST',
  path: '/api/common/account/updatestatus',
}
export const accountInfoCall: Call<typeof accountInfo> = {
  id: 'access.accountInfo',
  method: 'GET',
  path: '/api/common/account/account-info',
}
export const updateAccountInfoCall: Call<typeof updateAccountInfo> = {
  id: 'access.updateAccountInfo',
  method: 'POST',
  path: '/api/common/account/update-account-info',
}
export const loginLogCall: Call<typeof findLoginLog> = {
  id: 'access.findLoginLog',
  method: 'POST',
  path: '/api/common/account/findloginlog',
}
export const actionLogCall: Call<typeof actionLogQuery> = {
  id: 'access.actionLogQuery',
  method: 'POST',
  path: '/api/common/actionlog/query',
}
export const sessionsCall: Call<typeof sessionQuery> = {
  id: 'access.sessionQuery',
  method: 'POST',
  path: '/api/common/account/session/query',
}
export const revokeSessionCall: Call<typeof sessionRevoke> = {
  id: 'access.sessionRevoke',
  method: 'POST',
  path: '/api/common/account/session/revoke',
}
export const validatorSetupCall: Call<typeof validatorSetup> = {
  id: 'access.validatorSetup',
  method: 'POST',
  path: '/api/common/account/validator/setup',
}
export const validatorEnableCall: Call<typeof validatorEnable> = {
  id: 'access.validatorEnable',
  method: 'POST',
  path: '/api/common/account/validator/enable',
}
export const validatorDisableCall: Call<typeof validatorDisable> = {
  id: 'access.validatorDisable',
  method: 'POST',
  path: '/api/common/account/validator/disable',
}
export const agentTransferCall: Call<typeof agentTransfer> = {
  id: 'ledger.agentTransfer',
  method: 'POST',
  path: '/api/common/funds/agent/transfer',
}
export const merchantTransferCall: Call<typeof merchantTransfer> = {
  id: 'ledger.merchantTransfer',
  method: 'POST',
  path: '/api/common/funds/merchant/transfer',
}
export const recoveryCall: Call<typeof agentRecovery> = {
  id: 'ledger.agentRecovery',
  method: 'POST',
  path: '/api/common/funds/agent/recovery',
}
export const fundsQueryCall: Call<typeof fundsQuery> = {
  id: 'ledger.fundsQuery',
  method: 'POST',
  path: '/api/common/funds/query',
}
export const templatesCall: Call<typeof childAccountTemplates> = {
  id: 'sub-accounts.templates',
  method: 'GET',
  path: '/api/common/drop-down-list/sys-childaccount',
}
export const modulesCall: Call<typeof childAccountModules> = {
  id: 'sub-accounts.modules',
  method: 'GET',
  path: '/api/common/account/childaccount-rolemodule',
}
export const querySubAccountsCall: Call<typeof queryChildAccount> = {
  id: 'sub-accounts.query',
  method: 'POST',
  path: '/api/common/account/query-childaccount',
}
export const createSubAccountCall: Call<typeof createChildAccount> = {
  id: 'sub-accounts.create',
  method: 'POST',
  path: '/api/common/account/create-childaccount',
}
export const updateSubAccountCall: Call<typeof updateChildAccount> = {
  id: 'sub-accounts.update',
  method: 'POST',
  path: '/api/common/account/update-childaccount',
}
export const subAccountStatusCall: Call<typeof updateChildAccountStatus> = {
  id: 'sub-accounts.updateStatus',
  method: 'POST',
  path: '/api/common/account/update-childaccount-statue',
}
export const maxFillCall: Call<typeof maxFillQuery> = {
  id: 'tree.maxFillQuery',
  method: 'POST',
  path: '/api/common/replenishment/max-fill/query',
}
export const groupDropdownCall: Call<typeof groupDropdown> = {
  id: 'groups.groupDropdown',
  method: 'GET',
  path: '/api/common/funds/group/dropdown',
}
export const findGroupCall: Call<typeof findGroup> = {
  id: 'groups.findGroup',
  method: 'POST',
  path: '/api/agent/groupmanage/findgroup',
}
export const addGroupCall: Call<typeof addGroup> = {
  id: 'groups.addGroup',
  method: 'POST',
  path: '/api/agent/groupmanage/addgroupinfo',
}
export const updateGroupCall: Call<typeof updateGroup> = {
  id: 'groups.updateGroup',
  method: 'POST',
  path: '/api/agent/groupmanage/updategroupinfo',
}
export const groupMembersCall: Call<typeof setGroupMembers> = {
  id: 'groups.setGroupMembers',
  method: 'POST',
  path: '/api/agent/groupmanage/setmember',
}
export const groupCommandsCall: Call<typeof getGroupCommand> = {
  id: 'groups.getGroupCommand',
  method: 'POST',
  path: '/api/common/account/get-group-command',
}
export const saveGroupCommandsCall: Call<typeof createGroupCommand> = {
  id: 'groups.createGroupCommand',
  method: 'POST',
  path: '/api/common/account/create-group-command',
}
export const validatorResetCall: Call<typeof validatorReset> = {
  id: 'access.validatorReset',
  method: 'POST',
  path: '/api/common/account/validator/reset',
}

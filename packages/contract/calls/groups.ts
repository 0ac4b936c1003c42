/**
 * Chat groups: an agent's settings for them, and the messages that their bot passes on. The bot's calls are signed
 * like a game platform's.
 */

import type { CallSpec } from '../call.ts'
import { PERMISSION } from '../permissions.ts'

export const groupMessage = {
  id: 'groups.message',
  method: 'POST',
  path: '/api/rec/group/message',
  permission: 'signed',
  summary: '群组消息',
} as const satisfies CallSpec

export const addGroup = {
  id: 'groups.addGroup',
  method: 'POST',
  path: '/api/agent/groupmanage/addgroupinfo',
  permission: PERMISSION.groups,
  write: true,
  summary: '新增群组',
} as const satisfies CallSpec

export const updateGroup = {
  id: 'groups.updateGroup',
  method: 'POST',
  path: '/api/agent/groupmanage/updategroupinfo',
  permission: PERMISSION.groups,
  write: true,
  summary: '修改群组',
} as const satisfies CallSpec

export const findGroup = {
  id: 'groups.findGroup',
  method: 'POST',
  path: '/api/agent/groupmanage/findgroup',
  permission: PERMISSION.groups,
  summary: '群组列表',
} as const satisfies CallSpec

export const setGroupMembers = {
  id: 'groups.setGroupMembers',
  method: 'POST',
  path: '/api/agent/groupmanage/setmember',
  permission: PERMISSION.groups,
  write: true,
  summary: '设置群组成员',
} as const satisfies CallSpec

export const groupDropdown = {
  id: 'groups.groupDropdown',
  method: 'GET',
  path: '/api/common/funds/group/dropdown',
  permission: [PERMISSION.groups, PERMISSION.accounts, PERMISSION.boards],
  summary: '群组下拉',
} as const satisfies CallSpec

export const createGroupCommand = {
  id: 'groups.createGroupCommand',
  method: 'POST',
  path: '/api/common/account/create-group-command',
  permission: PERMISSION.groups,
  write: true,
  summary: '设置群组指令',
} as const satisfies CallSpec

export const getGroupCommand = {
  id: 'groups.getGroupCommand',
  method: 'POST',
  path: '/api/common/account/get-group-command',
  permission: PERMISSION.groups,
  summary: '查询群组指令',
} as const satisfies CallSpec

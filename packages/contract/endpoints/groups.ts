/**
 * Chat groups: an agent's settings for them, and the messages that their bot passes on. The bot's calls are signed
 * like a game platform's.
 */

import { z } from 'zod'
import * as calls from '../calls/groups.ts'
import { endpoint } from '../endpoint.ts'
import {
  changeRequest,
  chatGroupId,
  exportableList,
  gameId,
  instant,
  keyword,
  line,
  longId,
  money,
  nothing,
  pageOf,
  pankou,
  pathId,
  readRequest,
  remark,
  status,
} from '../fields.ts'

/** One bet as the server read it; a bet that it could not read has no codes. */
const groupBet = z.object({
  /** The text of the bet as written. */
  text: z.string(),
  gameName: z.string(),
  playName: z.string(),
  itemName: z.string(),
  stake: money,
  accepted: z.boolean(),
  orderNo: longId.optional(),
  /** Why it was refused, in Chinese. */
  reason: z.string().optional(),
})

export const groupMessage = endpoint(calls.groupMessage, {
  request: readRequest({
    /** The channel's own number of the message; the same number again gets the same answer. */
    messageId: z.string().regex(/^[\x21-\x7e]{1,64}$/),
    /** The chat of the message; a private chat with the bot is `@` and the account. */
    channelId: z.string().regex(/^[\x21-\x7e]{1,64}$/),
    account: z.string().min(1).max(32),
    text: z.string().min(1).max(500),
  }),
  response: z.object({
    action: z.enum(['balance', 'bet', 'cancel', 'result', 'help', 'rank', 'none']),
    /** The bot's answer, escaped for HTML; '' if it does not answer. */
    reply: z.string(),
    bets: z.array(groupBet),
  }),
})

// ---- chat groups -----------------------------------------------------------------------------------------------

const groupFields = {
  groupName: line(32).min(1),
  channel: z.enum(['telegram', 'web']),
  channelId: line(64).optional(),
  pankou,
  gameIds: z.array(gameId).max(100),
  remark: remark.optional(),
}

export const addGroup = endpoint(calls.addGroup, {
  request: changeRequest(groupFields),
  response: z.object({ groupId: chatGroupId }),
})

export const updateGroup = endpoint(calls.updateGroup, {
  request: changeRequest({
    groupId: chatGroupId,
    groupName: groupFields.groupName.optional(),
    channel: groupFields.channel.optional(),
    channelId: groupFields.channelId,
    pankou: pankou.optional(),
    gameIds: groupFields.gameIds.optional(),
    remark: groupFields.remark,
    status: status.optional(),
  }),
  response: nothing,
})

export const findGroup = endpoint(calls.findGroup, {
  request: exportableList(['groupName', 'createdAt', 'members'], {
    keyword: keyword.optional(),
    status: status.optional(),
  }),
  response: pageOf(
    z.object({
      groupId: chatGroupId,
      groupName: z.string(),
      channel: groupFields.channel,
      channelId: z.string(),
      pankou,
      gameIds: z.array(gameId),
      remark: z.string(),
      status,
      members: z.int().min(0),
      createdAt: instant,
    }),
  ),
})

export const setGroupMembers = endpoint(calls.setGroupMembers, {
  request: changeRequest({
    groupId: chatGroupId,
    agentPathsIds: z.array(pathId).min(1).max(500),
    remove: z.boolean().optional(),
  }),
  response: nothing,
})

export const groupDropdown = endpoint(calls.groupDropdown, {
  request: readRequest({}),
  response: z.array(z.object({ groupId: chatGroupId, groupName: z.string() })),
})

const groupCommands = {
  commands: z
    .array(
      z.strictObject({
        keyword: line(16).min(1),
        action: z.enum(['balance', 'bet', 'cancel', 'result', 'help', 'rank']),
        enabled: z.boolean(),
        reply: line(200).optional(),
      }),
    )
    .max(50),
}

export const createGroupCommand = endpoint(calls.createGroupCommand, {
  request: changeRequest({ groupId: chatGroupId, ...groupCommands }),
  response: nothing,
})

export const getGroupCommand = endpoint(calls.getGroupCommand, {
  request: readRequest({ groupId: chatGroupId }),
  response: z.object({ groupId: chatGroupId, ...groupCommands }),
})

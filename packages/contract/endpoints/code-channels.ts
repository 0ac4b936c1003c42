/** The operators' side: the channels that send reset codes. */

import { z } from 'zod'
import * as calls from '../calls/code-channels.ts'
import { endpoint } from '../endpoint.ts'
import { changeRequest, instant, line, nothing, readRequest, version, wrappedPassword } from '../fields.ts'

/** `bot`: chats of a bot, contacts like `telegram:123456`. `mail`: mail addresses. */
export const CHANNELS = ['bot', 'mail'] as const
/** What a trial message met: `sent`, or why it was not. */
export const CHANNEL_OUTCOMES = ['sent', 'refused', 'blocked', 'unreachable'] as const

const channel = z.enum(CHANNELS)
const outcome = z.enum(CHANNEL_OUTCOMES)
const mailHost = line(100).regex(/^[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/)
const mailPort = z.int().min(1).max(65_535)

export const channelQuery = endpoint(calls.channelQuery, {
  request: readRequest({}),
  response: z.object({
    /** Of all channels together. */
    version,
    /** The registered ones. Secrets are never returned. */
    items: z.array(
      z.object({
        channel,
        enabled: z.boolean(),
        /** Address of the bot, or host of the mail server. */
        address: z.string(),
        /** Of the mail server; with a bot 0, '' and ''. */
        port: z.int(),
        sender: z.string(),
        user: z.string(),
        /** The last trial message; null: none since the channel was changed. */
        trial: z.object({ at: instant, outcome }).nullable(),
        /** Accounts whose contact is of this channel. */
        users: z.int().min(0),
      }),
    ),
  }),
})

/** Absent: it stays as it is. The first time everything that the channel needs is required. */
export const channelBotSet = endpoint(calls.channelBotSet, {
  request: changeRequest({
    version,
    /** Judged when it is saved: https, or an address that the settings open. */
    baseUrl: line(200).min(1).optional(),
    /** The token of the bot. */
    secret: wrappedPassword.optional(),
    enabled: z.boolean().optional(),
  }),
  response: nothing,
})

/** As channelBotSet. */
export const channelMailSet = endpoint(calls.channelMailSet, {
  labels: { host: '邮件服务器' },
  request: changeRequest({
    version,
    host: mailHost.optional(),
    port: mailPort.optional(),
    /** The address that the mails come from. */
    sender: line(100).min(1).optional(),
    /** The account at the mail server; '' for none, which removes its password too. */
    user: line(100).optional(),
    secret: wrappedPassword.optional(),
    enabled: z.boolean().optional(),
  }),
  response: nothing,
})

/** Sends a fixed text to one contact, also by a channel that is switched off. */
export const channelTrial = endpoint(calls.channelTrial, {
  request: changeRequest({ channel, contact: line(100).min(1) }),
  response: z.object({ outcome, ms: z.int().min(0) }),
})

/** The first page of the operators' side: what needs a person, today's business, and how the platform does. */

import { z } from 'zod'
import * as calls from '../calls/admin-home.ts'
import { endpoint } from '../endpoint.ts'
import { fundMode, gameId, id, instant, longId, money, readRequest, status } from '../fields.ts'
import { proposalKind } from './proposals.ts'

const count = z.int().min(0)

const need = z.object({
  kind: z.enum([
    'result',
    'proposal',
    'flyOut',
    'job',
    'key',
    'balance',
    'silent',
    'lease',
    'verify',
    'certificate',
    'disk',
    'partitions',
  ]),
  /** Names the thing: the same thing has the same key in the next answer. */
  key: z.string(),
  tone: z.enum(['bad', 'warn', 'plain']),
  /** `me`: the caller may act; `others`: somebody else has to; `soon`: still to come. */
  turn: z.enum(['me', 'others', 'soon']),
  /** Since when it waits; with `soon` when it comes. */
  at: instant,
  text: z.string(),
  /** What it is about; '' or null where it is about no such thing. */
  merchantCode: z.string(),
  gameId: gameId.nullable(),
  periodNo: z.string(),
  proposal: z
    .object({
      proposalId: longId,
      kind: proposalKind,
      orderNo: longId.nullable(),
      /** The caller proposed it and may take it back. */
      mine: z.boolean(),
    })
    .nullable(),
})

const figures = {
  orders: count,
  stake: money,
  /** The platform's own, the head's. */
  result: money,
  openOrders: count,
  openStake: money,
}

const merchant = z.object({
  merchantId: id,
  code: z.string(),
  name: z.string(),
  status,
  fundMode,
  ...figures,
  balance: money,
  isLow: z.boolean(),
  lastSignedAt: instant.nullable(),
  isSilent: z.boolean(),
  /** Last day of its lease; null: none. */
  leaseUntil: z.string().nullable(),
  isEnding: z.boolean(),
})

const health = z.object({
  /** Every process that reported within the last day, as the health page has it. */
  processes: z.array(z.object({ alive: z.boolean(), loopDelay: z.number().min(0), streams: count })),
  databaseBytes: count,
  /** Free space of the data folder, and how long it lasts at today's growth; null: not known yet or not growing. */
  diskFreeBytes: count,
  diskDays: count.nullable(),
  /** The watched certificate that ends first; null: none is watched, or none was asked yet. */
  certificate: z.object({ address: z.string(), endsAt: instant.nullable() }).nullable(),
  /** Days with a partition for orders after today. */
  partitionDays: count,
  /** The backup that was told last; null: none yet. */
  backupAt: instant.nullable(),
  /** The last run over all merchants that found nothing. */
  lastClean: instant.nullable(),
  jobsWaiting: count,
  jobsFailed: count,
})

export const home = endpoint(calls.home, {
  request: readRequest({}),
  response: z.object({
    needs: z.array(need),
    /** Further needs that are not listed. */
    more: count,
    day: z.string(),
    /** Off: one operator may decide alone. */
    fourEyes: z.boolean(),
    /** Null: the caller does not hold the id of the part. */
    merchants: z.array(merchant).nullable(),
    games: z.array(z.object({ gameId, ...figures })).nullable(),
    notices: z
      .array(z.object({ id, content: z.string(), until: instant.nullable(), readers: count, isWarning: z.boolean() }))
      .nullable(),
    /** Further notices in force that are not listed. */
    moreNotices: count,
    windows: z
      .array(
        z.object({
          gameId: gameId.nullable(),
          from: instant.nullable(),
          until: instant.nullable(),
          message: z.string(),
          hasBegun: z.boolean(),
        }),
      )
      .nullable(),
    noticeMinutes: count,
    health: health.nullable(),
    serverNow: instant,
  }),
})

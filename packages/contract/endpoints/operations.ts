/** The operators' side: jobs, verifying the books, and the health of the installation. */

import { z } from 'zod'
import * as calls from '../calls/operations.ts'
import { endpoint } from '../endpoint.ts'
import {
  businessDay,
  changeRequest,
  instant,
  listRequest,
  longId,
  nothing,
  pageOf,
  pathId,
  readRequest,
} from '../fields.ts'

const jobState = z.enum(['running', 'waiting', 'retrying', 'failed'])
const count = z.int().min(0)

const loop = z.object({
  name: z.string(),
  everyMs: count,
  /** When its last turn began; null: none yet. */
  lastAt: instant.nullable(),
  tookMs: z.number().min(0),
  nextAt: instant.nullable(),
  /** Of its last turn; empty: it went well. */
  error: z.string(),
})

export const jobQuery = endpoint(calls.jobQuery, {
  request: readRequest({ state: jobState.optional() }),
  response: z.object({
    counts: z.object({ running: count, waiting: count, retrying: count, failed: count }),
    /** Failed ones first; at most 200. A job that went well is deleted. */
    items: z.array(
      z.object({
        id: longId,
        name: z.string(),
        state: jobState,
        /** What it concerns, as stored: the start of its JSON. */
        about: z.string(),
        attempts: count,
        maxAttempts: count,
        /** First line of the last error. */
        error: z.string(),
        createdAt: instant,
        /** The next try; null: it runs, or no more are due. */
        nextAt: instant.nullable(),
        startedAt: instant.nullable(),
      }),
    ),
    /** Work that the clock starts, in one process at a time. */
    loops: z.array(loop),
  }),
})

export const jobRetry = endpoint(calls.jobRetry, {
  request: changeRequest({ jobId: longId }),
  response: nothing,
})

const finding = z.object({
  merchant: z.string(),
  /** The rule that is broken. */
  rule: z.string(),
  /** The first row that breaks it, as stored. */
  row: z.string(),
})

export const verifyQuery = endpoint(calls.verifyQuery, {
  request: listRequest(['at'], {}),
  response: pageOf(
    z.object({
      runId: longId,
      at: instant,
      operatorName: z.string(),
      /** The merchant; empty: all of them. */
      merchant: z.string(),
      state: z.enum(['waiting', 'running', 'clean', 'faulty', 'broken']),
      merchants: count,
      done: count,
      startedAt: instant.nullable(),
      doneAt: instant.nullable(),
      findings: z.array(finding),
      /** Why it ended before it was done; empty otherwise. */
      error: z.string(),
    }),
  ).extend({
    /** The last run over all merchants that found nothing. */
    lastClean: instant.nullable(),
  }),
})

export const verifyStart = endpoint(calls.verifyStart, {
  request: changeRequest({
    /** First path of a merchant. Absent: all merchants. */
    agentPathsId: pathId.optional(),
  }),
  response: z.object({ runId: longId }),
})

const named = { name: z.string() }
const bytes = z.int().min(0)

export const healthQuery = endpoint(calls.healthQuery, {
  request: readRequest({}),
  response: z.object({
    at: instant,
    processes: z.array(
      z.object({
        id: z.string(),
        role: z.enum(['all', 'api', 'worker']),
        version: z.string(),
        host: z.string(),
        startedAt: instant,
        seenAt: instant,
        /** It has reported within the last half minute. */
        alive: z.boolean(),
        /** Share of one processor, in percent. */
        load: z.number().min(0),
        memory: bytes,
        /** 99th percentile of the delay of its event loop since its report before, in milliseconds. */
        loopDelay: z.number().min(0),
        streams: count,
      }),
    ),
    database: z.object({
      version: z.string(),
      bytes,
      /** Bytes a day over the last seven days at most; null: not known before the second day. */
      growth: z.number().nullable(),
      connections: count,
      maxConnections: count,
      /** Age of the oldest open transaction, in milliseconds. */
      oldestMs: z.number().min(0),
      tables: z.array(z.object({ ...named, bytes })),
      /** null: pg_stat_statements is not installed. */
      statements: z
        .array(z.object({ text: z.string(), calls: count, meanMs: z.number(), totalMs: z.number() }))
        .nullable(),
      replicas: z.array(z.object({ ...named, state: z.string(), lagMs: z.number().min(0).nullable() })),
      /** The last business day that has a partition for its orders. */
      partitionsUntil: businessDay.nullable(),
      partitionsAhead: count,
    }),
    queues: z.array(z.object({ ...named, waiting: count, failed: count, oldestAt: instant.nullable() })),
    disk: z.object({ free: bytes, total: bytes }).nullable(),
    backup: z.object({ at: instant, bytes: bytes.nullable(), note: z.string() }).nullable(),
    lastClean: instant.nullable(),
  }),
})

const fieldDoc = z.object({ ...named, type: z.string(), isRequired: z.boolean(), label: z.string() })

export const integrationQuery = endpoint(calls.integrationQuery, {
  request: readRequest({}),
  response: z.object({
    /** Every signed call, generated from the contract. */
    calls: z.array(
      z.object({
        id: z.string(),
        path: z.string(),
        summary: z.string(),
        request: z.array(fieldDoc),
        answer: z.array(fieldDoc),
        example: z.string(),
      }),
    ),
    /** Every code of the envelope with the texts that it may come with. */
    codes: z.array(z.object({ code: z.int(), ...named, texts: z.array(z.string()) })),
    limits: z.object({
      /** Signed calls a second from one address. */
      callsPerSecond: count,
      /** Calls with a nonce a second of one merchant or source. */
      noncesPerSecond: count,
      bodyBytes: bytes,
      /** Largest difference between X-Timestamp and the server's clock. */
      clockMs: count,
      betsPerCall: count,
    }),
  }),
})

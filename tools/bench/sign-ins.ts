import { sealPassword } from '@strata/contract/wrapper'
import { hashPassword } from '../../apps/server/src/access/passwords/password-pool.ts'
import { signIn, signInPool } from '../../apps/server/src/access/sign-in/sign-in.ts'
import type { Pool } from '../../apps/server/src/platform/db.ts'
import { Refusal, RefusalError } from '../../apps/server/src/platform/refusal.ts'
import { createSecrets } from '../../apps/server/src/platform/secrets.ts'
import { DiskWatch } from './disk-watch.ts'
import {
  type BenchRow,
  benchConfig,
  betMaker,
  FIRST,
  NOW,
  readQuotes,
  startBenchCluster,
  twiceAtMost,
} from './engine-world.ts'
import { intakeThread, openLoop } from './intake.ts'

const RATE = 500
const SECONDS = 5
/**
 * In one round of 2,500 bets a single stall of the disk can decide the p99, and stalls occur with and without sign-ins.
 * So the p99 is taken over all rounds together, and measurements alone and beside sign-ins alternate.
 */
const ROUNDS = 6
const PEOPLE = 100
const PASSWORD = 'Strata2026'
const TRY_AGAIN_MS = 10_000

/** Gives each of the first agents an account to sign in with. */
async function addLogins(pool: Pool): Promise<string[]> {
  const names = Array.from({ length: PEOPLE }, (_, n) => `signin${String(n).padStart(3, '0')}`)
  await pool.query(
    `insert into accounts (name, account_type, role_id, merchant_id, password_hash, transfer_hash, created_at)
     select name, 2, 3, 1, $2, $2, 0 from unnest($1::text[]) as name`,
    [names, await hashPassword(PASSWORD)],
  )
  await pool.query(
    `update paths p set account_id = a.id
       from accounts a
      where p.merchant_id = 1 and a.name = 'signin' || lpad((p.id - $1)::text, 3, '0') and p.id between $1 and $1 + $2`,
    [FIRST.agent, PEOPLE - 1],
  )
  return names
}

const seal = (): string => sealPassword({ password: PASSWORD, appSecret: benchConfig().appSecret, nowMs: NOW })

/**
 * Everybody signs in at the same moment, each from a different network. A person who is refused because too many wait
 * tries again later. The first passwords are sealed before, because browsers do that work.
 */
async function allAtOnce(
  pool: Pool,
  signIns: Pool,
  people: readonly { readonly account: string; readonly sealed: string }[],
): Promise<{ ms: number; sheds: number; longest: number }> {
  const { appSecret, keys } = benchConfig()
  const context = { pool, signIns, appSecret, secrets: createSecrets(keys), clock: () => NOW }
  let sheds = 0
  let longest = 0
  const one = async ({ account, sealed }: (typeof people)[number], n: number): Promise<void> => {
    for (let password = sealed; ; password = seal()) {
      const ip = `10.${n}.0.1`
      const request = {
        side: 2,
        account,
        password,
        verifyCode: undefined,
        captcha: { captchaId: undefined, captchaText: undefined },
        ip,
        device: 'bench',
        deviceTokens: [],
      } as const
      const asked = performance.now()
      const answer = await signIn(context, request).catch((thrown: unknown) => {
        if (thrown instanceof RefusalError) return thrown.refusal
        throw thrown
      })
      longest = Math.max(longest, performance.now() - asked)
      if (!(answer instanceof Refusal)) return
      if (answer.name !== 'crowded') throw new Error(`${account}: ${answer.name}`)
      sheds += 1
      await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS))
    }
  }
  const from = performance.now()
  await Promise.all(people.map(one))
  return { ms: performance.now() - from, sheds, longest }
}

interface Round {
  readonly alone: readonly number[]
  readonly beside: readonly number[]
  /** The longest sync of a page by the disk alone, before the sign-ins and beside them. */
  readonly disk: readonly [alone: number, beside: number]
  readonly ms: number
  readonly sheds: number
  /** The longest wait for an answer. Browsers give up after 10 s. */
  readonly longest: number
}

function rowOf(rounds: readonly Round[]): BenchRow {
  const listed = (pick: (round: Round) => number): string => rounds.map((round) => pick(round).toFixed(1)).join(', ')
  const row = twiceAtMost({ alone: rounds.map(({ alone }) => alone), beside: rounds.map(({ beside }) => beside) })
  const most = (pick: (round: Round) => number): number => Math.max(...rounds.map(pick))
  const seconds = (pick: (round: Round) => number): string => (most(pick) / 1000).toFixed(1)
  return {
    ...row,
    what: `intake at ${RATE}/s while ${PEOPLE} people sign in at once (all in after ${seconds(({ ms }) => ms)} s, ${most(({ sheds }) => sheds)} told to wait, nobody longer without an answer than ${seconds(({ longest }) => longest)} s): p99 of ${rounds.length} rounds, no bet refused`,
    reference: `${row.reference}; the disk alone took up to ${listed(({ disk }) => disk[1])} ms for a page, without sign-ins ${listed(({ disk }) => disk[0])}`,
  }
}

/** A hundred people sign in at once while bets arrive: password hashing must not delay the bets. */
export async function benchSignIns(): Promise<BenchRow[]> {
  const cluster = await startBenchCluster()
  try {
    const { pool } = await cluster.fresh()
    const names = await addLogins(pool)
    const quotes = await readQuotes(pool)
    const intake = intakeThread(pool)
    await openLoop(intake, betMaker(1, quotes), RATE, 2)
    const signIns = signInPool(pool)
    const rounds: Round[] = []
    const disk = new DiskWatch()
    for (let round = 0; round < ROUNDS; round += 1) {
      const people = names.map((account) => ({ account, sealed: seal() }))
      disk.takeWorst()
      const { latencies: alone } = await openLoop(intake, betMaker(2 + 2 * round, quotes), RATE, SECONDS)
      const before = disk.takeWorst()
      const signing = allAtOnce(pool, signIns, people)
      const { latencies: beside } = await openLoop(intake, betMaker(3 + 2 * round, quotes), RATE, SECONDS)
      rounds.push({ alone, beside, disk: [before, disk.takeWorst()], ...(await signing) })
    }
    await disk.stop()
    await signIns.end()
    return [rowOf(rounds)]
  } finally {
    await cluster.stop()
  }
}

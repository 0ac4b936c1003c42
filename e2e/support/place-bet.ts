import { randomUUID } from 'node:crypto'
import { signedHeaders } from '@strata/contract/signature'
import { DEMO_PLATFORMS } from '../../apps/server/src/demo/facts.ts'
import { API_URL } from './world.ts'

export type PlacedBet = {
  readonly gameId: number
  readonly periodNo: string
  readonly playCode: string
  readonly itemCode: string
  readonly stake: string
  readonly account?: string
}

type Quote = string | Readonly<Record<string, string>>
type Answer = { readonly accepted: boolean; readonly code?: number; readonly message?: string; readonly odds?: Quote }

const TARGET = '/api/rec/order/create'
/** Odds that no item has: the refusal returns the current ones. */
const NO_QUOTE = '1'
let count = 0

type Platform = (typeof DEMO_PLATFORMS)[number]

const send = async (bet: PlacedBet, odds: Quote, { code, key }: Platform): Promise<Answer> => {
  count += 1
  const bets = [{ betNo: `e2e-${process.pid}-${Date.now()}-${count}`, account: 'mem0001', ...bet, odds }]
  const body = JSON.stringify({ bets })
  const signing = { code, key, nowMs: Date.now(), nonce: randomUUID() }
  const signed = signedHeaders({ ...signing, method: 'POST', target: TARGET, body })
  const headers = { 'Content-Type': 'application/json', ...signed }
  const response = await fetch(`${API_URL}${TARGET}`, { method: 'POST', headers, body })
  const { data, message } = (await response.json()) as { data: { results: Answer[] } | null; message: string }
  const [answer] = data?.results ?? []
  if (!answer) throw new Error(message)
  return answer
}

/** Places one bet of a member of agent001, signed by the demo's game platform, at the current odds. */
export const placeBet = async (bet: PlacedBet, platform: Platform = DEMO_PLATFORMS[0]): Promise<void> => {
  let answer = await send(bet, NO_QUOTE, platform)
  // If the odds change in between, it tries again.
  for (let attempt = 0; !answer.accepted && answer.odds !== undefined && attempt < 5; attempt += 1)
    answer = await send(bet, answer.odds, platform)
  if (!answer.accepted) throw new Error(`${bet.playCode} ${bet.itemCode}: ${answer.code} ${answer.message}`)
}

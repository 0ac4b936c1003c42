/**
 * Settles test vectors: one JSON object per line on standard input, `{game, play, selections, draw, opts?}`; one line per input
 * line on standard output, `{"result":"win","tier":"ZHONG2"}` (tier only where the play has tiers) or `{"error":"<code>"}` when
 * the input is refused. Blank lines are skipped. The exit code is 0 even when lines were refused.
 */
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { settle } from '@strata/domain/games/settle'

const answer = (line: string): object => {
  let input: unknown
  try {
    input = JSON.parse(line)
  } catch {
    return { error: 'badJson' }
  }
  if (typeof input !== 'object' || input === null) return { error: 'badShape' }
  const { game, play, selections, draw, opts } = input as Readonly<Record<string, unknown>>
  if (typeof game !== 'string' || typeof play !== 'string') return { error: 'badShape' }
  if (!Array.isArray(selections) && typeof selections !== 'string') return { error: 'badShape' }
  const settled = settle({ game, play, selections, draw, opts })
  if (!settled.ok) return { error: settled.refusal }
  const { result, tier } = settled.value
  return tier === undefined ? { result } : { result, tier }
}

// A reader that stops early (head) is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
  if (line.trim() === '') continue
  if (!process.stdout.write(`${JSON.stringify(answer(line))}\n`)) await once(process.stdout, 'drain')
}

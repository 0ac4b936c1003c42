import * as settlementCalls from '@strata/contract/calls/settlement'
import { gameByCode, gameById } from '@strata/domain/games/catalogue'
import { DRAW_SHAPES } from '@strata/domain/games/draw'
import type { GameId } from '@strata/domain/ids'
import type { Answer } from '../../api/client.ts'
import type { ConflictCell } from '../../components/dialogs/conflict.tsx'
import { conflictCells, draftConflicts } from '../../components/dialogs/conflict-cells.ts'
import { formatInstant } from '../../lib/instant.ts'
import { ipsOf } from '../../lib/ip-list.ts'
import { resultSourcesText } from '../../text/zh-CN/rooms/result-sources.ts'

export type Source = Answer<'admin.sourceQuery'>[number]

export const isSourceCode = (text: string): boolean => /^[a-z0-9-]{2,32}$/.test(text)

/** The form of a source as typed. */
export type Draft = {
  readonly code: string
  readonly name: string
  readonly gameIds: readonly GameId[]
  readonly ips: string
}

export const draftOf = ({ sourceCode, name, gameIds, allowedIps }: Source): Draft => ({
  code: sourceCode,
  name,
  gameIds,
  ips: allowedIps.join('\n'),
})

const { form } = resultSourcesText
const LABELS = { name: form.name, gameIds: form.games, ips: form.ips } as const

const shownOf = ({ name, gameIds, ips }: Draft): Record<keyof typeof LABELS, string> => ({
  name,
  gameIds: gameIds.map((id) => gameById(id)?.name ?? String(id)).join('、'),
  ips: ipsOf(ips).join('、') || resultSourcesText.anyIp,
})

/** What somebody else saved of a source since a dialog was opened, beside what was typed into it. */
export const sourceConflicts = (opened: Source, now: Source, typed: Partial<Draft>): readonly ConflictCell[] =>
  draftConflicts(LABELS, shownOf, { opened: draftOf(opened), theirs: draftOf(now), typed })

/** Somebody else gave the source a new key since a dialog was opened: another one would end that. */
export const keyConflicts = (opened: Source, now: Source): readonly ConflictCell[] => {
  const shown = ({ keySince }: Source) => ({ key: formatInstant(keySince) })
  return conflictCells({ key: resultSourcesText.columns.key }, { opened: shown(opened), theirs: shown(now), mine: {} })
}

/** "2.5": seconds with one decimal. */
export const secondsText = (ms: number): string => {
  const tenths = Math.round(ms / 100)
  return `${Math.trunc(tenths / 10)}.${tenths % 10}`
}

/** Balls that a game accepts: the first ones in order. */
const sampleOf = (gameType: 'PK' | '5M' | '6HC' | 'PC'): readonly number[] => {
  const { count, min } = DRAW_SHAPES[gameType]
  return Array.from({ length: count }, (_, place) => min + place)
}

const TRIAL_PATH = settlementCalls.drawTrial.path

type Wish = {
  readonly origin: string
  readonly code: string
  readonly key: string
  readonly gameType: string
  readonly periodNo: string
}

/** A signed trial call to paste into a shell. */
export const trialCommand = ({ origin, code, key, gameType, periodNo }: Wish): string => {
  const game = gameByCode(gameType)
  const body = JSON.stringify({ gameId: game?.id ?? 0, periodNo, result: game ? sampleOf(game.code) : [] })
  return [
    `KEY='${key}'`,
    `BODY='${body}'`,
    `AT=$(date +%s)000`,
    `HASH=$(printf %s "$BODY" | openssl dgst -sha256 -r | cut -c1-64)`,
    `SIGN=$(printf '%s\\nPOST\\n${TRIAL_PATH}\\n%s' "$AT" "$HASH" | openssl dgst -sha256 -hmac "$KEY" -r | cut -c1-64)`,
    `curl -s '${origin}${TRIAL_PATH}' -H 'Content-Type: application/json' \\`,
    `  -H 'X-Merchant: ${code}' -H "X-Timestamp: $AT" -H "X-Signature: $SIGN" -d "$BODY"`,
  ].join('\n')
}

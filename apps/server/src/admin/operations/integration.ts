import type { ResponseOf } from '@strata/contract/endpoint'
import type { integrationQuery } from '@strata/contract/endpoints/operations'
import { CODES, REFUSALS } from '@strata/contract/errors'
import { signedCallDocs } from '@strata/contract/integration'
import { SIGNATURE_WINDOW_MS } from '@strata/contract/signature'
import { NONCES_PER_SECOND } from '../../access/session.ts'
import type { Config } from '../../platform/config.ts'
import { BODY_LIMIT_BYTES } from '../../platform/http.ts'

type Guide = ResponseOf<typeof integrationQuery>

const BETS_PER_CALL = 1000

/** The texts of each code, without those that only people who sign in can meet. */
const codes = (): Guide['codes'] =>
  Object.entries(CODES).map(([name, code]) => ({
    code,
    name,
    texts: Object.values(REFUSALS).flatMap((refusal) => (refusal.code === name ? [refusal.text] : [])),
  }))

/** integration/query: the signed calls and the codes of the contract, with the limits that this server holds. */
export const integrationGuide = (config: Pick<Config, 'signedCalls'>): Guide => ({
  calls: signedCallDocs().map((call) => ({ ...call, request: [...call.request], answer: [...call.answer] })),
  codes: codes(),
  limits: {
    callsPerSecond: config.signedCalls,
    noncesPerSecond: NONCES_PER_SECOND,
    bodyBytes: BODY_LIMIT_BYTES,
    clockMs: SIGNATURE_WINDOW_MS,
    betsPerCall: BETS_PER_CALL,
  },
})

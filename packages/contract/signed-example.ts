/** A signed call ready to paste, with a merchant's own code and key. Free of zod. */

import { recOrderQuery } from './calls/intake.ts'

export interface ExampleOf {
  /** Scheme and host, without a path. */
  readonly server: string
  readonly code: string
  readonly key: string
}

const BODY = JSON.stringify({ betNos: ['example-1'] })
const TARGET = recOrderQuery.path

/** For a shell with curl and openssl. A key has no character that quotes would have to be closed for. */
export const curlExample = ({ server, code, key }: ExampleOf): string => `SERVER='${server}'
CODE='${code}'
KEY='${key}'
TARGET='${TARGET}'
BODY='${BODY}'
TIME="$(date +%s)000"
NONCE="$(openssl rand -hex 16)"
HASH="$(printf %s "$BODY" | openssl dgst -sha256 -r | cut -d' ' -f1)"
SIGN="$(printf '%s\\nPOST\\n%s\\n%s\\n%s' "$TIME" "$TARGET" "$HASH" "$NONCE" | openssl dgst -sha256 -hmac "$KEY" -r | cut -d' ' -f1)"
curl -sS "$SERVER$TARGET" -d "$BODY" -H 'Content-Type: application/json' \\
  -H "X-Merchant: $CODE" -H "X-Timestamp: $TIME" -H "X-Nonce: $NONCE" -H "X-Signature: $SIGN"
`

/** For Node 20 or newer, as a file that ends with .mjs. */
export const nodeExample = ({
  server,
  code,
  key,
}: ExampleOf): string => `import { createHash, createHmac, randomUUID } from 'node:crypto'

const server = '${server}'
const code = '${code}'
const key = '${key}'
const target = '${TARGET}'
const body = JSON.stringify(${BODY})
const time = String(Date.now())
const nonce = randomUUID()
const hash = createHash('sha256').update(body).digest('hex')
const text = [time, 'POST', target, hash, nonce].join('\\n')
const answer = await fetch(server + target, {
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    'X-Merchant': code,
    'X-Timestamp': time,
    'X-Nonce': nonce,
    'X-Signature': createHmac('sha256', key).update(text).digest('hex'),
  },
  body,
})
console.log(await answer.text())
`

/** Signed example calls as text, ready to paste. Free of zod. Each needs only what every system has: curl and openssl, or Node. */

export type ExampleCall = {
  /** Without a slash at the end. */
  readonly base: string
  readonly code: string
  readonly key: string
  readonly path: string
  readonly body: string
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** For bash with curl and openssl. */
export const curlExample = ({ base, code, key, path, body }: ExampleCall): string => `CODE=${quoted(code)}
KEY=${quoted(key)}
TARGET=${quoted(path)}
BODY=${quoted(body)}
TIMESTAMP="$(date +%s)000"
NONCE="$(openssl rand -hex 16)"
HASH="$(printf %s "$BODY" | openssl dgst -sha256 | sed 's/^.* //')"
SIGNATURE="$(printf '%s\\n%s\\n%s\\n%s\\n%s' "$TIMESTAMP" POST "$TARGET" "$HASH" "$NONCE" |
  openssl dgst -sha256 -hmac "$KEY" | sed 's/^.* //')"
curl -sS ${quoted(base)}"$TARGET" -H 'Content-Type: application/json' \\
  -H "X-Merchant: $CODE" -H "X-Timestamp: $TIMESTAMP" -H "X-Nonce: $NONCE" \\
  -H "X-Signature: $SIGNATURE" --data-binary "$BODY"
`

/** For Node 18 or newer, as a module. */
export const nodeExample = ({
  base,
  code,
  key,
  path,
  body,
}: ExampleCall): string => `import { createHash, createHmac, randomUUID } from 'node:crypto'

const code = ${JSON.stringify(code)}
const key = ${JSON.stringify(key)}
const target = ${JSON.stringify(path)}
const body = ${JSON.stringify(body)}
const timestamp = String(Date.now())
const nonce = randomUUID()
const hash = createHash('sha256').update(body).digest('hex')
const text = [timestamp, 'POST', target, hash, nonce].join('\\n')
const headers = {
  'Content-Type': 'application/json',
  'X-Merchant': code,
  'X-Timestamp': timestamp,
  'X-Nonce': nonce,
  'X-Signature': createHmac('sha256', key).update(text).digest('hex'),
}
const answer = await fetch(${JSON.stringify(base)} + target, { method: 'POST', headers, body })
console.log(await answer.text())
`

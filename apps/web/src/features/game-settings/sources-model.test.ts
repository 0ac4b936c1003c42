import { execFileSync } from 'node:child_process'
import { signedHeaders } from '@strata/contract/signature'
import { expect, test } from 'vitest'
import { isSourceCode, secondsText, trialCommand } from './sources-model.ts'

const KEY = "k-_'".replace("'", '9').repeat(10)
const command = trialCommand({
  origin: 'https://example.com',
  code: 'feed-a',
  key: KEY,
  gameType: 'PK',
  periodNo: '20261123-7',
})

test('the command signs as the contract says', () => {
  const shown = command.replace(/curl[\s\S]*$/, 'printf "%s %s %s" "$AT" "$SIGN" "$BODY"')
  const [at = '', signature = '', ...body] = execFileSync('sh', ['-c', shown], { encoding: 'utf8' }).split(' ')
  const text = body.join(' ')
  expect(JSON.parse(text)).toEqual({ gameId: 2, periodNo: '20261123-7', result: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] })
  const target = '/api/rec/draw/trial'
  const right = signedHeaders({ code: 'feed-a', key: KEY, nowMs: Number(at), method: 'POST', target, body: text })
  expect(signature).toBe(right['X-Signature'])
})

test('codes and delays', () => {
  expect(['feed-a', 'F', 'a', 'feed a', 'a'.repeat(33)].map(isSourceCode)).toEqual([true, false, false, false, false])
  expect([secondsText(2_540), secondsText(0), secondsText(60_000)]).toEqual(['2.5', '0.0', '60.0'])
})

import { execFileSync } from 'node:child_process'
import { signedHeaders } from '@strata/contract/signature'
import { GameId } from '@strata/domain/ids'
import { expect, test } from 'vitest'
import { isSourceCode, keyConflicts, type Source, secondsText, sourceConflicts, trialCommand } from './sources-model.ts'

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

test('what somebody else changed of a source stands beside what was typed', () => {
  const opened = {
    sourceCode: 'feed-a',
    name: '甲',
    gameIds: [GameId(2)],
    allowedIps: [] as string[],
  } as unknown as Source
  const now = { ...opened, name: '乙', allowedIps: ['10.0.0.1'] }
  expect(sourceConflicts(opened, now, { name: '丙', gameIds: [GameId(3)] })).toEqual([
    { key: 'name', what: '来源名称', opened: '甲', theirs: '乙', mine: '丙' },
    { key: 'ips', what: '允许的IP', opened: '不限', theirs: '10.0.0.1', mine: null },
  ])
})

test('a key that somebody else changed meanwhile is told before it is changed again', () => {
  const opened = { keySince: Date.UTC(2026, 10, 20) } as unknown as Source
  expect(keyConflicts(opened, opened)).toEqual([])
  expect(keyConflicts(opened, { ...opened, keySince: Date.UTC(2026, 10, 21) })).toMatchObject([
    { what: '密钥启用', opened: '2026-11-20 08:00:00', theirs: '2026-11-21 08:00:00', mine: null },
  ])
})

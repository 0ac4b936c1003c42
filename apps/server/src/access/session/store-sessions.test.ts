import { AccountId, MerchantId } from '@strata/domain/ids'
import { expect, test } from 'vitest'
import type { Queryable } from '../../platform/db.ts'
import { findSessions, SessionOwners } from './store-sessions.ts'

/** A database that notes the statements that it has and has not answered yet. */
function slowDatabase() {
  const sent: string[] = []
  const answer: (() => void)[] = []
  const line = { token_hash: 'one', id: 7, main_account_id: null, merchant_id: 3, expires_at: 9n, seen_at: 1n }
  const path = { path_id: 20, account_id: 7, merchant_id: 3, role: 3, path_name: 'a', lineage: [], statuses: [1] }
  const on = {
    query: ({ name }: { name: string }) => {
      sent.push(name)
      return new Promise((resolve) => {
        answer.push(() => resolve({ rows: name === 'access-sessions' ? [line] : [path] }))
      })
    },
  } as unknown as Queryable
  const answerAll = async (): Promise<void> => {
    for (const one of answer.splice(0)) one()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { on, sent, answerAll }
}

test('the paths of a session that was seen before are asked for together with it', async () => {
  const { on, sent, answerAll } = slowDatabase()
  const seen = new SessionOwners()
  const first = findSessions(on, ['one'], seen)
  expect(sent).toEqual(['access-sessions'])
  await answerAll()
  await answerAll()
  const second = findSessions(on, ['one'], seen)
  expect(sent.slice(2)).toEqual(['access-sessions', 'access-session-paths'])
  await answerAll()
  expect(await second).toEqual(await first)
  expect((await second)[0]?.paths).toMatchObject([{ id: 20, merchantId: 3 }])
})

test('a session that was not seen is read before its paths, also among others that were', async () => {
  const { on, sent, answerAll } = slowDatabase()
  const seen = new SessionOwners()
  seen.see('one', { merchantId: MerchantId(3), mainId: AccountId(7) })
  const found = findSessions(on, ['one', 'two'], seen)
  expect(sent).toEqual(['access-sessions'])
  await answerAll()
  await answerAll()
  expect((await found).map((one) => one?.facts.accountId)).toEqual([7, undefined])
})

test('the oldest owners are forgotten', () => {
  const seen = new SessionOwners(2)
  const owner = { merchantId: MerchantId(3), mainId: AccountId(7) }
  for (const token of ['one', 'two', 'three']) seen.see(token, owner)
  expect([seen.of(['one']), seen.of(['two', 'three'])]).toEqual([undefined, [owner, owner]])
})

import { setTimeout as sleep } from 'node:timers/promises'
import type { MerchantId, PathId } from '@strata/domain/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PeopleServer, peopleServer } from '../src/access/testing/people-server.ts'
import type { Answered } from '../src/access/testing/person.ts'
import { PASSWORD } from '../src/access/testing/small-tree.ts'
import { isCitus } from '../src/platform/citus.ts'
import { createTestDatabase } from '../src/platform/testing/test-database.ts'

/**
 * Changes that once locked rows in the other order than the rest. Each waits for a row that somebody else holds, and must not
 * hold meanwhile what that one locks next: they would wait for each other.
 */

const { pool, raw, url } = await createTestDatabase()
let server: PeopleServer
beforeAll(async () => {
  server = await peopleServer({ pool, url })
})
afterAll(() => server.close())

const WAITING = `select count(*) as result from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
const onCluster = await isCitus(raw)

/** On a cluster the machine with the row has the one that waits. */
const isWaiting = async (): Promise<boolean> => {
  const found = await raw.query<{ result: unknown }>(
    onCluster ? `select result from run_command_on_all_nodes($all$${WAITING}$all$)` : WAITING,
  )
  return found.rows.some(({ result }) => Number(result) > 0)
}

type Statement = readonly [text: string, values: readonly unknown[]]

/** Holds the first row, makes the call, and locks the second row once the call waits. Answers the call. */
async function between(first: Statement, call: () => Promise<Answered>, second: Statement): Promise<Answered> {
  const client = await raw.connect()
  const send = ([text, values]: Statement) => client.query(text, [...values])
  try {
    await client.query('begin')
    expect((await send(first)).rowCount).toBe(1)
    const answer = call()
    while (!(await isWaiting())) await sleep(10)
    await send(second)
    await client.query('commit')
    return await answer
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const account = (id: number): Statement => ['select from accounts where id = $1 for update', [id]]
const path = (merchantId: MerchantId, id: PathId): Statement => [
  'select from paths where merchant_id = $1 and id = $2 for update nowait',
  [merchantId, id],
]

describe('an account is locked before its paths, as by who changes its details', () => {
  it('when a member becomes an agent', async () => {
    const { tree } = server
    const general = await server.as(tree.general, tree.general.pathId)
    const member = { accountName: 'riser901', password: server.seal(PASSWORD), pankou: 'C', requestId: 'order-1' }
    const made = await server.post(general, '/api/agent/create-member', member)
    expect(made).toMatchObject({ code: 200 })
    const { accountId, agentPathsId } = made.data as { accountId: number; agentPathsId: PathId }
    const asked = { agentPathsId, games: [{ gameId: 0, downlineCap: '0' }], requestId: 'order-2' }
    const upgrade = () => server.post(general, '/api/agent/upgrade-to-agent', asked)
    expect(await between(account(accountId), upgrade, path(tree.merchant.merchantId, agentPathsId))).toMatchObject({
      code: 200,
    })
  })

  it('when a merchant gets another name', async () => {
    const { accountId, merchantId, pathId } = server.tree.merchant
    const operator = await server.as(server.tree.head, server.tree.head.pathId, 1)
    const asked = { agentPathsId: pathId, version: 1, nickname: '新名', requestId: 'order-3' }
    const rename = () => server.post(operator, '/api/admin/merchant/update', asked)
    expect(await between(account(accountId), rename, path(merchantId, pathId))).toMatchObject({ code: 200 })
  })
})

describe('a device is forgotten before its session ends, as a sign-in remembers it before it ends the oldest one', () => {
  it('when an account is disabled', async () => {
    const { general, sibling } = server.tree
    const person = await server.as(general, general.pathId)
    await server.as(sibling, sibling.pathId)
    const remember = 'insert into known_devices (token_hash, account_id, created_at, seen_at) values ($1, $2, 1, 1)'
    await raw.query(remember, ['device of a sibling', sibling.accountId])
    const asked = { agentPathsId: sibling.pathId, status: 2, requestId: 'order-4' }
    const disable = () => server.post(person, '/api/common/account/updatestatus', asked)
    const device: Statement = ['select from known_devices where account_id = $1 for update', [sibling.accountId]]
    const session: Statement = ['select from sessions where account_id = $1 for update nowait', [sibling.accountId]]
    expect(await between(device, disable, session)).toMatchObject({ code: 200 })
  })
})

describe('the key of an outside book stays free while its merchants are locked', () => {
  it('for a merchant, which has locked itself and makes an account there', async () => {
    const { head, otherMerchant } = server.tree
    const operator = await server.as(head, head.pathId, 1)
    const made = await raw.query<{ id: number }>(
      `insert into outside_books (name, base_url, key_id, secret, created_at) values ('海天', 'https://book.example', 'k', 'x', 1)
       returning id`,
    )
    const bookId = made.rows[0]?.id
    const asked = { bookId, version: 1, enabled: false, requestId: 'order-5' }
    const disable = () => server.post(operator, '/api/admin/outside-book/update', asked)
    const merchant: Statement = ['select from merchants where id = $1 for no key update', [otherMerchant.merchantId]]
    // What PostgreSQL does for the row of an account that names the book.
    const key: Statement = ['select from outside_books where id = $1 for key share nowait', [bookId]]
    expect(await between(merchant, disable, key)).toMatchObject({ code: 200 })
  })
})

import { must } from '@strata/domain/must'
import { describe, expect, it } from 'vitest'
import { runTx } from '../platform/db.ts'
import { Refusal } from '../platform/refusal.ts'
import { createSecrets } from '../platform/secrets.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { addBook, changeBook, noteTrial } from './outside-books.ts'
import { findBook, type StoredBook } from './store-books.ts'

const { pool } = await createTestDatabase()
const secrets = createSecrets([{ id: 'k', key: Buffer.alloc(32, 7) }])
const NOW = 1_700_000_000_000

const book = async (id: number): Promise<StoredBook> => must(await findBook(pool, id), 'the book')
const add = async (name: string): Promise<number> => {
  const wish = { name, baseUrl: 'https://book.example/', keyId: 'strata', secret: 'a-key-of-20-characters' }
  const id = await runTx(pool, {}, (tx) => addBook(tx, secrets, wish, NOW))
  if (id instanceof Refusal) throw new Error(id.name)
  return id
}
const change = (bookId: number, version: number, wish: { baseUrl?: string; enabled?: boolean }) => {
  const { baseUrl, enabled } = wish
  const all = { bookId, version, baseUrl, keyId: undefined, secret: undefined, enabled }
  return runTx(pool, {}, (tx) => changeBook(tx, secrets, all))
}

describe('the trial of an outside book', () => {
  it('is not noted when the address was changed during the call', async () => {
    const id = await add('海天')
    const tried = await book(id)
    await change(id, tried.version, { baseUrl: 'https://other.example/' })
    await runTx(pool, {}, (tx) => noteTrial(tx, tried, { at: NOW, outcome: 'ok' }))
    expect(await book(id)).toMatchObject({ base_url: 'https://other.example/', tried_at: null, outcome: null })
  })

  it('is noted when the book was only switched off meanwhile, and forgotten with another address', async () => {
    const id = await add('天海')
    const tried = await book(id)
    await change(id, tried.version, { enabled: false })
    await runTx(pool, {}, (tx) => noteTrial(tx, tried, { at: NOW, outcome: 'ok' }))
    expect(await book(id)).toMatchObject({ is_enabled: false, outcome: 'ok' })
    await change(id, tried.version + 1, { baseUrl: 'https://other.example/' })
    expect(await book(id)).toMatchObject({ outcome: null })
  })
})

import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { MerchantId } from '@strata/domain/ids'
import { afterAll, describe, expect, test } from 'vitest'
import type { BucketSettings } from '../../platform/config.ts'
import { Bucket } from '../files/bucket.ts'
import { BucketFiles } from '../files/bucket-files.ts'
import { keyOf, YOUNG_MS } from '../files/export-store.ts'
import { changingWay } from './changing-way.ts'

/** More than one packet and more than a server's own pieces of 64 KiB. */
const LARGE = 3_000_001

const named = (id: number) => ({ merchantId: MerchantId(7), id, format: 'csv' as const })

/** What must hold on every store with an S3 interface. Its pages must have less than five objects. */
export function bucketHolds(store: string, settings: BucketSettings): void {
  const folder = mkdtempSync(join(tmpdir(), 'strata-bucket-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const files = new BucketFiles(settings, folder)
  /** Another machine, with a disk of its own. */
  const beside = new BucketFiles(settings, join(folder, 'beside'))
  const bucket = new Bucket(settings)

  async function put(id: number, content: string | Buffer): Promise<void> {
    await files.prepare()
    writeFileSync(files.partOf(named(id)), content)
    await files.publish(named(id))
  }

  const has = async (key: string): Promise<boolean> => (await bucket.send({ method: 'HEAD', key })).ok

  async function putRaw(key: string): Promise<void> {
    await (await bucket.send({ method: 'PUT', key, body: new Blob(['x']) })).arrayBuffer()
  }

  describe(`on ${store}`, () => {
    test('a file that one machine wrote is read by another, whole and in part', async () => {
      await put(1, '盈亏,1\n')
      expect(existsSync(files.partOf(named(1)))).toBe(false)
      const bytes = Buffer.from('盈亏,1\n')
      expect(await beside.sizeOf(named(1))).toBe(bytes.length)
      expect(await buffer(await beside.read(named(1)))).toEqual(bytes)
      expect(await buffer(await beside.read(named(1), { start: 3, end: 6 }))).toEqual(bytes.subarray(3, 7))
      await beside.remove(named(1))
      expect(await files.sizeOf(named(1))).toBeUndefined()
      await expect(files.read(named(1))).rejects.toThrow('did not send')
      await beside.remove(named(1))
    })

    test('a large file arrives whole, and the next of its name replaces it', async () => {
      const large = randomBytes(LARGE)
      await put(2, large)
      expect((await buffer(await beside.read(named(2)))).equals(large)).toBe(true)
      const end = { start: LARGE - 5, end: LARGE - 1 }
      expect((await buffer(await beside.read(named(2), end))).equals(large.subarray(-5))).toBe(true)
      await put(2, 'short')
      expect(String(await buffer(await beside.read(named(2))))).toBe('short')
      await files.remove(named(2))
    })

    test('a wrong key is refused at once, for reading, writing and lists', async () => {
      const wrong = new BucketFiles({ ...settings, secretKey: 'another-secret' }, folder)
      const told = (method: string) => `BucketError: the bucket refuses ${method}: 403 SignatureDoesNotMatch`
      const said = (answer: Promise<unknown>) => answer.catch(String)
      expect(await said(wrong.read(named(3)))).toBe(told('GET'))
      expect(await said(wrong.sweep(Date.now(), async () => new Set()))).toBe(told('GET'))
      await wrong.prepare()
      writeFileSync(wrong.partOf(named(3)), 'a')
      expect(await said(wrong.publish(named(3)))).toBe(told('PUT'))
      expect(await files.sizeOf(named(3))).toBeUndefined()
      await files.remove(named(3))
    })

    test('content that changed on its way is refused and not stored', async () => {
      const way = await changingWay(settings.endpoint)
      const changed = new BucketFiles({ ...settings, endpoint: way.endpoint }, folder)
      await changed.prepare()
      writeFileSync(changed.partOf(named(4)), 'a,1\n')
      await expect(changed.publish(named(4))).rejects.toThrow('the bucket refuses PUT: 400')
      way.close()
      expect(await files.sizeOf(named(4))).toBeUndefined()
      await files.publish(named(4))
      expect(String(await buffer(await beside.read(named(4))))).toBe('a,1\n')
      await files.remove(named(4))
    })

    test('a bucket that is not there fails the file and keeps its part', async () => {
      const none = new BucketFiles({ ...settings, bucket: 'none-such' }, folder)
      await none.prepare()
      writeFileSync(none.partOf(named(5)), 'a')
      await expect(none.publish(named(5))).rejects.toThrow('no such bucket')
      expect(existsSync(none.partOf(named(5)))).toBe(true)
      await files.remove(named(5))
    })

    test('a sweep goes through all pages and removes what is old and has no row, here and in the bucket', async () => {
      for (const id of [11, 12, 13, 14, 15]) await put(id, String(id))
      for (const key of ['exports/readme.txt', 'other/7-14.csv']) await putRaw(key)
      const keys = [11, 12, 13, 14, 15]
        .map((id) => `exports/7-${id}.csv`)
        .concat('exports/readme.txt', 'other/7-14.csv')
      const left = async (): Promise<string[]> => {
        const found = await Promise.all(keys.map(has))
        return keys.filter((_, at) => found[at])
      }
      writeFileSync(files.partOf(named(20)), 'half')
      const [old, now] = [(Date.now() - 2 * YOUNG_MS) / 1000, Date.now()]
      utimesSync(files.partOf(named(20)), old, old)
      await files.sweep(now, async () => new Set())
      expect(await left()).toEqual(keys)
      expect(existsSync(files.partOf(named(20)))).toBe(false)
      await files.sweep(now + 2 * YOUNG_MS, async (all) => new Set(all.filter(({ id }) => id === 12).map(keyOf)))
      expect(await left()).toEqual(['exports/7-12.csv', 'exports/readme.txt', 'other/7-14.csv'])
    })
  })
}

import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { MerchantId } from '@strata/domain/ids'
import { afterAll, expect, test } from 'vitest'
import { serveBucket, signatureOf } from '../testing/bucket-server.ts'
import { BucketFiles } from './bucket-files.ts'
import { keyOf } from './export-store.ts'

const [BUCKET, ID, SECRET] = ['exports-of-all', 'an-id', 'the/secret+key']
const store = await serveBucket(BUCKET, SECRET)
const folder = mkdtempSync(join(tmpdir(), 'strata-bucket-'))
afterAll(() => {
  store.close()
  rmSync(folder, { recursive: true, force: true })
})
const settings = { endpoint: store.endpoint, bucket: BUCKET, region: 'eu-x-1', accessKey: ID, secretKey: SECRET }
const files = new BucketFiles(settings, folder)
/** Another machine, with a disk of its own. */
const beside = new BucketFiles(settings, join(folder, 'beside'))
const named = (id: number) => ({ merchantId: MerchantId(7), id, format: 'csv' as const })

async function put(id: number, content: string): Promise<void> {
  await files.prepare()
  writeFileSync(files.partOf(named(id)), content)
  await files.publish(named(id))
}

// The examples that the description of Signature Version 4 for S3 computes step by step.
test.each([
  ['/test.txt', { range: 'bytes=0-9' }, 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41'],
  ['/?lifecycle', {}, 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
  ['/?max-keys=2&prefix=J', {}, '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
])('the store of these tests signs the public example %s', (target, more, signature) => {
  const headers = {
    ...more,
    host: 'examplebucket.s3.amazonaws.com',
    'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'x-amz-date': '20130524T000000Z',
  }
  const names = Object.keys(headers).sort().join(';')
  const authorization = `AWS4-HMAC-SHA256 Credential=ID/20130524/us-east-1/s3/aws4_request,SignedHeaders=${names},Signature=0`
  const secret = ['wJalrXUtnFEMI', 'K7MDENG', 'bPxRfiCYEXAMPLEKEY'].join('/')
  expect(signatureOf({ method: 'GET', target, headers: { ...headers, authorization } }, secret)).toBe(signature)
})

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
})

test('an overloaded store is asked again, and one that stays so fails the call', async () => {
  store.failures = [503, 500]
  await put(2, 'a')
  expect(await files.sizeOf(named(2))).toBe(1)
  store.failures = [503, 503, 503]
  await expect(files.sizeOf(named(2))).rejects.toThrow('the bucket refuses HEAD: 503')
  store.failures = []
})

test('a wrong key or bucket is refused at once, and the message holds neither key nor address', async () => {
  const wrong = new BucketFiles({ ...settings, secretKey: 'another-secret' }, folder)
  const error: unknown = await wrong.read(named(2)).catch((caught: unknown) => caught)
  expect(String(error)).toBe('BucketError: the bucket refuses GET: 403 SignatureDoesNotMatch')
  const gone = new BucketFiles({ ...settings, endpoint: 'http://127.0.0.1:1' }, folder)
  const lost: unknown = await gone.sizeOf(named(2)).catch((caught: unknown) => caught)
  expect(String(lost)).toBe('BucketError: the bucket cannot be reached (HEAD)')
  const none = new BucketFiles({ ...settings, bucket: 'none-such' }, folder)
  await none.prepare()
  writeFileSync(none.partOf(named(3)), 'a')
  await expect(none.publish(named(3))).rejects.toThrow('no such bucket')
})

test('a sweep goes through all pages and removes what is old and has no row, here and in the bucket', async () => {
  for (const id of [11, 12, 13, 14, 15]) await put(id, String(id))
  store.objects.set('exports/readme.txt', { body: Buffer.from('x'), changedAt: 0 })
  store.objects.set('other/7-14.csv', { body: Buffer.from('x'), changedAt: 0 })
  const [old, now] = [Date.now() - 2 * 3_600_000, Date.now()]
  for (const id of [11, 12, 13, 14]) {
    const object = store.objects.get(`exports/7-${id}.csv`)
    if (object) object.changedAt = old
  }
  writeFileSync(files.partOf(named(20)), 'half')
  utimesSync(files.partOf(named(20)), old / 1000, old / 1000)
  await files.sweep(now, async (keys) => new Set(keys.filter(({ id }) => id === 12).map(keyOf)))
  const left = [...store.objects.keys()].filter((key) => !key.includes('7-2.'))
  expect(left.sort()).toEqual(['exports/7-12.csv', 'exports/7-15.csv', 'exports/readme.txt', 'other/7-14.csv'])
  expect(existsSync(files.partOf(named(20)))).toBe(false)
})

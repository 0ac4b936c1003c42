import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MerchantId } from '@strata/domain/ids'
import { afterAll, expect, test } from 'vitest'
import { bucketHolds } from '../testing/bucket-holds.ts'
import { serveBucket, signatureOf } from '../testing/bucket-server.ts'
import { BucketFiles } from './bucket-files.ts'

const [BUCKET, ID, SECRET] = ['exports-of-all', 'an-id', 'the/secret+key']
const store = await serveBucket(BUCKET, SECRET)
const folder = mkdtempSync(join(tmpdir(), 'strata-bucket-'))
afterAll(() => {
  store.close()
  rmSync(folder, { recursive: true, force: true })
})
const settings = { endpoint: store.endpoint, bucket: BUCKET, region: 'eu-x-1', accessKey: ID, secretKey: SECRET }
const files = new BucketFiles(settings, folder)
const named = (id: number) => ({ merchantId: MerchantId(7), id, format: 'csv' as const })

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

bucketHolds('the store of these tests', settings)

test('an overloaded store is asked again, and one that stays so fails the call', async () => {
  await files.prepare()
  writeFileSync(files.partOf(named(2)), 'a')
  await files.publish(named(2))
  store.failures = [503, 500]
  expect(await files.sizeOf(named(2))).toBe(1)
  store.failures = [503, 503, 503]
  await expect(files.sizeOf(named(2))).rejects.toThrow('the bucket refuses HEAD: 503')
  store.failures = []
})

test('a store that cannot be reached fails the call, and the message holds neither key nor address', async () => {
  const gone = new BucketFiles({ ...settings, endpoint: 'http://127.0.0.1:1' }, folder)
  const lost: unknown = await gone.sizeOf(named(2)).catch((caught: unknown) => caught)
  expect(String(lost)).toBe('BucketError: the bucket cannot be reached (HEAD)')
})

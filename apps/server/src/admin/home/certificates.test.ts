import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { afterAll, expect, it } from 'vitest'
import { askCertificate, firstToEnd } from './certificates.ts'

/** Made at run time, so that no key is in the repository. */
const folder = mkdtempSync(join(tmpdir(), 'strata-certificate-'))
const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
execFileSync('openssl', ['req', ...kind, '-subj', '/CN=strata.test', '-keyout', keyFile, '-out', certFile], {
  stdio: 'pipe',
})
const cert = readFileSync(certFile, 'utf8')
const server = createServer({ key: readFileSync(keyFile, 'utf8'), cert })
rmSync(folder, { recursive: true })
afterAll(() => server.close())

it('reads the end of a certificate that no authority signed', async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  expect(await askCertificate(`127.0.0.1:${port}`)).toBe(Date.parse(new X509Certificate(cert).validTo))
  expect(await askCertificate('127.0.0.1:1')).toBeNull()
})

it.each([
  [[], null],
  [
    [
      { address: 'a:443', endsAt: 2 },
      { address: 'b:443', endsAt: 1 },
    ],
    'b:443',
  ],
  [
    [
      { address: 'a:443', endsAt: 2 },
      { address: 'b:443', endsAt: null },
    ],
    'b:443',
  ],
])('of %j the first to end is %j', (all, address) => expect(firstToEnd(all)?.address ?? null).toBe(address))

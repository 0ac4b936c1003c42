import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request as httpRequest, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import { createServer, request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Certificate = { readonly key: string; readonly cert: string }

/** A self-signed certificate for the test's hosts, made at run time, so that no key is in the repository. */
export const makeCertificate = (): Certificate => {
  const folder = mkdtempSync(join(tmpdir(), 'strata-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  try {
    const made = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
    const named = ['-subj', '/CN=strata.test', '-addext', 'subjectAltName=DNS:*.strata.test,DNS:*.agent.strata.test']
    execFileSync('openssl', ['req', ...made, ...named, '-keyout', key, '-out', cert], { stdio: 'pipe' })
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export type TlsServer = { readonly port: number; readonly close: () => Promise<void> }

const listen = async (certificate: Certificate, answer: RequestListener): Promise<TlsServer> => {
  // As the server itself: a browser that takes up a connection in the moment it is closed tries again, and gives up in the end.
  const server = createServer({ ...certificate, keepAliveTimeout: 65_000 }, answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { port: typeof address === 'object' && address ? address.port : 0, close }
}

/** A reverse proxy on a free port: ends TLS, passes the Host and the client address, like an operator's proxy. */
export const startTlsProxy = (certificate: Certificate, target: number): Promise<TlsServer> =>
  listen(certificate, (from, to) => {
    const said = { 'x-forwarded-for': from.socket.remoteAddress ?? '', 'x-forwarded-proto': 'https' }
    const headers = { ...from.headers, ...said }
    const asked = { host: '127.0.0.1', port: target, method: from.method ?? 'GET', path: from.url ?? '/', headers }
    const call = httpRequest(asked, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(to)
    })
    call.on('error', () => to.destroy())
    to.on('close', () => call.destroy())
    from.pipe(call)
  })

/** A foreign site that answers this page for every path. */
export const startStranger = (certificate: Certificate, html: string): Promise<TlsServer> =>
  listen(certificate, (_request, response) => {
    response.setHeader('content-type', 'text/html').end(html)
  })

export type TlsAnswer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string }

type Asked = {
  readonly method?: 'GET' | 'POST' | 'OPTIONS'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** One call outside the browser, to a host that only the browser can resolve. */
export const askOverTls = async (
  url: string,
  { method = 'GET', headers = {}, body = '' }: Asked = {},
): Promise<TlsAnswer> =>
  await new Promise((resolve, reject) => {
    const { host, port, pathname, search } = new URL(url)
    const options = { host: '127.0.0.1', port, method, path: pathname + search, rejectUnauthorized: false }
    const call = httpsRequest({ ...options, headers: { host, ...headers } }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('error', reject)
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts).toString() }),
      )
    })
    call.on('error', reject)
    call.end(body)
  })

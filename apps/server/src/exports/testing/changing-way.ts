import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface ChangingWay {
  readonly endpoint: string
  close(): void
}

/** A way to a store on which the first byte of every body becomes another one. Signed headers stay as they are. */
export async function changingWay(to: string): Promise<ChangingWay> {
  const server = createServer(async (incoming, answer) => {
    const body = await buffer(incoming)
    if (body.length > 0) body[0] = (body[0] ?? 0) ^ 1
    const { method, headers, url } = incoming
    const outgoing = request(new URL(url ?? '/', to), { ...(method ? { method } : {}), headers, agent: false })
    outgoing.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 0, response.headers)
      response.pipe(answer)
    })
    outgoing.on('error', () => answer.destroy())
    outgoing.end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => void server.close() }
}

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the outside book says to every order until told otherwise. `silent`: it breaks off without an answer. */
export type Mood = 'accept' | 'refuse' | 'silent'

export interface Outside {
  readonly port: number
  mood: Mood
  close(): Promise<void>
}

/** An outside book that answers the same to every call. */
export async function startOutside(): Promise<Outside> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      if (outside.mood === 'silent') {
        response.destroy()
        return
      }
      const answer = outside.mood === 'accept' ? { state: 'accepted', orderNo: 'B1' } : { state: 'rejected' }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const outside: Outside = {
    port: (server.address() as AddressInfo).port,
    mood: 'accept',
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return outside
}

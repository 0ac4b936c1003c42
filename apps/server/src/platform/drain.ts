import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const sweepMs = 50
const graceMs = 8_000

/**
 * Makes closing a server quick but orderly. Connections without any request (browsers open some ahead) are dropped,
 * idle ones are closed after their answer, and what is not done after the grace time is cut. Returns a function to call
 * just before closing.
 */
export function prepareDrain(server: Server): () => void {
  const silent = new Set<Socket>()
  server.on('connection', (socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  server.on('request', (request) => silent.delete(request.socket))
  return () => {
    for (const socket of silent) socket.destroy()
    const sweep = setInterval(() => server.closeIdleConnections(), sweepMs)
    const cut = setTimeout(() => server.closeAllConnections(), graceMs)
    cut.unref()
    server.once('close', () => {
      clearInterval(sweep)
      clearTimeout(cut)
    })
  }
}

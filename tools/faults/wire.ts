/**
 * Stands between a server and PostgreSQL, reads what the server sends, and fails as a network does: it can cut one
 * connection at a statement, or let all connections fall silent without closing them.
 */

import { connect, createServer, type Socket } from 'node:net'

const STARTUP_CODES = new Set([80_877_103, 80_877_104])
const HEAD_BYTES = 5

/** One statement on its way to PostgreSQL. */
export interface Statement {
  /** Its text, or the name of one that was prepared before. */
  readonly text: string
  /** The message as sent; the values of a prepared statement are in it. */
  readonly raw: string
  /** Parameters that the connection began with, for example `application_name`. */
  readonly began: ReadonlyMap<string, string>
  /** The number of the connection. */
  readonly line: number
}

/**
 * What happens to the connection: nothing; cut before PostgreSQL has it; cut before its answer comes back; or held at
 * the same places, with all that follows, until the server closes it.
 */
export type Verdict = 'pass' | 'cut before' | 'cut after' | 'hold before' | 'hold after'

export interface Wire {
  readonly url: (database: string) => string
  /** Judges every statement; replaced by a fault while it lasts. */
  judge: (statement: Statement) => Verdict
  /** Nothing goes through any more, and nothing is closed. New connections are as silent. */
  silence(): void
  /** New connections work again. Those of before stay silent for good, as behind a router that forgot them. */
  heal(): void
  close(): Promise<void>
}

interface Message {
  readonly type: string
  readonly whole: Buffer
}

/** Cuts what a client sends into messages. The first one of a connection has no type. */
class Messages {
  #left = Buffer.alloc(0)
  #started = false

  take(part: Buffer): readonly Message[] {
    this.#left = Buffer.concat([this.#left, part])
    const found: Message[] = []
    for (;;) {
      const head = this.#started ? HEAD_BYTES : HEAD_BYTES - 1
      if (this.#left.length < head) return found
      const size = this.#left.readInt32BE(head - 4) + head - 4
      if (this.#left.length < size) return found
      const whole = this.#left.subarray(0, size)
      this.#left = this.#left.subarray(size)
      found.push({ type: this.#started ? String.fromCharCode(whole[0] ?? 0) : 'startup', whole })
      if (!this.#started && !STARTUP_CODES.has(whole.readInt32BE(4))) this.#started = true
    }
  }
}

const texts = (part: Buffer): string[] => part.toString('utf8').split('\0')

function beganWith(whole: Buffer): Map<string, string> {
  const parts = texts(whole.subarray(8))
  const began = new Map<string, string>()
  for (let at = 0; at + 1 < parts.length; at += 2) began.set(parts[at] ?? '', parts[at + 1] ?? '')
  return began
}

export async function startWire(): Promise<Wire> {
  let [target, isSilent, lines] = [0, false, 0]
  const sockets = new Set<Socket>()
  const dead = new WeakSet<Socket>()
  const wire: Wire = {
    url: () => '',
    judge: () => 'pass',
    silence: () => {
      isSilent = true
      for (const socket of sockets) dead.add(socket)
    },
    heal: () => {
      isSilent = false
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const serve = (client: Socket): void => {
    const line = ++lines
    const toDatabase = connect(target, '127.0.0.1')
    const both = [client, toDatabase]
    for (const socket of both) {
      sockets.add(socket)
      if (isSilent) dead.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => undefined)
      socket.once('close', () => {
        sockets.delete(socket)
        if (!dead.has(socket)) for (const other of both) other.destroy()
      })
    }
    const messages = new Messages()
    const prepared = new Map<string, string>()
    let began: ReadonlyMap<string, string> = new Map()
    let isMuted = false
    let held: 'no' | 'answers' | 'all' = 'no'
    /** The statement that a message runs, or undefined. */
    const statementOf = (type: string, whole: Buffer): string | undefined => {
      if (type === 'startup') began = beganWith(whole)
      if (type === 'Q') return texts(whole.subarray(HEAD_BYTES))[0]
      if (type === 'P') {
        const [name = '', text = ''] = texts(whole.subarray(HEAD_BYTES))
        prepared.set(name, text)
      }
      if (type !== 'B') return undefined
      const [, name = ''] = texts(whole.subarray(HEAD_BYTES))
      return prepared.get(name) ?? name
    }
    client.on('data', (part: Buffer) => {
      if (dead.has(client) || held === 'all') return
      for (const { type, whole } of messages.take(part)) {
        const text = statementOf(type, whole)
        const verdict = text === undefined ? 'pass' : wire.judge({ text, raw: whole.toString('latin1'), began, line })
        if (verdict === 'cut before') {
          client.destroy()
          return
        }
        if (verdict === 'cut after') isMuted = true
        // What belongs to a held statement goes on, the next one does not.
        if (verdict === 'hold before' || (held === 'answers' && text !== undefined)) {
          held = 'all'
          return
        }
        if (verdict === 'hold after') held = 'answers'
        toDatabase.write(whole)
      }
    })
    toDatabase.on('data', (part: Buffer) => {
      if (dead.has(client)) return
      if (isMuted) client.destroy()
      else if (held === 'no') client.write(part)
    })
  }
  const server = createServer(serve)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return Object.assign(wire, {
    url: (database: string) => {
      const through = new URL(database)
      target = Number(through.port)
      through.port = String(port)
      return through.href
    },
  })
}

import { randomUUID } from 'node:crypto'
import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

export interface Mail {
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly at: number
}

export interface MailServer {
  /** The name that the certificate must have. */
  readonly host: string
  readonly port: number
  /** The pinned address. */
  readonly address: string
  /** False only in tests. Otherwise TLS from the first byte. */
  readonly tls: boolean
  readonly user?: string
  readonly password?: string
}

const TIMEOUT_MS = 5_000
const MAX_BYTES = 16 * 1024

const word = (text: string): string => `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`

/** Accepts only addresses that are safe inside an SMTP command: they cannot end it and begin another. */
export const isMailAddress = (text: string): boolean =>
  /^[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})+$/.test(text)

function messageOf(mail: Mail): string {
  const body = Buffer.from(mail.text)
    .toString('base64')
    .replace(/(.{76})/g, '$1\r\n')
  return [
    `From: <${mail.from}>`,
    `To: <${mail.to}>`,
    `Subject: ${word(mail.subject)}`,
    `Date: ${new Date(mail.at).toUTCString()}`,
    `Message-ID: <${randomUUID()}@${mail.from.split('@')[1] ?? 'localhost'}>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    body,
  ].join('\r\n')
}

/** Answers of the server, one complete reply at a time. */
async function* replies(socket: Socket): AsyncGenerator<number> {
  let text = ''
  let seen = 0
  for await (const part of socket) {
    seen += (part as Buffer).length
    if (seen > MAX_BYTES) throw new Error('too much')
    text += (part as Buffer).toString('latin1')
    for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
      const line = text.slice(0, end)
      text = text.slice(end + 2)
      if (/^\d{3}( |$)/.test(line)) yield Number(line.slice(0, 3))
    }
  }
}

async function talk(socket: Socket, server: MailServer, mail: Mail): Promise<boolean> {
  const heard = replies(socket)
  const expect = async (first: number): Promise<void> => {
    const { value, done } = await heard.next()
    if (done || Math.trunc((value as number) / 100) !== first) throw new Error('refused')
  }
  const say = async (line: string, first: number): Promise<void> => {
    socket.write(`${line}\r\n`)
    await expect(first)
  }
  await expect(2)
  await say('EHLO strata', 2)
  if (server.user !== undefined && server.password !== undefined) {
    const secret = Buffer.from(`\u0000${server.user}\u0000${server.password}`).toString('base64')
    await say(`AUTH PLAIN ${secret}`, 2)
  }
  await say(`MAIL FROM:<${mail.from}>`, 2)
  await say(`RCPT TO:<${mail.to}>`, 2)
  await say('DATA', 3)
  await say(`${messageOf(mail)}\r\n.`, 2)
  socket.write('QUIT\r\n')
  return true
}

/** Sends one mail. False when it could not be delivered for any reason; at most 5 s. Never throws. */
export async function sendMail(server: MailServer, mail: Mail): Promise<boolean> {
  if (!isMailAddress(mail.to) || !isMailAddress(mail.from)) return false
  const { address, port } = server
  const socket = server.tls
    ? connectTls({ host: address, port, servername: server.host })
    : connectPlain({ host: address, port })
  socket.on('error', () => undefined)
  const timer = setTimeout(() => socket.destroy(), TIMEOUT_MS)
  try {
    return await talk(socket, server, mail)
  } catch {
    return false
  } finally {
    clearTimeout(timer)
    socket.destroy()
  }
}

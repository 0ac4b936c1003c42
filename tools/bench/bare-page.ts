import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from '../bootstrap/chromium.mjs'
import { pause } from './web-site.ts'

const START_WITHIN_MS = 20_000

/** A page of a browser that nobody watches: a test's browser reports every call with its stack, which costs the page. */
export interface BarePage {
  readonly send: (method: string, params?: object) => Promise<unknown>
  /** The value of an expression in the page; a promise is waited for. */
  readonly evaluate: <Value>(expression: string) => Promise<Value>
  /** Waits until an expression is true in the page. */
  readonly until: (expression: string) => Promise<void>
  readonly close: () => Promise<void>
}

interface Answer {
  readonly id?: number
  readonly result?: object
  readonly error?: { readonly message: string }
}

async function within<Value>(what: string, find: () => Promise<Value | undefined>): Promise<Value> {
  for (const until = Date.now() + START_WITHIN_MS; Date.now() < until; await pause(100)) {
    const found = await find().catch(() => undefined)
    if (found !== undefined) return found
  }
  throw new Error(`no ${what} after ${START_WITHIN_MS} ms`)
}

/** Sends commands of the DevTools protocol and waits for their answers. */
async function connect(url: string): Promise<{ send: BarePage['send']; end: () => void }> {
  const socket = new WebSocket(url)
  const asked = new Map<number, PromiseWithResolvers<unknown>>()
  socket.onmessage = ({ data }) => {
    const { id, result, error } = JSON.parse(String(data)) as Answer
    const answer = id === undefined ? undefined : asked.get(id)
    if (error) answer?.reject(new Error(error.message))
    else answer?.resolve(result)
  }
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = reject
  })
  let count = 0
  const send: BarePage['send'] = (method, params = {}) => {
    count += 1
    const answer = Promise.withResolvers<unknown>()
    asked.set(count, answer)
    socket.send(JSON.stringify({ id: count, method, params }))
    return answer.promise
  }
  return { send, end: () => socket.close() }
}

export async function openBarePage({
  width,
  height,
}: {
  readonly width: number
  readonly height: number
}): Promise<BarePage> {
  const profile = mkdtempSync(join(tmpdir(), 'strata-bench-bare-'))
  const flags = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--lang=zh-CN',
    '--remote-debugging-port=0',
  ]
  const args = [...flags, `--user-data-dir=${profile}`, `--window-size=${width},${height}`, 'about:blank']
  // A group of its own: Debian's command is a script, and a signal would end it alone.
  const browser = spawn(findChromium(), args, { stdio: 'ignore', detached: true })
  const ended = new Promise<void>((resolve) => browser.once('exit', () => resolve()))
  let link: Awaited<ReturnType<typeof connect>> | undefined
  const stop = async (): Promise<void> => {
    if (link) void link.send('Browser.close')
    else if (browser.pid !== undefined) process.kill(-browser.pid)
    await ended
    link?.end()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const address = await within('debugging page', async () => {
      const [port] = readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n')
      const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
        type: string
        webSocketDebuggerUrl: string
      }[]
      return targets.find(({ type }) => type === 'page')?.webSocketDebuggerUrl
    })
    link = await connect(address)
    const { send } = link
    const evaluate = async <Value>(expression: string): Promise<Value> => {
      const asked = { expression, awaitPromise: true, returnByValue: true }
      return ((await send('Runtime.evaluate', asked)) as { result: { value: Value } }).result.value
    }
    await send('Page.enable')
    await send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false })
    return {
      send,
      evaluate,
      until: async (expression) => {
        await within(expression, async () => ((await evaluate<boolean>(expression)) ? true : undefined))
      },
      close: stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

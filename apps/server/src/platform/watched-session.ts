import pg from 'pg'

/**
 * Sessions with locks or subscriptions. They count only while both sides hear each other: a process that hangs, or whose
 * network is cut, would hold its locks for hours, because nobody tells PostgreSQL.
 */

/** After this silence PostgreSQL ends the session, and its locks are free. */
export const SILENCE_MS = 10_000
const CONNECT_MS = 10_000
const beatMs = (silenceMs: number): number => silenceMs / 5
/** After this silence of PostgreSQL the process gives the session up. */
const answerMs = (silenceMs: number): number => silenceMs / 2

/** Options of the connections of such sessions. */
export const watchedOptions = (url: string, applicationName: string, silenceMs = SILENCE_MS) => ({
  connectionString: url,
  application_name: applicationName,
  options: `-c idle_session_timeout=${silenceMs}`,
  query_timeout: answerMs(silenceMs),
  connectionTimeoutMillis: Math.min(silenceMs, CONNECT_MS),
  keepAlive: true,
})

/** Speaks now and then, so that the session lasts. Returns a function that ends it. */
export function keepBeating(
  silenceMs: number,
  ask: () => Promise<unknown>,
  onSilence: () => void = () => undefined,
): () => void {
  let isAsking = false
  const timer = setInterval(() => {
    // A loop that was late sends one beat, not all that it missed.
    if (isAsking) return
    isAsking = true
    ask()
      .catch(onSilence)
      .finally(() => {
        isAsking = false
      })
  }, beatMs(silenceMs))
  timer.unref()
  return () => clearInterval(timer)
}

interface Watch {
  readonly silenceMs?: number
  /** Called each time PostgreSQL has answered. */
  readonly onAnswer?: () => void
}

/** A connected client of such a session. It emits `end` when it is lost, in whatever way. */
export async function watchedClient(
  url: string,
  applicationName: string,
  { silenceMs = SILENCE_MS, onAnswer }: Watch = {},
): Promise<pg.Client> {
  const client = new pg.Client(watchedOptions(url, applicationName, silenceMs))
  client.on('error', () => undefined)
  await client.connect()
  // Ending a client that waits for an answer destroys its socket.
  const stop = keepBeating(
    silenceMs,
    () => client.query('select 1').then(onAnswer),
    () => void client.end().catch(() => undefined),
  )
  client.once('end', stop)
  return client
}

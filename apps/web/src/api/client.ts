import type { CallSpec } from '@strata/contract/call'
import type { CallId } from '@strata/contract/calls'
import type { RequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { EndpointById } from '@strata/contract/endpoints'
import type { ToastKind } from '../ui/pop-up/toast.ts'
import { callUrl } from './base.ts'
import { learnServerTime } from './clock.ts'

/** Timeout of every call. */
export const CALL_TIMEOUT_MS = 10_000

/** The fields of a call that the client needs; see contract/calls. */
export type Call<Id extends CallId = CallId> = Pick<CallSpec, 'method' | 'path' | 'isclick'> & { readonly id: Id }

/** Request type of a call id. */
export type Input<Id extends CallId> = RequestOf<EndpointById[Id]>
/** Type of `data` in its answer. */
export type Answer<Id extends CallId> = ResponseOf<EndpointById[Id]>

/** The server refused, with a code of the contract and a Chinese text that was already shown. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal'
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, data: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** No usable answer: network, time-out, a status other than 200. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure'
  readonly status: number
  /** The number under which the server's log has the fault; null: the server had none. */
  readonly trace: string | null
  constructor(status: number, cause?: unknown, trace: string | null = null) {
    super(`no answer (${status})`, { cause })
    this.status = status
    this.trace = trace
  }
}

/** The session is over; the alert was shown or is being shown. */
export class SessionEnded extends Error {
  override readonly name = 'SessionEnded'
}

/** The session has ended, or another account has signed in in another tab: this tab must not send anything more. */
export class TabLocked extends Error {
  override readonly name = 'TabLocked'
}

export type ClientPorts = {
  readonly base: string
  readonly fetch: typeof fetch
  readonly session: () => {
    readonly token: string | null
    readonly agentPathsId: number
    readonly accountType: 1 | 2
    readonly locked: boolean
  }
  readonly toast: (kind: ToastKind, text: string, note?: string) => void
  /** Called for every 401 of a call with a token. The receiver must show the alert only once. */
  readonly onSessionEnded: () => void
  readonly words: { readonly systemError: string; readonly trace: (id: string) => string }
}

export type CallOptions = {
  readonly signal?: AbortSignal
  /** The page makes the call by itself: it does not keep the session alive and fails silently. */
  readonly automatic?: boolean
  /** Codes of refusals that the form shows at its fields: they are not shown as a toast as well. */
  readonly atField?: readonly number[] | 'all'
}

export type Client = {
  readonly call: <Id extends CallId>(call: Call<Id>, input: Input<Id>, options?: CallOptions) => Promise<Answer<Id>>
  /** Headers of a call, for the stream reader. */
  readonly headers: () => Record<string, string>
}

type Envelope = { readonly code: number; readonly data: unknown; readonly message: string; readonly isSuccess: boolean }

const isEnvelope = (body: unknown): body is Envelope =>
  typeof body === 'object' && body !== null && 'code' in body && 'isSuccess' in body

/** Calls whose page announces their success itself, or shows what was chosen already. */
const SILENT: readonly CallId[] = ['tree.setTerms', 'tree.setTermsMany', 'notices.preferenceSet']

const headersOf = (ports: ClientPorts): Record<string, string> => {
  const { token, agentPathsId, accountType } = ports.session()
  return {
    ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
    agentPathsId: String(agentPathsId),
    roleType: String(accountType),
  }
}

/** Options of a request beyond its call and input. */
export type Sending = {
  readonly options: CallOptions
  readonly timeout: AbortSignal
  readonly extra?: Record<string, string>
}

export const send = async (
  ports: ClientPorts,
  call: Call,
  input: object,
  { options, timeout, extra }: Sending,
): Promise<Response> => {
  const isGet = call.method === 'GET'
  const headers = { ...headersOf(ports), ...extra }
  if (options.automatic) headers['X-Auto'] = '1'
  if (!isGet) headers['Content-Type'] = 'application/json'
  const sentAt = Date.now()
  const response = await ports.fetch(callUrl(ports.base, call, isGet ? { ...input } : {}), {
    method: call.method,
    headers,
    credentials: 'include',
    signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    ...(isGet ? {} : { body: JSON.stringify(input) }),
  })
  learnServerTime(Number(response.headers.get('X-Server-Now')), sentAt, Date.now())
  return response
}

/** Processes one envelope as the error catalogue says: returns data, or shows a toast and throws a typed error. */
const judge = (ports: ClientPorts, { id }: Call, body: Envelope, { automatic, atField }: CallOptions): unknown => {
  if (body.code !== 200 || !body.isSuccess) {
    if (!automatic && atField !== 'all' && !atField?.includes(body.code)) ports.toast('warning', body.message)
    throw new ApiRefusal(body.code, body.message, body.data)
  }
  const empty = body.data === null || body.data === undefined
  if (empty && !SILENT.includes(id) && body.message !== '' && !automatic) ports.toast('success', body.message)
  return body.data
}

type Fault = { readonly status: number; readonly cause?: unknown; readonly trace?: string | null }

const failed = (ports: ClientPorts, options: CallOptions, { status, cause, trace = null }: Fault): ApiFailure => {
  const { systemError, trace: traceText } = ports.words
  if (!options.automatic) ports.toast('error', systemError, ...(trace === null ? [] : [traceText(trace)]))
  return new ApiFailure(status, cause, trace)
}

const ended = (ports: ClientPorts, token: string | null): SessionEnded => {
  if (token !== null && ports.session().token === token) ports.onSessionEnded()
  return new SessionEnded()
}

/** The result of an exchange: the data of an envelope, or what `read` returned for another kind of answer. */
type Brought<T> = { readonly data: unknown } | { readonly given: T }

/** One exchange with the server. Any failure has been shown to the user before this throws. */
export const exchange = async <T = never>(
  ports: ClientPorts,
  call: Call,
  options: CallOptions,
  ask: () => Promise<Response | { readonly given: T }>,
): Promise<Brought<T>> => {
  const { token, locked } = ports.session()
  if (locked) throw new TabLocked()
  let status: number
  let trace: string | null
  let body: unknown
  try {
    const answer = await ask()
    if ('given' in answer) return answer
    status = answer.status
    // Below 500 nothing is wrong with the server: its log has no line with this number.
    trace = status >= 500 ? answer.headers.get('X-Trace-Id') : null
    body = status === 200 ? await answer.json() : null
  } catch (cause) {
    // The caller aborted (the page was left): this is no failure.
    if (options.signal?.aborted) throw cause
    throw failed(ports, options, { status: 0, cause })
  }
  if (status === 401) throw ended(ports, token)
  if (!isEnvelope(body)) throw failed(ports, options, { status, trace })
  return { data: judge(ports, call, body, options) }
}

const perform = async (ports: ClientPorts, call: Call, input: object, options: CallOptions): Promise<unknown> => {
  const brought = await exchange(ports, call, options, () =>
    send(ports, call, input, { options, timeout: AbortSignal.timeout(CALL_TIMEOUT_MS) }),
  )
  return 'data' in brought ? brought.data : undefined
}

/** The only place of the page that sends calls. */
export const createClient = (ports: ClientPorts): Client => ({
  call: (async (call: Call, input: object, options: CallOptions = {}) =>
    await perform(ports, call, input, options)) as Client['call'],
  headers: () => headersOf(ports),
})

import type { CallId } from '@strata/contract/calls'
import { ports } from './api.ts'
import { type Call, type CallOptions, type ClientPorts, exchange, type Input, type Sending, send } from './client.ts'
import { fileNameOf, readFile, type SavedFile } from './file-answer.ts'

/** Until a file begins to arrive; how long it then takes depends on its size. */
const FILE_TIMEOUT_MS = 20_000

export type FileOptions = CallOptions & {
  readonly onBytes?: (received: number, total: number | null) => void
}

/** A file, or where its making goes on when it takes longer. */
export type FileAnswer =
  | ({ readonly kind: 'file' } & SavedFile)
  | { readonly kind: 'started'; readonly exportId: number }

const isFile = (response: Response): boolean => response.headers.get('Content-Disposition') !== null

/** The head of a file's answer within its time; its bytes have all the time they need. */
const sendForFile = async (ports: ClientPorts, call: Call, input: object, sending: Omit<Sending, 'timeout'>) => {
  const giveUp = new AbortController()
  const timer = setTimeout(() => giveUp.abort(), FILE_TIMEOUT_MS)
  try {
    return await send(ports, call, input, { ...sending, timeout: giveUp.signal })
  } finally {
    clearTimeout(timer)
  }
}

/** The call, judged as every other one; its bytes read to the last. */
const performFile = async (
  ports: ClientPorts,
  call: Call,
  input: object,
  options: FileOptions,
): Promise<FileAnswer> => {
  const brought = await exchange<FileAnswer>(ports, call, options, async () => {
    const response = await sendForFile(ports, call, input, { options })
    if (response.status !== 200 || !isFile(response)) return response
    const blob = await readFile(response, {
      more: (from, tag) =>
        sendForFile(ports, call, input, { options, extra: { Range: `bytes=${from}-`, 'If-Range': tag } }),
      onBytes: options.onBytes,
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      signal: options.signal,
    })
    const name = fileNameOf(response.headers.get('Content-Disposition')) ?? 'download'
    return { given: { kind: 'file', name, blob } }
  })
  if ('given' in brought) return brought.given
  const { exportId } = brought.data as { readonly exportId: number }
  return { kind: 'started', exportId }
}

/** A call that answers with a file: of a list with `export`, or of the download list. */
export const createFileClient =
  (ports: ClientPorts) =>
  <Id extends CallId>(call: Call<Id>, input: Input<Id>, options: FileOptions = {}): Promise<FileAnswer> =>
    performFile(ports, call, input as object, options)

/** The file client of the running page. */
export const askFile = createFileClient(ports)

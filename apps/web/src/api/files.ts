import type { CallId } from '@strata/contract/calls'
import { ports } from './api.ts'
import { type Call, type CallOptions, type ClientPorts, exchange, type Input, type Sending, send } from './client.ts'
import { fileNameOf, readFile, type SavedFile } from './file-answer.ts'

/** Time limit until a file begins to arrive; the rest depends on its size. */
const FILE_TIMEOUT_MS = 20_000

export type FileOptions = CallOptions & {
  readonly onBytes?: (received: number, total: number | null) => void
}

/** A file, or the id of the export if it takes longer. */
export type FileAnswer =
  | ({ readonly kind: 'file' } & SavedFile)
  | { readonly kind: 'started'; readonly exportId: number }

const isFile = (response: Response): boolean => response.headers.get('Content-Disposition') !== null

/** The headers of a file's answer within the time limit; the body has no limit. */
const sendForFile = async (ports: ClientPorts, call: Call, input: object, sending: Omit<Sending, 'timeout'>) => {
  const giveUp = new AbortController()
  const timer = setTimeout(() => giveUp.abort(), FILE_TIMEOUT_MS)
  try {
    return await send(ports, call, input, { ...sending, timeout: giveUp.signal })
  } finally {
    clearTimeout(timer)
  }
}

/** Makes the call, processed like every other one, and reads the file to its end. */
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

/** A client for calls that answer with a file: lists with `export`, and the download list. */
export const createFileClient =
  (ports: ClientPorts) =>
  <Id extends CallId>(call: Call<Id>, input: Input<Id>, options: FileOptions = {}): Promise<FileAnswer> =>
    performFile(ports, call, input as object, options)

/** The file client of the running page. */
export const askFile = createFileClient(ports)

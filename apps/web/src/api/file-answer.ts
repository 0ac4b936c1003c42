/** A file and its name from the server. */
export type SavedFile = { readonly name: string; readonly blob: Blob }

/** The name in a content-disposition: the encoded one (RFC 5987) before the plain one. */
export const fileNameOf = (header: string | null): string | null => {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1]
  if (encoded !== undefined) {
    try {
      return decodeURIComponent(encoded.trim())
    } catch {
      // The encoded name is invalid: the plain one is used.
    }
  }
  return /filename="([^"]*)"/i.exec(header ?? '')?.[1] ?? null
}

type Ports = {
  /** Requests the missing bytes from `from` on, of the file with this tag. */
  readonly more: (from: number, tag: string) => Promise<Response>
  readonly onBytes?: ((received: number, total: number | null) => void) | undefined
  readonly wait: (ms: number) => Promise<void>
  readonly signal?: AbortSignal | undefined
}

const MAX_BREAKS = 5

const totalOf = (response: Response): number | null => {
  const ranged = /\/(\d+)$/.exec(response.headers.get('Content-Range') ?? '')?.[1]
  const length = ranged ?? response.headers.get('Content-Length')
  return length === null ? null : Number(length)
}

/**
 * Reads a file to its end. After a failed connection it continues behind the last received byte, as long as the tag
 * shows that the server still has the same file. If the server sends the whole file again, it is read from the
 * beginning.
 */
export const readFile = async (first: Response, ports: Ports): Promise<Blob> => {
  const tag = first.headers.get('ETag')
  const type = first.headers.get('Content-Type') ?? ''
  let parts: Uint8Array<ArrayBuffer>[] = []
  let received = 0
  let response = first
  for (let breaks = 0; ; breaks++) {
    const total = totalOf(response)
    try {
      const reader = response.body?.getReader()
      for (;;) {
        const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
        if (done) break
        parts.push(value)
        received += value.byteLength
        ports.onBytes?.(received, total)
      }
      if (total === null || received >= total) return new Blob(parts, { type })
      throw new Error('the file ended early')
    } catch (cause) {
      if (ports.signal?.aborted || tag === null || breaks === MAX_BREAKS) throw cause
    }
    await ports.wait(500 * 2 ** breaks)
    response = await ports.more(received, tag)
    if (response.status === 206) continue
    if (response.status !== 200) throw new Error(`no more of the file (${response.status})`)
    parts = []
    received = 0
  }
}

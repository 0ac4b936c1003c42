import { once } from 'node:events'
import type { FileHandle } from 'node:fs/promises'
import { constants, crc32, createDeflateRaw } from 'node:zlib'

const U16 = 0xffff
const U32 = 0xffff_ffff
const VERSION = 20
const VERSION_64 = 45
/** Names are UTF-8. */
const FLAGS = 0x0800
const DEFLATED = 8
/** 1980-01-01, the first date of the format. A constant, so that files of equal content are equal. */
const DOS_DATE = 0x21

interface Entry {
  readonly name: Buffer
  readonly offset: number
  crc: number
  packed: number
  size: number
}

const localHeader = (entry: Entry): Buffer => {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(VERSION, 4)
  head.writeUInt16LE(FLAGS, 6)
  head.writeUInt16LE(DEFLATED, 8)
  head.writeUInt16LE(DOS_DATE, 12)
  head.writeUInt32LE(entry.crc, 14)
  head.writeUInt32LE(entry.packed, 18)
  head.writeUInt32LE(entry.size, 22)
  head.writeUInt16LE(entry.name.length, 26)
  return Buffer.concat([head, entry.name])
}

/** An entry that begins beyond 4 GiB stores its offset in an extra field. */
const centralHeader = (entry: Entry): Buffer => {
  const far = entry.offset >= U32
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x02014b50, 0)
  head.writeUInt16LE(far ? VERSION_64 : VERSION, 4)
  head.writeUInt16LE(far ? VERSION_64 : VERSION, 6)
  head.writeUInt16LE(FLAGS, 8)
  head.writeUInt16LE(DEFLATED, 10)
  head.writeUInt16LE(DOS_DATE, 14)
  head.writeUInt32LE(entry.crc, 16)
  head.writeUInt32LE(entry.packed, 20)
  head.writeUInt32LE(entry.size, 24)
  head.writeUInt16LE(entry.name.length, 28)
  head.writeUInt16LE(far ? 12 : 0, 30)
  head.writeUInt32LE(far ? U32 : entry.offset, 42)
  if (!far) return Buffer.concat([head, entry.name])
  const extra = Buffer.alloc(12)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(8, 2)
  extra.writeBigUInt64LE(BigInt(entry.offset), 4)
  return Buffer.concat([head, entry.name, extra])
}

function endRecords(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(count, U16), 8)
  end.writeUInt16LE(Math.min(count, U16), 10)
  end.writeUInt32LE(Math.min(size, U32), 12)
  end.writeUInt32LE(Math.min(offset, U32), 16)
  if (offset < U32 && size < U32 && count < U16) return end
  const end64 = Buffer.alloc(56)
  end64.writeUInt32LE(0x06064b50, 0)
  end64.writeBigUInt64LE(44n, 4)
  end64.writeUInt16LE(VERSION_64, 12)
  end64.writeUInt16LE(VERSION_64, 14)
  end64.writeBigUInt64LE(BigInt(count), 24)
  end64.writeBigUInt64LE(BigInt(count), 32)
  end64.writeBigUInt64LE(BigInt(size), 40)
  end64.writeBigUInt64LE(BigInt(offset), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(offset + size), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([end64, locator, end])
}

async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  const { bytesWritten } = await file.write(bytes, 0, bytes.length, position)
  if (bytesWritten !== bytes.length) throw new Error('the disk is full')
}

/** Receives the bytes of one entry. */
export interface EntryWriter {
  write(bytes: Buffer): Promise<void>
  end(): Promise<void>
}

/**
 * Writes a zip file sequentially, one entry at a time; only the sizes in an entry's header are filled in
 * afterwards. An entry must stay below 4 GiB (its writer ensures it); the file may be larger.
 */
export class ZipWriter {
  readonly #file: FileHandle
  readonly #entries: Entry[] = []
  #at: number

  constructor(file: FileHandle, startAt = 0) {
    this.#file = file
    this.#at = startAt
  }

  async entry(name: string): Promise<EntryWriter> {
    const entry: Entry = { name: Buffer.from(name), offset: this.#at, crc: 0, packed: 0, size: 0 }
    this.#entries.push(entry)
    await this.#append(localHeader(entry))
    const deflate = createDeflateRaw({ level: constants.Z_BEST_SPEED, chunkSize: 65_536 })
    const packed = (async () => {
      for await (const part of deflate as AsyncIterable<Buffer>) {
        entry.packed += part.length
        await this.#append(part)
      }
    })()
    // Awaited at the end; a failure before that appears at the next write.
    packed.catch(() => undefined)
    return {
      write: async (bytes) => {
        entry.crc = crc32(bytes, entry.crc)
        entry.size += bytes.length
        if (!deflate.write(bytes)) await Promise.race([once(deflate, 'drain'), packed])
      },
      end: async () => {
        deflate.end()
        await packed
        if (entry.size > U32 || entry.packed > U32) throw new Error(`${name} is too large for one zip entry`)
        const head = localHeader(entry)
        await writeAll(this.#file, head, entry.offset)
      },
    }
  }

  async text(name: string, content: string): Promise<void> {
    const entry = await this.entry(name)
    await entry.write(Buffer.from(content))
    await entry.end()
  }

  /** Writes the central directory. Returns the size of the file. */
  async end(): Promise<number> {
    const directory = Buffer.concat(this.#entries.map(centralHeader))
    const offset = this.#at
    await this.#append(directory)
    await this.#append(endRecords(this.#entries.length, directory.length, offset))
    return this.#at
  }

  async #append(bytes: Buffer): Promise<void> {
    await writeAll(this.#file, bytes, this.#at)
    this.#at += bytes.length
  }
}

import { statfs } from 'node:fs/promises'

/** Bytes of the disk that holds a folder. Null: there is no such folder. */
export async function spaceOf(folder: string): Promise<{ free: number; total: number } | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { free: bavail * bsize, total: blocks * bsize }
  } catch {
    return null
  }
}

import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'

export const DISK_MB = 600

/** A small disk of its own for the database. Only root can make one. */
export function mountDisk(folder: string): () => void {
  mkdirSync(folder)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=755`, 'tmpfs', folder])
  return () => void execFileSync('umount', [folder])
}

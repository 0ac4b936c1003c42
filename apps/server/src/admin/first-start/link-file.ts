import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const FILE = 'first-start-link.txt'

export const linkFileOf = (dataDir: string): string => join(dataDir, FILE)

/** The link in a file that only its owner reads, for who does not see what the server prints. */
export async function writeLinkFile(dataDir: string, link: string): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  // The mode counts for a new file only.
  await removeLinkFile(dataDir)
  await writeFile(linkFileOf(dataDir), `${link}\n`, { mode: 0o600, flag: 'wx' })
}

export const removeLinkFile = (dataDir: string): Promise<void> => rm(linkFileOf(dataDir), { force: true })

/** Commit subjects: `room: what`, at most 72 characters. Commits up to the one named here are older than the rule. */

import { execFileSync } from 'node:child_process'

export const SUBJECTS_SINCE = '90be23c'

const MAX_LENGTH = 72

/** What is wrong with a subject, or null. */
export function subjectFault(subject: string): string | null {
  if (subject.length > MAX_LENGTH) return `${subject.length} characters, ${MAX_LENGTH} are allowed`
  if (!/^[a-z][a-z0-9-]*(?:, [a-z][a-z0-9-]*)*: [a-z0-9`'A-Z]/.test(subject)) return 'not of the form `room: what`'
  if (subject.endsWith('.')) return 'ends with a full stop'
  return null
}

/** Faulty subjects of the commits after `since`. Returns none for a copy without history or without that commit. */
export function commitFaults(root: string, since = SUBJECTS_SINCE): string[] {
  const git = (args: readonly string[]): string | null => {
    try {
      return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    } catch {
      return null
    }
  }
  if (git(['merge-base', '--is-ancestor', since, 'HEAD']) === null) return []
  const log = git(['log', '--no-merges', '--format=%h %s', `${since}..HEAD`]) ?? ''
  return log
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      const at = line.indexOf(' ')
      const fault = subjectFault(line.slice(at + 1))
      return fault === null ? [] : [`${line}: ${fault}`]
    })
}

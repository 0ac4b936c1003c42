import { createHash } from 'node:crypto'
import type { Dependency } from './lock-file.ts'

export interface Component {
  readonly type: 'library'
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly scope: 'required' | 'excluded'
  readonly licenses?: readonly { readonly expression: string }[]
  readonly hashes?: readonly { readonly alg: 'SHA-512'; readonly content: string }[]
}

const purlOf = ({ name, version }: Dependency): string => `pkg:npm/${name.replace(/^@/, '%40')}@${version}`

function componentOf(one: Dependency): Component {
  const purl = purlOf(one)
  const digest = /^sha512-(.+)$/.exec(one.integrity ?? '')?.[1]
  return {
    type: 'library',
    'bom-ref': purl,
    name: one.name,
    version: one.version,
    purl,
    // Packages that are only for builds and tests are not delivered.
    scope: one.isDev ? 'excluded' : 'required',
    ...(one.license === undefined ? {} : { licenses: [{ expression: one.license }] }),
    ...(digest === undefined
      ? {}
      : { hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] }),
  }
}

/** Derived only from the components, so that the same lock file gives the same bill. */
function serialNumber(components: readonly Component[]): string {
  const hex = createHash('sha256').update(JSON.stringify(components)).digest('hex')
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** CycloneDX 1.6 of everything the lock file installs, each version once, sorted. */
export function billOfMaterials(
  product: { readonly name: string; readonly version: string },
  all: readonly Dependency[],
) {
  const byPurl = new Map<string, Component>()
  for (const one of all) {
    const made = componentOf(one)
    const known = byPurl.get(made.purl)
    if (!known || known.scope === 'excluded') byPurl.set(made.purl, made)
  }
  const components = [...byPurl.values()].sort((a, b) => (a.purl < b.purl ? -1 : 1))
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: serialNumber(components),
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': product.name, ...product } },
    components,
  } as const
}

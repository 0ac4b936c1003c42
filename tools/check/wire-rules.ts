/** Our own lint rules: what the contract defines must not be repeated elsewhere. Loaded by oxlint.config.ts. */

import { PERMISSION } from '@strata/contract/permissions'

type Node = {
  readonly value?: unknown
  readonly raw?: string | null
  readonly quasis?: readonly { readonly value: { readonly raw: string } }[]
}
type PropertyNode = { readonly key: { readonly name?: string }; readonly value: { readonly type: string } }
type Context = { readonly report: (found: { readonly node: unknown; readonly message: string }) => void }

const IDS: ReadonlySet<unknown> = new Set(Object.values(PERMISSION))

const isCallPath = (text: string): boolean => /^\/api\/(common|agent|admin|rec)\//.test(text)

/** Applies `is` to the texts of a node: a literal, or the parts of a template (`${base}/api/agent/query`). */
const textRule = (is: (text: string) => boolean, message: string) => {
  const judged =
    (context: Context, textsOf: (node: Node) => readonly unknown[]) =>
    (node: Node): void => {
      if (textsOf(node).some((text) => typeof text === 'string' && is(text))) context.report({ node, message })
    }
  return {
    create: (context: Context) => ({
      Literal: judged(context, ({ value }) => [value]),
      TemplateLiteral: judged(context, ({ quasis }) => (quasis ?? []).map(({ value }) => value.raw)),
    }),
  }
}

const noCallPath = textRule(isCallPath, 'Paths of calls are written only in packages/contract/calls: import the call.')

/** Amounts and times are written with separators (60_000) or as text. A plain number of the map is a permission id. */
const judgedNumber =
  (context: Context) =>
  (node: Node): void => {
    if (typeof node.value === 'number' && IDS.has(node.value) && node.raw === String(node.value))
      context.report({ node, message: 'A permission has a name: PERMISSION of packages/contract/permissions.ts.' })
  }

/** The table of what a change makes stale does not know a query key that is written by hand. */
const judgedKey =
  (context: Context) =>
  (node: PropertyNode): void => {
    if (node.key.name === 'queryKey' && node.value.type === 'ArrayExpression')
      context.report({ node, message: 'The key of a query comes from its call: keyOf or queryOf of api/queries.ts.' })
  }

const noWrittenKey = { create: (context: Context) => ({ Property: judgedKey(context) }) }

const noPermissionNumber = { create: (context: Context) => ({ Literal: judgedNumber(context) }) }

export default {
  meta: { name: 'wire' },
  rules: { 'no-call-path': noCallPath, 'no-permission-number': noPermissionNumber, 'no-written-key': noWrittenKey },
}

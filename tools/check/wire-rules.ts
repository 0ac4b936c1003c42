/** Lint rules of our own: what the contract says once may not be repeated beside it. Loaded by oxlint.config.ts. */

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

/** `is` judges the texts of a node: its own, or the parts of a template (`${base}/api/agent/query`). */
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

const noCallPath = textRule(isCallPath, 'The path of a call stands in packages/contract/calls alone: import the call.')

/** Amounts and times are written with separators (60_000) or as text: a plain number of the map is a permission. */
const judgedNumber =
  (context: Context) =>
  (node: Node): void => {
    if (typeof node.value === 'number' && IDS.has(node.value) && node.raw === String(node.value))
      context.report({ node, message: 'A permission has a name: PERMISSION of packages/contract/permissions.ts.' })
  }

/** A key of the query cache written by hand is missed by the table of what a change makes stale. */
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

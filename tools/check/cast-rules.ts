/** Our own lint rule against casts that hide a value which may be absent. Loaded by oxlint.config.ts. */

interface Node {
  readonly type: string
  readonly computed?: boolean
  readonly callee?: Node
  readonly property?: { readonly type: string; readonly name?: string }
}
interface Cast {
  readonly expression: Node
  readonly typeAnnotation: { readonly type: string; readonly types?: readonly { readonly type: string }[] }
}
interface Context {
  readonly report: (found: { readonly node: unknown; readonly message: string }) => void
}

/** Methods of lists and maps that answer undefined where there is nothing. */
const MAY_BE_ABSENT = new Set(['at', 'exec', 'find', 'findLast', 'get', 'match', 'pop', 'shift'])
const ABSENT = new Set(['TSUndefinedKeyword', 'TSNullKeyword'])

const mayBeAbsent = ({ type, computed, callee }: Node): boolean =>
  (type === 'MemberExpression' && computed === true) ||
  (type === 'CallExpression' && MAY_BE_ABSENT.has(callee?.property?.name ?? ''))

const admitsAbsent = ({ typeAnnotation: { type, types = [] } }: Cast): boolean =>
  type === 'TSUnknownKeyword' || type === 'TSTypeQuery' || types.some((one) => ABSENT.has(one.type))

const judged =
  (context: Context) =>
  (node: Cast): void => {
    if (mayBeAbsent(node.expression) && !admitsAbsent(node))
      context.report({ node, message: 'A value that may be absent: must() of packages/domain/must.ts, or a default.' })
  }

const noAbsent = { create: (context: Context) => ({ TSAsExpression: judged(context) }) }

export default { meta: { name: 'casts' }, rules: { 'no-absent': noAbsent } }

/** Our own lint rule against tests that are skipped on some machines. Loaded by oxlint.config.ts. */

interface Property {
  readonly property: { readonly name?: string }
}
interface Context {
  readonly report: (found: { readonly node: unknown; readonly message: string }) => void
}

const judged =
  (context: Context) =>
  (node: Property): void => {
    if (node.property.name === 'skipIf')
      context.report({ node, message: 'A skipped test fails the run: register the test only where it can run.' })
  }

const noSkipIf = { create: (context: Context) => ({ MemberExpression: judged(context) }) }

export default { meta: { name: 'tests' }, rules: { 'no-skip-if': noSkipIf } }

import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { fetchAhead } from './build/ahead.ts'
import { packFiles } from './build/pack.ts'

/** Which side is built: the condition chooses among package.json's imports, so that neither build holds the other's code. */
const platform = process.env['VITE_PLATFORM'] === 'admin' ? 'admin' : 'agent'

/** Parts that the entry itself stands on. */
const ALWAYS_LOADED = /assets\/(react|rolldown-runtime|entry)-[^/]*\.js$/

type Graph = { readonly getModuleInfo: (id: string) => { readonly importedIds: readonly string[] } | null }

const partsBehind = (graph: Graph, pages: readonly string[]): ReadonlySet<string> => {
  const found = new Set<string>()
  const walk = (id: string): void => {
    if (found.has(id)) return
    found.add(id)
    graph.getModuleInfo(id)?.importedIds.forEach(walk)
  }
  for (const page of pages) walk(fileURLToPath(new URL(`src/${page}`, import.meta.url)))
  return found
}

/** The modules behind the sign-in, and those behind the other pages before it: neither may fetch the app's. */
let apart: readonly { readonly name: string; readonly ids: ReadonlySet<string> }[] | undefined

/**
 * What several pages stand on is one part: asked for by itself each of its fifty modules would cost a page a turn on the
 * line. The kit stays out of it, whose parts are fetched when they are first used, and so do the catalogue and the rules.
 */
const partOf = (id: string, graph: Graph): string | null => {
  if (!/(web\/src|packages\/(domain\/money|contract))\//.test(id)) return null
  apart ??= [
    { name: 'entry', ids: partsBehind(graph, ['entry/main.tsx']) },
    { name: 'start', ids: partsBehind(graph, ['app/start.ts']) },
    { name: 'public', ids: partsBehind(graph, ['features/public/open-page.tsx', 'features/public/tutorial-page.tsx']) },
  ]
  return apart.find(({ ids }) => ids.has(id))?.name ?? null
}

/** The app's own modules and what it stands on, which are always fetched together. */
let own: ReadonlySet<string> | undefined

const partOfApp = (id: string, graph: Graph): string | null => {
  own ??= partsBehind(graph, ['app/mount.tsx'])
  return own.has(id) ? 'app' : null
}
const sharedByPages = (id: string): string | null =>
  /(web\/src|packages\/(domain\/money|contract))\//.test(id) && !/components\/kit\//.test(id) ? 'shared' : null

/**
 * One page, two scripts: the sign-in entry (React and plain functions) and the app, which the entry fetches when a
 * session exists or at the first key press. The page carries no inline script: the policy is script-src 'self'.
 */
export default defineConfig({
  plugins: [react(), fetchAhead(['start', 'app', 'shared']), packFiles()],
  resolve: { conditions: platform === 'admin' ? ['admin', ...defaultClientConditions] : [...defaultClientConditions] },
  build: {
    outDir: `dist/${platform}`,
    emptyOutDir: true,
    target: ['chrome123', 'firefox128', 'safari17.5'],
    // A small file inlined as data would need more than the policy's img-src for no measurable gain.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The entry names what it may load: what is there already, and the rarely opened pages' parts, need no naming.
      // The page names what its script stands on, so that nobody has to read the script first.
      resolveDependencies: (file, dependencies, { hostType }) =>
        hostType === 'html'
          ? dependencies
          : dependencies.filter(
              (name) => name.endsWith('.css') || (!ALWAYS_LOADED.test(name) && !/(open|tutorial)-page-/.test(file)),
            ),
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler|zustand)[\\/]|rolldown[\\/]runtime|src[\\/]api[\\/]session/,
              priority: 20,
            },
            { name: partOf, priority: 8 },
            { name: partOfApp, priority: 6 },
            { name: sharedByPages, minShareCount: 3, priority: 5 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080', '/config.json': 'http://127.0.0.1:8080' } },
})

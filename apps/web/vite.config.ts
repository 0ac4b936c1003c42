import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { fetchAhead } from './build/ahead.ts'
import { packFiles } from './build/pack.ts'

/**
 * Which side is built: the condition selects among package.json's imports, so that neither build contains the
 * other's code.
 */
const platform = process.env['VITE_PLATFORM'] === 'admin' ? 'admin' : 'agent'

/** Chunks that the entry itself loads. */
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

/** The modules of the sign-in and those of the other public pages: neither may load the app's. */
let apart: readonly { readonly name: string; readonly ids: ReadonlySet<string> }[] | undefined

/**
 * Groups the modules that several pages use into one chunk: loading each of its fifty modules alone would cost a
 * page one request each. Not in it: the kit, whose parts are loaded on first use, the catalogue and the rules.
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

/** The app's own modules and their dependencies, which are always loaded together. */
let own: ReadonlySet<string> | undefined

const partOfApp = (id: string, graph: Graph): string | null => {
  own ??= partsBehind(graph, ['app/mount.tsx'])
  return own.has(id) ? 'app' : null
}
const sharedByPages = (id: string): string | null =>
  /(web\/src|packages\/(domain\/money|contract))\//.test(id) && !/components\/kit\//.test(id) ? 'shared' : null

/**
 * One page, two scripts: the sign-in entry (React and plain functions) and the app, which the entry loads when a
 * session exists or at the first key press. The page has no inline script, because the policy is script-src 'self'.
 */
export default defineConfig({
  plugins: [react(), fetchAhead(['start', 'app', 'shared']), packFiles()],
  resolve: { conditions: platform === 'admin' ? ['admin', ...defaultClientConditions] : [...defaultClientConditions] },
  build: {
    outDir: `dist/${platform}`,
    emptyOutDir: true,
    target: ['chrome123', 'firefox128', 'safari17.5'],
    // An inlined file would need more than the policy's img-src, without a measurable gain.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Which chunks are preloaded: the entry leaves out chunks that are loaded already and those of rare pages.
      // The page names the dependencies of its script, so that the browser loads them before it has parsed the
      // script.
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
            { name: partOf, debugName: 'sign-in, start, public', priority: 8 },
            { name: partOfApp, debugName: 'app', priority: 6 },
            { name: sharedByPages, debugName: 'shared', minShareCount: 3, priority: 5 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080', '/config.json': 'http://127.0.0.1:8080' } },
})

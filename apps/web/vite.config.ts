import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'

/** Which side is built: the condition chooses among package.json's imports, so that neither build holds the other's code. */
const platform = process.env['VITE_PLATFORM'] === 'admin' ? 'admin' : 'agent'

/** Parts that the entry itself stands on. */
const ALWAYS_LOADED = /assets\/(react|rolldown-runtime|session|index)-[^/]*\.js$/

/**
 * One page, two scripts: the sign-in entry (React and plain functions) and the app, which the entry fetches when a
 * session exists or at the first key press. The page carries no inline script: the policy is script-src 'self'.
 */
export default defineConfig({
  plugins: [react()],
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
            { name: 'router', test: /node_modules[\\/](react-router|@tanstack)[\\/]/, priority: 10 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080', '/config.json': 'http://127.0.0.1:8080' } },
})

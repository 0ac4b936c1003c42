import type { Plugin, Rolldown } from 'vite'

/** The key under which the browser stores a session (`api/session.ts`). */
const SESSION_KEY = 'strata-session'

/**
 * Runs in the page before its script. A signed-in visitor needs the app, so the browser may load it in parallel
 * with the entry, which would request it only after it runs. Short, because the sign-in page loads it too.
 */
const ahead = (names: readonly string[]): string =>
  `try{if(JSON.parse(localStorage["${SESSION_KEY}"]).state.token)for(let n of ${JSON.stringify(names)})` +
  'document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href:"/assets/"+n+".js"}))}catch{}'

const chunksOf = (bundle: Rolldown.OutputBundle): readonly Rolldown.OutputChunk[] =>
  Object.values(bundle).filter((output) => output.type === 'chunk')

const stemOf = (fileName: string): string => fileName.replace(/^assets\/|\.js$/g, '')

/** Adds a script to the page that preloads the given parts of the app for signed-in visitors. */
export const fetchAhead = (parts: readonly string[]): Plugin => {
  let fileName = ''
  return {
    name: 'strata:ahead',
    apply: 'build',
    generateBundle(_options, bundle) {
      const stems = chunksOf(bundle)
        .filter(({ name }) => parts.includes(name))
        .map((chunk) => stemOf(chunk.fileName))
      if (stems.length !== parts.length) this.error(`of ${parts.join(', ')} only ${stems.join(', ')} was built`)
      const reference = this.emitFile({ type: 'asset', name: 'ahead.js', source: ahead(stems) })
      fileName = this.getFileName(reference)
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        { tag: 'script', attrs: { async: true, fetchpriority: 'high', src: `/${fileName}` }, injectTo: 'head' },
      ],
    },
  }
}

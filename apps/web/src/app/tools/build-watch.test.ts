import { afterEach, expect, test, vi } from 'vitest'
import { entryOf, watchBuild } from './build-watch.ts'

const page = (name: string): string => `<script type="module" crossorigin src="/assets/${name}.js"></script>`

afterEach(() => {
  vi.unstubAllGlobals()
})

test('the entry script of a page', () => {
  expect(entryOf(page('main-abc'))).toBe('/assets/main-abc.js')
  expect(entryOf('<script src="/src/entry/main.tsx"></script>')).toBeNull()
})

/** A document that is seen again whenever `seen` is called, and a server with the given build. */
const world = (served: () => string) => {
  const listeners = new Set<() => void>()
  vi.stubGlobal('document', {
    visibilityState: 'visible',
    addEventListener: (_name: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_name: string, listener: () => void) => listeners.delete(listener),
  })
  vi.stubGlobal('fetch', async () => new Response(served()))
  return async (): Promise<void> => {
    for (const listener of listeners) listener()
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

test('says once that another build is served', async () => {
  let build = 'main-1'
  const seen = world(() => page(build))
  const onNew = vi.fn()
  const end = watchBuild('/assets/main-1.js', onNew)
  await seen()
  expect(onNew).not.toHaveBeenCalled()
  build = 'main-2'
  await seen()
  await seen()
  expect(onNew).toHaveBeenCalledTimes(1)
  end()
})

test('a server that fails or a page without a build says nothing', async () => {
  const seen = world(() => 'down')
  const onNew = vi.fn()
  const ends = [watchBuild('/assets/main-1.js', onNew), watchBuild(null, onNew)]
  await seen()
  expect(onNew).not.toHaveBeenCalled()
  for (const end of ends) end()
})

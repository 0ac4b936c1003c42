/** A page is not reloaded within this time of its own load, so that it cannot reload forever. */
const RELOAD_AFTER_MS = 10_000
const ASK_AGAIN_MS = 2_000

/** The page that says so stands in the place of a page without its code. */
export const CRASH_PART = 'crash'

export type LostPartsPorts = {
  /** Whether the site answers at all. */
  readonly answers: () => Promise<boolean>
  readonly pause: () => Promise<void>
  /** Whether a page stands there that cannot go on without what is missing. */
  readonly broken: () => boolean
  /** Milliseconds since the page was loaded. */
  readonly age: () => number
  readonly reload: () => void
}

/**
 * After a file of the build could not be loaded. What was only fetched ahead is missed by nobody: a reload would throw
 * away what is being typed, so only a page that broke is loaded again, as soon as the network is back.
 */
export const comeBack = async ({ answers, pause, broken, age, reload }: LostPartsPorts): Promise<void> => {
  if (await answers()) {
    // The server answers but the file is missing: this page is of an older build.
    if (broken() && age() > RELOAD_AFTER_MS) reload()
    return
  }
  while (!(await answers())) await pause()
  if (broken()) reload()
}

const ports: LostPartsPorts = {
  answers: async () => {
    try {
      return (await fetch('/mark.svg', { cache: 'no-store' })).ok
    } catch {
      return false
    }
  },
  pause: () => new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS)),
  broken: () => document.querySelector(`[data-part=${CRASH_PART}]`) !== null,
  age: () => performance.now(),
  reload: () => window.location.reload(),
}

/** Reloads a page that broke for want of one of its files: at once if its build is old, else when the network is back. */
export const watchLostParts = (): void => {
  let lost = false
  window.addEventListener('vite:preloadError', () => {
    if (lost) return
    lost = true
    void comeBack(ports).finally(() => {
      lost = false
    })
  })
}

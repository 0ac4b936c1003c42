/** A page is not reloaded within this time of its own load, so that it cannot reload forever. */
const RELOAD_AFTER_MS = 10_000
const ASK_AGAIN_MS = 2_000

const answers = async (): Promise<boolean> => {
  try {
    return (await fetch('/mark.svg', { cache: 'no-store' })).ok
  } catch {
    return false
  }
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))

const comeBack = async (): Promise<void> => {
  if (await answers()) {
    // The server answers but the file is missing: this page is of an older build.
    if (performance.now() > RELOAD_AFTER_MS) window.location.reload()
    return
  }
  while (!(await answers())) await pause()
  window.location.reload()
}

/** Reloads a page that cannot load one of its files: at once if its build is old, else when the network is back. */
export const watchLostParts = (): void => {
  let lost = false
  window.addEventListener('vite:preloadError', () => {
    if (lost) return
    lost = true
    void comeBack().finally(() => {
      lost = false
    })
  })
}

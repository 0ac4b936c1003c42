/** Sooner after its own load a page is not loaded again: it would reload for ever. */
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
    // The server is there and the part is not: it belongs to an older build.
    if (performance.now() > RELOAD_AFTER_MS) window.location.reload()
    return
  }
  while (!(await answers())) await pause()
  window.location.reload()
}

/** A page that cannot fetch a part of itself is loaded again: at once when its build is old, else when the line is back. */
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

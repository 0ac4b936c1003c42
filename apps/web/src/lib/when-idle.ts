const LATEST_MS = 2_000
/** The wait in browsers that do not report idle time. */
const ABOUT_IDLE_MS = 400

/** Resolves when the page is idle: for work that nobody waits for. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari does not have this function.
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: LATEST_MS })
    else setTimeout(resolve, ABOUT_IDLE_MS)
  })

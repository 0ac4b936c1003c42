const LATEST_MS = 2_000
/** Where the browser does not say when it is idle. */
const ABOUT_IDLE_MS = 400

/** Resolves when the page has nothing more urgent to do: for what is nice to have and not waited for. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has no such call.
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: LATEST_MS })
    else setTimeout(resolve, ABOUT_IDLE_MS)
  })

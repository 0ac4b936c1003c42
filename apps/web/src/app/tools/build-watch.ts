/** The build's entry script, as the page names it; null when it names none. */
export const entryOf = (html: string): string | null => /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? null

const ASKED_AGAIN_MS = 10 * 60_000

/**
 * Calls back once when the server has another build than this page. Asks every ten minutes while the page is seen, and
 * when it is seen again. Returns the end of the watch.
 */
export const watchBuild = (own: string | null, onNew: () => void): (() => void) => {
  if (own === null) return () => {}
  let over = false
  const ask = async (): Promise<void> => {
    if (over || document.visibilityState === 'hidden') return
    try {
      const answer = await fetch('/', { cache: 'no-store', credentials: 'omit' })
      const served = answer.ok ? entryOf(await answer.text()) : null
      if (over || served === null || served === own) return
      over = true
      onNew()
    } catch {
      // Without the network nothing is known of another build.
    }
  }
  const onSeen = (): void => void ask()
  const timer = setInterval(onSeen, ASKED_AGAIN_MS)
  document.addEventListener('visibilitychange', onSeen)
  return () => {
    over = true
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onSeen)
  }
}

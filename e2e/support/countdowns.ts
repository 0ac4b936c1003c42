/** One second of a countdown: how much was left, and whether it was in the colour of a warning. */
type Kept = { readonly seconds: number; readonly red: boolean }

type Page = typeof globalThis & { countdowns?: Kept[] }

/** Runs in the page: keeps what every countdown to a close or a draw says from now on. */
export const keepCountdowns = (): void => {
  const kept: Kept[] = []
  const page: Page = globalThis
  page.countdowns = kept
  const probe = document.createElement('i')
  probe.style.color = 'var(--negative)'
  document.body.append(probe)
  const read = (): void => {
    const red = getComputedStyle(probe).color
    for (const left of document.querySelectorAll('[data-part="countdown"] [data-part~="countdown-left"]')) {
      const label = left.parentElement?.querySelector('[data-part="countdown-label"]')?.textContent ?? ''
      const clock = /^(\d+):(\d\d):(\d\d)$/.exec(left.textContent ?? '')
      if (!clock || !/距(封盘|开奖)/.test(label)) continue
      const [hours, minutes, seconds] = clock.slice(1).map(Number) as [number, number, number]
      kept.push({ seconds: (hours * 60 + minutes) * 60 + seconds, red: getComputedStyle(left).color === red })
    }
  }
  read()
  new MutationObserver(read).observe(document.body, { subtree: true, characterData: true, childList: true })
}

/** Runs in the page. */
export const keptCountdowns = (): readonly Kept[] => (globalThis as Page).countdowns ?? []

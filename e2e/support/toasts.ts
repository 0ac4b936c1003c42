import { expect, type Page } from '@playwright/test'

const heard = new WeakMap<Page, string[]>()
/** Who waits for a toast of a page. */
const waiting = new WeakMap<Page, Set<(text: string) => void>>()

/**
 * Writes down every toast of a page from its first byte on. A toast stays for a second and an assertion looks about as
 * seldom, so that waiting for one to be on screen misses it on a busy machine.
 */
export const keepToasts = async (page: Page): Promise<void> => {
  if (heard.has(page)) return
  const texts: string[] = []
  const waiters = new Set<(text: string) => void>()
  heard.set(page, texts)
  waiting.set(page, waiters)
  await page.exposeFunction('hearToast', (text: string) => {
    texts.push(text)
    for (const tell of waiters) tell(text)
  })
  await page.addInitScript(() => {
    const { hearToast } = window as unknown as { readonly hearToast: (text: string) => void }
    const hear = (node: Node): void => {
      if (node instanceof Element && node.classList.contains('toast')) hearToast(node.textContent)
    }
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) addedNodes.forEach(hear)
    }).observe(document, { childList: true, subtree: true })
  })
}

/** The texts said so far, oldest first. */
const toastsOf = (page: Page): readonly string[] => heard.get(page) ?? []

/** Waits until the page has said this, `times` times in all. */
export const expectToast = async (page: Page, text: string, times = 1): Promise<void> =>
  await expect.poll(() => toastsOf(page).filter((said) => said === text)).toHaveLength(times)

/** Comes true when the page says this from now on, and else never: to be raced with what may come instead. */
export const nextToast = (page: Page, text: string): Promise<void> =>
  new Promise((resolve) => {
    waiting.get(page)?.add((said) => {
      if (said === text) resolve()
    })
  })

import { expect, type Page } from '@playwright/test'

const heard = new WeakMap<Page, string[]>()
/** Callbacks waiting for a toast of a page. */
const waiting = new WeakMap<Page, Set<(text: string) => void>>()

/**
 * Records every toast of a page from its load on. A toast is shown for about a second and assertions poll about as
 * slowly, so that on a busy machine they would miss it.
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

/** All texts so far, oldest first. */
export const toastsOf = (page: Page): readonly string[] => heard.get(page) ?? []

/** Waits until the page has shown this text `times` times in total. */
export const expectToast = async (page: Page, text: string, times = 1): Promise<void> =>
  await expect.poll(() => toastsOf(page).filter((said) => said === text)).toHaveLength(times)

/** Resolves when the page shows this text from now on, and otherwise never: for use with Promise.race. */
export const nextToast = (page: Page, text: string): Promise<void> =>
  new Promise((resolve) => {
    waiting.get(page)?.add((said) => {
      if (said === text) resolve()
    })
  })

/** Where two toasts stand. */
export const toastsAt = (page: Page): Promise<{ top: number; bottom: number; window: number }> =>
  page.evaluate(() => {
    const ground = document.createElement('div')
    ground.className = 'toasts'
    ground.innerHTML = '<div class="toast">已提交</div><div class="toast">已保存</div>'
    document.body.append(ground)
    const { top, bottom } = ground.getBoundingClientRect()
    ground.remove()
    return { top, bottom, window: window.innerHeight }
  })

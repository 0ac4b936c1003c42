import { describe, expect, test, vi } from 'vitest'
import { watchedMedia } from './watched-media.ts'

/** As Chromium does it: a change is told with the next frame, and only if nobody has asked since. */
class BrowserMedia {
  #now = false
  #known = false
  readonly #listeners: ((event: { readonly matches: boolean }) => void)[] = []

  get matches(): boolean {
    this.#known = this.#now
    return this.#now
  }

  addEventListener(_type: 'change', listener: (event: { readonly matches: boolean }) => void): void {
    this.#listeners.push(listener)
  }

  change(): void {
    this.#now = !this.#now
  }

  frame(): void {
    if (this.#known === this.#now) return
    this.#known = this.#now
    for (const listener of this.#listeners) listener({ matches: this.#now })
  }
}

describe('a media query that many listen to', () => {
  test('tells all of a change, also when one asks before the frame', () => {
    const browser = new BrowserMedia()
    const media = watchedMedia(browser)
    const listeners = [vi.fn(), vi.fn()]
    for (const listener of listeners) media.subscribe(listener)
    browser.change()
    expect(media.matches()).toBe(false)
    browser.frame()
    for (const listener of listeners) expect(listener).toHaveBeenCalledOnce()
    expect(media.matches()).toBe(true)
  })

  test('tells nobody who has left', () => {
    const browser = new BrowserMedia()
    const media = watchedMedia(browser)
    const listener = vi.fn()
    media.subscribe(listener)()
    browser.change()
    browser.frame()
    expect(listener).not.toHaveBeenCalled()
  })
})

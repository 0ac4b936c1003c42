import type { Browser, Page } from '@playwright/test'

/** What is read of an event of the browser's trace; `dur` in us. */
export type TraceEvent = {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly dur?: number
  readonly args: { readonly elementCount?: number; readonly data?: { readonly reason?: string } }
}

/** What the browser traced in these categories while `work` ran in the page. */
export const traced = async (
  browser: Browser,
  page: Page,
  categories: readonly string[],
  work: () => Promise<unknown>,
): Promise<readonly TraceEvent[]> => {
  await browser.startTracing(page, { categories: [...categories] })
  await work()
  return (JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: readonly TraceEvent[] }).traceEvents
}

import type { ComponentType } from 'react'

/** The page of a first start, a chunk of its own: the sign-in does not load it. */
export const openFirstStart: (() => Promise<ComponentType>) | null = async () =>
  (await import('../../features/first-start/first-start-page.tsx')).FirstStartPage

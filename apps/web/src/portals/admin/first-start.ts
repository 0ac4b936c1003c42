import type { ComponentType } from 'react'

/** A page of the operators' build that needs no session, a chunk of its own: the sign-in does not load it. */
export const OWN_PATH = '/setup'
export const openOwnPage = async (): Promise<ComponentType> =>
  (await import('../../features/first-start/first-start-page.tsx')).FirstStartPage

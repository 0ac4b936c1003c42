import type { ComponentType } from 'react'

/** Where an operator who looks into a merchant arrives, with a ticket in the address. */
export const OWN_PATH = '/look'
export const openOwnPage = async (): Promise<ComponentType> =>
  (await import('../../features/look/look-page.tsx')).LookPage

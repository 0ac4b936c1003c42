import type { ComponentType } from 'react'

/** Agents have no first start. */
export const openFirstStart = null as (() => Promise<ComponentType>) | null

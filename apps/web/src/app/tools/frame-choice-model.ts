export const DENSITIES = ['compact', 'standard', 'loose'] as const
export type Density = (typeof DENSITIES)[number]
/** Minutes without a key press or a click until the screen locks; 0: never. A session ends after thirty. */
export const LOCK_MINUTES = [0, 3, 5, 10, 20] as const

export type FrameChoice = {
  /** The strip of kept tabs. */
  readonly tabs: boolean
  readonly density: Density
  readonly lockMinutes: (typeof LOCK_MINUTES)[number]
}

type Stored = { readonly [K in keyof FrameChoice]?: unknown } | null

const parsed = (stored: string | null): Stored => {
  try {
    return JSON.parse(stored ?? 'null') as Stored
  } catch {
    return null
  }
}

/** Reads what is stored; anything else means tabs, the standard density, and no lock. */
export const readFrame = (stored: string | null): FrameChoice => {
  const held = parsed(stored)
  return {
    tabs: held?.tabs !== false,
    density: DENSITIES.find((one) => one === held?.density) ?? 'standard',
    lockMinutes: LOCK_MINUTES.find((one) => one === held?.lockMinutes) ?? 0,
  }
}

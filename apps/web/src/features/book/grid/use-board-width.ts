import { useSyncExternalStore } from 'react'

/** What stands beside the board's rows: menu, margins, side panel with its gap, borders. */
const MENU = 176
const MARGINS = 32
const SIDE = 254
const BORDERS = 2

const listen = (listener: () => void): (() => void) => {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

/** The width of the board's rows on a desktop, px: known before they are drawn, so that nothing is laid out twice. */
export const useBoardWidth = (): number =>
  useSyncExternalStore(listen, () => window.innerWidth - MENU - MARGINS - SIDE - BORDERS)

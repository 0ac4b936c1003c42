const GAP_PX = 4
const EDGE_PX = 8

/**
 * Places a popover, which the browser shows in the middle of the screen, below its anchor: aligned with its `side`,
 * above it if there is no room below, and always within the screen. Makes it visible.
 */
export const placeBeside = (popover: HTMLElement, anchor: HTMLElement, side: 'left' | 'right'): void => {
  const at = anchor.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = popover
  const wanted = side === 'left' ? at.left : at.right - width
  const left = Math.max(EDGE_PX, Math.min(wanted, window.innerWidth - EDGE_PX - width))
  const below = at.bottom + GAP_PX
  const above = at.top - GAP_PX - height
  const top = below + height > window.innerHeight - EDGE_PX && above >= EDGE_PX ? above : below
  popover.style.left = `${left}px`
  popover.style.top = `${top}px`
  popover.style.visibility = 'visible'
}

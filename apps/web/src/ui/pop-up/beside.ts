import './pop-box.css'

const GAP_PX = 4
const EDGE_PX = 8

/**
 * Places a popover, which the browser shows in the middle of the screen, below its anchor: aligned with its `side`,
 * above it if there is no room below, and always within the screen. Where neither has the room it takes the larger and
 * scrolls. Makes it visible.
 */
export const placeBeside = (popover: HTMLElement, anchor: HTMLElement, side: 'left' | 'right'): void => {
  popover.style.maxHeight = ''
  const at = anchor.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = popover
  const wanted = side === 'left' ? at.left : at.right - width
  const left = Math.max(EDGE_PX, Math.min(wanted, window.innerWidth - EDGE_PX - width))
  const below = window.innerHeight - EDGE_PX - GAP_PX - at.bottom
  const above = at.top - GAP_PX - EDGE_PX
  const isBelow = height <= below || below >= above
  popover.style.left = `${left}px`
  popover.style.top = isBelow ? `${at.bottom + GAP_PX}px` : 'auto'
  popover.style.bottom = isBelow ? 'auto' : `${window.innerHeight - at.top + GAP_PX}px`
  popover.style.maxHeight = `${isBelow ? below : above}px`
  popover.style.visibility = 'visible'
}

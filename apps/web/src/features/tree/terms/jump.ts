/** Brings the first wrong field of the page into view and puts the focus on it, once it is marked. */
export const jumpToFault = (): void => {
  requestAnimationFrame(() => {
    const wrong = document.querySelector<HTMLElement>('[id^=section-] [aria-invalid=true]:enabled')
    wrong?.scrollIntoView({ block: 'center' })
    wrong?.focus({ preventScroll: true })
  })
}

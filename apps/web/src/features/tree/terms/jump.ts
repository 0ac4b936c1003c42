/** The mark is drawn a few frames later when the answer of a call brings it. */
const MAX_FRAMES = 30

/** Brings the first wrong field of the page into view and puts the focus on it, once it is marked. */
export const jumpToFault = (frames = MAX_FRAMES): void => {
  requestAnimationFrame(() => {
    const wrong = document.querySelector<HTMLElement>('.panel [aria-invalid=true]:enabled')
    if (!wrong) {
      if (frames > 0) jumpToFault(frames - 1)
      return
    }
    wrong.scrollIntoView({ block: 'center' })
    wrong.focus({ preventScroll: true })
  })
}

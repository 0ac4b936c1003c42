/** The mark is drawn a few frames later when the answer of a call brings it. */
const MAX_FRAMES = 30

/** Brings a wrong field of the page into view, `at` of them before it, and puts the focus on it, once it is marked. */
export const jumpToFault = ({ at = 0, frames = MAX_FRAMES } = {}): void => {
  requestAnimationFrame(() => {
    const wrong = [...document.querySelectorAll<HTMLElement>('.panel [aria-invalid=true]:enabled')][at]
    if (!wrong) {
      if (frames > 0) jumpToFault({ at, frames: frames - 1 })
      return
    }
    wrong.scrollIntoView({ block: 'center' })
    wrong.focus({ preventScroll: true })
  })
}

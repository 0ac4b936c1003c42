export type Watched = { readonly matches: () => boolean; readonly subscribe: (listener: () => void) => () => void }

/** The part of a MediaQueryList that is used. */
type Media = Pick<MediaQueryList, 'matches'> & {
  readonly addEventListener: (type: 'change', listener: (event: { readonly matches: boolean }) => void) => void
}

/**
 * A media query that many listen to. Whether it holds is read once and then only told: a browser that is asked between a
 * change and the frame after it answers, and tells nobody else of the change.
 */
export const watchedMedia = (media: Media): Watched => {
  const listeners = new Set<() => void>()
  let matches = media.matches
  media.addEventListener('change', (event) => {
    matches = event.matches
    for (const listener of listeners) listener()
  })
  return {
    matches: () => matches,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

import { type ComponentType, useLayoutEffect, useState } from 'react'

/** A part of the kit that stands above the page, loaded when it is first used. */
type LatePart<P> = { readonly load: () => Promise<ComponentType<P>>; loaded: ComponentType<P> | null }

export const latePart = <P>(load: () => Promise<ComponentType<P>>): LatePart<P> => ({ load, loaded: null })

/**
 * The part as soon as it is wanted and loaded; null before.
 *
 * Not React's lazy: what that draws may be thrown away and drawn again, because React holds a part back that comes
 * right behind its stand-in, and the next change of the page discards it. The kit enters whatever it draws, standing or
 * not, in its list of who hears Escape; what never stood is never taken off that list, and all below it are deaf. So
 * the part is drawn only by a change of something that stands already: such a drawing is never thrown away.
 */
export const useLate = <P>(part: LatePart<P>, wanted = true): ComponentType<P> | null => {
  const [shown, setShown] = useState<ComponentType<P> | null>(null)
  const [failed, setFailed] = useState<{ readonly reason: unknown } | null>(null)
  useLayoutEffect(() => {
    if (!wanted) return undefined
    let gone = false
    const show = (found: ComponentType<P>): void => {
      part.loaded = found
      if (!gone) setShown(() => found)
    }
    if (part.loaded) show(part.loaded)
    else
      part.load().then(show, (reason: unknown) => {
        if (!gone) setFailed({ reason })
      })
    return () => {
      gone = true
    }
  }, [part, wanted])
  // As with React's lazy, the boundary around the page says it.
  if (failed) throw failed.reason
  return wanted ? shown : null
}

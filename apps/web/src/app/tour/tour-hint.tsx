import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { HOME_TOUR } from '#home'
import { usePreference } from '../../api/preference.ts'
import { useSession } from '../../api/session.ts'
import { tourText } from '../../text/zh-CN/app/tour-hint.ts'
import css from './tour.module.css'
import { readTours, type TourId, tourAt } from './tour-choice.ts'
import { runTour, useTour } from './tour-store.ts'

const TourPlayer = lazy(async () => ({ default: (await import('./tour-player.tsx')).TourPlayer }))

/** The tour of the shown page. */
export const useTourHere = (): TourId | null => {
  const { pathname, search } = useLocation()
  return tourAt(pathname, search, HOME_TOUR)
}

/** The tours that this person has taken or turned down. */
const useSeen = () => {
  const { choice, ready, change } = usePreference('tours', readTours)
  const see = (tour: TourId): void => {
    if (!choice.seen.includes(tour)) change({ seen: [...choice.seen, tour] })
  }
  return { choice, ready, see }
}

/** Offers a page's tour until it is taken or turned down, once per person; an operator who looks in has no choices. */
export const TourHint = (): ReactNode => {
  const tour = useTourHere()
  const looking = useSession(({ account }) => account?.lookUntil !== undefined)
  return tour === null || looking ? null : <Offer tour={tour} />
}

const Offer = ({ tour }: { readonly tour: TourId }): ReactNode => {
  const { choice, ready, see } = useSeen()
  if (!ready || choice.seen.includes(tour)) return null
  return (
    <span className={css.offer} data-part="tour-hint">
      <button
        type="button"
        className="link-button"
        onClick={() => {
          see(tour)
          runTour(tour)
        }}
      >
        {tourText.open}
      </button>
      <button type="button" className={css.dismiss} aria-label={tourText.dismiss} onClick={() => see(tour)}>
        ×
      </button>
    </span>
  )
}

/** Runs the tour that was asked for, until it ends or the page is left. */
export const TourRunner = (): ReactNode => {
  const tour = useTourHere()
  const running = useTour((state) => state.running)
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving the page ends its tour
  useEffect(() => () => runTour(null), [tour])
  if (running === null || running !== tour) return null
  return (
    <Suspense fallback={null}>
      <TourPlayer tour={running} onEnd={() => runTour(null)} />
    </Suspense>
  )
}

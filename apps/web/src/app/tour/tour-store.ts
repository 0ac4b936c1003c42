import { create } from 'zustand'
import type { TourId } from './tour-choice.ts'

/** The tour that runs now. */
export const useTour = create<{ readonly running: TourId | null }>(() => ({ running: null }))
export const runTour = (running: TourId | null): void => useTour.setState({ running })

import { useEffect } from 'react'
import { usePreference } from '../../api/preference.ts'
import { useSession } from '../../api/session.ts'
import { type Density, type FrameChoice, readFrame } from './frame-choice-model.ts'

const LAST = 'strata-frame'
type Last = { readonly accountId: number; readonly choice: FrameChoice }

/** The choice of the last visit here: shown until the server has answered, so that nothing moves then. */
const lastChoice = (accountId: number): FrameChoice => {
  try {
    const last = JSON.parse(window.localStorage.getItem(LAST) ?? 'null') as Last | null
    return readFrame(last?.accountId === accountId ? JSON.stringify(last.choice) : null)
  } catch {
    return readFrame(null)
  }
}

/** How the frame looks and behaves for this person: kept tabs, density, when the screen locks by itself. */
export const useFrameChoice = () => {
  const accountId = useSession((session) => session.account?.accountId ?? 0)
  const { choice, ready, change } = usePreference('frame', readFrame)
  const stored = ready ? JSON.stringify({ accountId, choice } satisfies Last) : null
  useEffect(() => {
    if (stored !== null) window.localStorage.setItem(LAST, stored)
  }, [stored])
  return { choice: ready ? choice : lastChoice(accountId), ready, change }
}

/** The height of the rows of every table (table.css). */
export const useDensity = (density: Density): void => {
  useEffect(() => {
    document.documentElement.dataset['density'] = density
  }, [density])
}

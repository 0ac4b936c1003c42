import { type ReactNode, useCallback, useRef } from 'react'
import { useBlocker } from 'react-router'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import { Dialog } from './dialog.tsx'

const words = peopleText.leave

type Question = {
  /** Shown while somebody is about to leave. */
  readonly question: ReactNode
  /** The next step away is not asked about: what was typed is saved, or is meant to go. */
  readonly free: () => void
}

/**
 * Asks before the page is left while something on it would be lost; `why` says what. `within`: another address of the
 * same page loses it too.
 */
export const useLeaveQuestion = (
  isUnsaved: boolean,
  { why, within = false }: { readonly why: string; readonly within?: boolean },
): Question => {
  const isFree = useRef(false)
  const blocker = useBlocker(({ currentLocation: from, nextLocation: to }) => {
    if (!isUnsaved || isFree.current) return false
    return from.pathname !== to.pathname || (within && from.search !== to.search)
  })
  const free = useCallback((): void => {
    isFree.current = true
  }, [])
  const question =
    blocker.state === 'blocked' ? (
      <Dialog
        title={words.title}
        width={400}
        onClose={() => blocker.reset()}
        footer={
          <>
            <button type="button" className="ghost-button" onClick={() => blocker.proceed()}>
              {words.go}
            </button>
            <button type="button" className="plain-button" onClick={() => blocker.reset()}>
              {words.stay}
            </button>
          </>
        }
      >
        <p className="dialog-warn">{why}</p>
      </Dialog>
    ) : null
  return { question, free }
}

import { type ReactNode, useState } from 'react'
import { stopText as words } from '../../text/zh-CN/shared/stop.ts'
import { showToast } from '../../ui/pop-up/toast.ts'
import { ConfirmDialog } from '../dialogs/confirm.tsx'
import { type Automatic, countOf, NOTHING_ON } from './automatic-model.ts'
import css from './stop-switch.module.css'
import { useAutomatic } from './use-automatic.ts'

type Props = {
  readonly gameId: number
  readonly gameName: string
  readonly merchant?: number | null
  /** Shown beside live figures: updated automatically. */
  readonly live?: boolean
  /** Called after a stop: unsaved edits must not switch it on again. */
  readonly onStopped?: () => void
}

/** Stops all automatic replenishment and fly-out of the game at once, in one press. */
export const StopSwitch = ({ gameId, gameName, merchant = null, live = false, onStopped }: Props): ReactNode => {
  const { may, ready, on, refresh, stop, resume } = useAutomatic({ gameId, merchant, watching: live })
  const [asking, setAsking] = useState<'stop' | 'resume' | null>(null)
  const [stopped, setStopped] = useState<Automatic>(NOTHING_ON)
  if (!may.auto && !may.flyOut) return null
  const resting = countOf(on) === 0
  const isHalted = resting && countOf(stopped) > 0
  const ask = (): void => {
    setAsking('stop')
    // The confirmation must count what is active now.
    void refresh()
  }
  const halt = async (): Promise<void> => {
    const now = await stop()
    setStopped(now)
    onStopped?.()
    if (countOf(now) === 0) showToast('success', words.nothingOn)
  }
  const putBack = async (): Promise<void> => {
    const sent = await resume(stopped)
    setStopped(NOTHING_ON)
    showToast('success', words.resumed(sent))
  }
  return (
    <>
      {isHalted ? (
        <span className={live ? 'visually-hidden' : css.stopDone} role="status">
          {words.done(stopped)}
        </span>
      ) : null}
      {/* One button for both, in one place: it has the focus again after its question, and nothing beside it moves. */}
      <button
        type="button"
        className={isHalted ? `ghost-button ${css.resume}` : 'ghost-button ghost-danger'}
        aria-label={isHalted ? words.resumeLabel : words.stop}
        title={isHalted ? words.done(stopped) : ready && resting ? words.nothingOn : words.hint(gameName)}
        // Beside live figures the button stays enabled, because something may have been switched on a moment ago.
        disabled={!ready || (resting && !live && !isHalted)}
        onClick={() => (isHalted ? setAsking('resume') : ask())}
      >
        {isHalted ? words.resumeShort : words.stopShort}
      </button>
      {asking === 'stop' ? (
        <ConfirmDialog
          title={words.title(gameName)}
          confirm={words.confirm}
          danger
          disabled={resting}
          onConfirm={halt}
          onClose={() => setAsking(null)}
        >
          <p className="dialog-note">{resting ? words.nothingOn : words.what(on)}</p>
        </ConfirmDialog>
      ) : null}
      {asking === 'resume' ? (
        <ConfirmDialog
          title={words.resumeTitle(gameName)}
          confirm={words.resumeConfirm}
          onConfirm={putBack}
          onClose={() => setAsking(null)}
        >
          <p className="dialog-note">{words.resumeWhat(stopped)}</p>
        </ConfirmDialog>
      ) : null}
    </>
  )
}

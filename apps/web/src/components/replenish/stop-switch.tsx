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
  /** Beside live figures: short, and looking again by itself. */
  readonly live?: boolean
  /** After a stop: what is being typed may not switch it on again. */
  readonly onStopped?: () => void
}

/** Halts everything of the game that leaves by itself, now and in one press, whatever else is going on. */
export const StopSwitch = ({ gameId, gameName, merchant = null, live = false, onStopped }: Props): ReactNode => {
  const { may, ready, on, refresh, stop, resume } = useAutomatic({ gameId, merchant, watching: live })
  const [asking, setAsking] = useState<'stop' | 'resume' | null>(null)
  const [stopped, setStopped] = useState<Automatic>(NOTHING_ON)
  if (!may.auto && !may.flyOut) return null
  const resting = countOf(on) === 0
  const ask = (): void => {
    setAsking('stop')
    // What the question counts is what is on now.
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
      {resting && countOf(stopped) > 0 ? (
        <span className={css.stopDone} role="status">
          {words.done(stopped)}{' '}
          <button type="button" className="link-button" onClick={() => setAsking('resume')}>
            {words.resume}
          </button>
        </span>
      ) : (
        <button
          type="button"
          className="ghost-button ghost-danger"
          aria-label={words.stop}
          title={ready && resting ? words.nothingOn : words.hint(gameName)}
          // Beside live figures a press asks first: what was switched on a moment ago is not known here yet.
          disabled={!ready || (resting && !live)}
          onClick={ask}
        >
          {live ? words.stopShort : words.stop}
        </button>
      )}
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

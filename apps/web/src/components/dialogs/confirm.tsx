import '../../ui/fields/labelled.css'
import { CODES } from '@strata/contract/errors'
import { type ReactNode, useState } from 'react'
import { ApiRefusal } from '../../api/client.ts'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import type { ConflictCell } from './conflict.tsx'
import { Dialog } from './dialog.tsx'

type Props = {
  readonly title: string
  readonly children: ReactNode
  readonly confirm: string
  readonly danger?: boolean
  readonly width?: number
  readonly disabled?: boolean
  /** What somebody else saved since the dialog was opened. */
  readonly conflicts?: readonly ConflictCell[]
  /** Rejects when refused: the dialog then stays open and shows the reason. */
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: () => void
}

/** Asks for confirmation; while the action runs no button can be pressed. */
export const ConfirmDialog = (props: Props): ReactNode => {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<{ readonly text: string; readonly isChanged: boolean } | null>(null)
  const conflicts = props.conflicts ?? []
  // Both versions side by side say it better.
  const isTold = problem?.isChanged === true && conflicts.length > 0
  const run = (): void => {
    setBusy(true)
    setProblem(null)
    props.onConfirm().then(props.onClose, (caught: unknown) => {
      setBusy(false)
      setProblem(
        caught instanceof ApiRefusal
          ? { text: caught.message, isChanged: caught.code === CODES.changed }
          : { text: peopleText.notDone, isChanged: false },
      )
    })
  }
  return (
    <Dialog
      title={props.title}
      width={props.width ?? 460}
      onClose={props.onClose}
      footer={
        <>
          <button type="button" className="ghost-button" onClick={props.onClose}>
            {peopleText.cancel}
          </button>
          <button
            type="button"
            className={props.danger ? 'plain-button danger-button' : 'plain-button'}
            disabled={busy || props.disabled}
            onClick={run}
          >
            {busy ? peopleText.working : props.confirm}
          </button>
        </>
      }
    >
      {problem === null || isTold ? null : (
        <p className="form-problem" role="alert">
          {problem.text}
        </p>
      )}
      <ChangedMeanwhile cells={conflicts} />
      {props.children}
    </Dialog>
  )
}

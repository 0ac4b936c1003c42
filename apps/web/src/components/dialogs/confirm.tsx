import '../../ui/fields/labelled.css'
import { type ReactNode, useState } from 'react'
import { ApiRefusal } from '../../api/client.ts'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import { Dialog } from './dialog.tsx'

type Props = {
  readonly title: string
  readonly children: ReactNode
  readonly confirm: string
  readonly danger?: boolean
  readonly width?: number
  readonly disabled?: boolean
  /** Rejects when refused: the dialog then stays open and shows the reason. */
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: () => void
}

/** Asks for confirmation; while the action runs no button can be pressed. */
export const ConfirmDialog = (props: Props): ReactNode => {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const run = (): void => {
    setBusy(true)
    setProblem(null)
    props.onConfirm().then(props.onClose, (caught: unknown) => {
      setBusy(false)
      setProblem(caught instanceof ApiRefusal ? caught.message : peopleText.notDone)
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
      {problem === null ? null : (
        <p className="form-problem" role="alert">
          {problem}
        </p>
      )}
      {props.children}
    </Dialog>
  )
}

import type { ReactNode } from 'react'
import css from './file-pick.module.css'

type Props = {
  readonly label: string
  /** The ending of the files that may be chosen. */
  readonly accept: string
  readonly disabled: boolean
  readonly onFile: (file: File) => void
}

/** A button that lets a file be chosen from the machine. */
export const FilePick = ({ label, accept, disabled, onFile }: Props): ReactNode => (
  <label className={css.file}>
    <span className="ghost-button">{label}</span>
    <input
      type="file"
      accept={accept}
      className="visually-hidden"
      disabled={disabled}
      onChange={({ currentTarget }) => {
        const file = currentTarget.files?.[0]
        // The same file may be chosen again after it was mended.
        currentTarget.value = ''
        if (file) onFile(file)
      }}
    />
  </label>
)

import type { ReactNode } from 'react'
import { copyText } from '../lib/copy.ts'
import { peopleText } from '../text/zh-CN/shared/people.ts'
import { showToast } from '../ui/pop-up/toast.ts'
import css from './copy-button.module.css'

/** Copies a text and says whether it worked. */
export const copyToast = async (text: string): Promise<void> => {
  const done = await copyText(text)
  if (done === 'copied') showToast('success', peopleText.copied)
  else showToast('error', done === 'failed' ? peopleText.copyFailed : peopleText.copyUnsupported)
}

export const CopyButton = ({ text, label }: { readonly text: string; readonly label?: string }): ReactNode => (
  <button type="button" className="ghost-button" disabled={text === ''} onClick={() => void copyToast(text)}>
    {label ?? peopleText.copy}
  </button>
)

/** The same as an icon beside a text. */
export const CopyIcon = ({ text, label }: { readonly text: string; readonly label: string }): ReactNode => (
  <button type="button" className={css.copyIcon} aria-label={label} title={label} onClick={() => void copyToast(text)}>
    <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
      <path d="M5.5 5.5h7v8h-7zM10.5 5.5v-3h-7v8h2" />
    </svg>
  </button>
)

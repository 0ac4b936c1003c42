import type { ReactNode } from 'react'
import { copyText } from '../lib/copy.ts'
import { peopleText } from '../text/zh-CN/shared/people.ts'
import { showToast } from '../ui/pop-up/toast.ts'

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

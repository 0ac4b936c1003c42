import { type ReactNode, useEffect, useState } from 'react'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import css from './import-accounts.module.css'

const words = treeText.importAccounts

/** What an account takes on a quiet server: nearly all of it is the hash of its password, one after the other. */
const ROW_MS = 180
const STEP_MS = 500
/** The bar waits here for the answer: only the server knows the end. */
const MAX_DONE = 0.97

/** How far a save is, by the time that its rows take: the accounts are one transaction and have one answer. */
export const Saving = ({ rows }: { readonly rows: number }): ReactNode => {
  const [passed, setPassed] = useState(0)
  useEffect(() => {
    const from = performance.now()
    const timer = setInterval(() => setPassed(performance.now() - from), STEP_MS)
    return () => clearInterval(timer)
  }, [])
  const whole = rows * ROW_MS
  const left = Math.ceil((whole - passed) / 1_000)
  return (
    <div className={css.saving}>
      <p role="status">{words.saving(rows)}</p>
      <progress aria-label={words.progress} max={1} value={Math.min(MAX_DONE, passed / whole)} />
      <span>{left > 0 ? words.left(left) : words.leftMore}</span>
    </div>
  )
}

import { type ReactNode, useState } from 'react'
import { logText } from '../../text/zh-CN/shared/log.ts'

type Change = { readonly field: string; readonly label: string; readonly before: string; readonly after: string }

const SHOWN = 12

/** The fields of one save, before and after; of many the first twelve. */
export const Changes = ({ changes }: { readonly changes: readonly Change[] }): ReactNode => {
  const [all, setAll] = useState(false)
  const shown = all ? changes : changes.slice(0, SHOWN)
  return (
    <ul className="log-changes">
      {shown.map((change) => (
        <li key={change.field}>
          <span>{change.label === '' ? change.field : change.label}</span>
          <del>{change.before === '' ? logText.nothing : change.before}</del>
          <span aria-hidden="true">→</span>
          <ins>{change.after === '' ? logText.nothing : change.after}</ins>
        </li>
      ))}
      {shown.length < changes.length ? (
        <li>
          <button type="button" className="link-button" onClick={() => setAll(true)}>
            {logText.all(changes.length)}
          </button>
        </li>
      ) : null}
    </ul>
  )
}

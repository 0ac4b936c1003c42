import type { ReactNode } from 'react'
import { conflictText as words } from '../../text/zh-CN/shared/conflict.ts'
import css from './conflict.module.css'
import type { ConflictCell } from './conflict.tsx'
import { Differences } from './differences.tsx'

type Props = {
  /** What somebody else saved since the dialog was opened; none: nothing is shown. */
  readonly cells: readonly ConflictCell[]
}

/** Both versions of what is edited in a dialog, where the user's own edits are in its fields and win with the next save. */
export const ChangedMeanwhile = ({ cells }: Props): ReactNode =>
  cells.length === 0 ? null : (
    <section className={css.meanwhile} data-part="theirs" aria-label={words.title}>
      <p className="dialog-warn">{words.meanwhile}</p>
      <Differences
        head={words.columns}
        rows={cells.map(({ key, what, opened, theirs, mine }) => ({
          key,
          cells: { what, opened, theirs, mine: mine ?? words.untouched },
          tones: mine === null ? { theirs: 'chosen' } : { mine: 'chosen' },
        }))}
      />
    </section>
  )

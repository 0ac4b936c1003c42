import { type ReactNode, useState } from 'react'
import { conflictText } from '../../text/zh-CN/shared/conflict.ts'
import css from './conflict.module.css'
import { Dialog } from './dialog.tsx'
import { Differences } from './differences.tsx'

/**
 * One value that somebody else saved while the user edited it, or edited another value of the same version. As
 * shown texts.
 */
export type ConflictCell = {
  readonly key: string
  readonly what: string
  readonly opened: string
  readonly theirs: string
  /** null: the user did not edit it. */
  readonly mine: string | null
}

type Props = {
  readonly cells: readonly ConflictCell[]
  /** Keys of the cells where the other version was chosen; all other edits stay. */
  readonly onApply: (given: ReadonlySet<string>) => void
  /** Closes without a decision: the next save asks again. */
  readonly onClose: () => void
}

const words = conflictText
const NONE: ReadonlySet<string> = new Set()

/**
 * Both versions side by side, chosen cell by cell or all at once. The user's edits stay unless the other version is
 * chosen.
 */
export const ConflictChoice = ({ cells, onApply, onClose }: Props): ReactNode => {
  const [given, setGiven] = useState(NONE)
  const disputed = cells.filter(({ mine }) => mine !== null)
  return (
    <Dialog
      title={words.title}
      width={760}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="ghost-button" onClick={onClose}>
            {words.back}
          </button>
          <button type="button" className="plain-button" onClick={() => onApply(given)}>
            {words.apply}
          </button>
        </>
      }
    >
      {cells.length === 0 ? (
        <p className="dialog-warn">{words.none}</p>
      ) : (
        <>
          <p className="dialog-warn">{words.note}</p>
          {disputed.length > 1 ? (
            <p className={css.conflictAll}>
              {words.all}
              <button
                type="button"
                className="ghost-button"
                onClick={() => setGiven(new Set(disputed.map(({ key }) => key)))}
              >
                {words.allTheirs}
              </button>
              <button type="button" className="ghost-button" onClick={() => setGiven(NONE)}>
                {words.allMine}
              </button>
            </p>
          ) : null}
          <CellTable
            cells={cells}
            given={given}
            onGive={(key, isGiven) =>
              setGiven((held) => (isGiven ? new Set([...held, key]) : new Set([...held].filter((one) => one !== key))))
            }
          />
        </>
      )}
    </Dialog>
  )
}

type TableProps = {
  readonly cells: readonly ConflictCell[]
  readonly given: ReadonlySet<string>
  readonly onGive: (key: string, isGiven: boolean) => void
}

const CellTable = ({ cells, given, onGive }: TableProps): ReactNode => (
  <Differences
    head={words.columns}
    rows={cells.map(({ key, what, opened, theirs, mine }) => {
      if (mine === null) return { key, cells: { what, opened, theirs, mine: words.untouched } }
      const isGiven = given.has(key)
      return {
        key,
        cells: {
          what,
          opened,
          theirs: (
            <Side
              name={key}
              label={words.theirsOf(what, theirs)}
              value={theirs}
              chosen={isGiven}
              onChoose={() => onGive(key, true)}
            />
          ),
          mine: (
            <Side
              name={key}
              label={words.mineOf(what, mine)}
              value={mine}
              chosen={!isGiven}
              onChoose={() => onGive(key, false)}
            />
          ),
        },
        tones: isGiven ? { theirs: 'chosen' } : { mine: 'chosen' },
      }
    })}
  />
)

type SideProps = {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly chosen: boolean
  readonly onChoose: () => void
}

const Side = ({ name, label, value, chosen, onChoose }: SideProps): ReactNode => (
  <label className={css.conflictSide}>
    <input type="radio" name={name} aria-label={label} checked={chosen} onChange={onChoose} />
    {value}
  </label>
)

import type { ReactNode } from 'react'
import { dropsText } from '../../text/zh-CN/rooms/odds-drops.ts'
import { FieldInput } from '../../ui/fields/field-input.tsx'
import { moveInGrid } from '../../ui/matrix/field-keys.ts'
import css from './drops.module.css'
import { fieldProblem, type Kind, MAX_STEPS, NO_STEP, stepsProblem, type TypedStep } from './drops-model.ts'

const words = dropsText.dialog
const FIELDS = ['from', 'drop', 'floor'] as const

type Props = {
  readonly kind: Kind
  readonly steps: readonly TypedStep[]
  readonly onChange: (steps: readonly TypedStep[]) => void
}

/** A field is not wrong before something is typed. */
const shownProblem = (kind: Kind, field: keyof TypedStep, text: string): string | null =>
  text.trim() === '' ? null : fieldProblem(kind, field, text)

/** The steps of one kind, a row each. */
export const StepFields = ({ kind, steps, onChange }: Props): ReactNode => {
  const heads = {
    from: kind === 'stake' ? words.columns.stake : words.columns.draws,
    drop: words.columns.drop,
    floor: words.columns.floor,
  }
  const problem = stepsProblem(kind, steps)
  const [title, hint] = kind === 'stake' ? [words.stakeHead, words.stakeHint] : [words.streakHead, words.streakHint]
  return (
    <section className={css.kind} aria-label={title}>
      <header>
        <h3>{title}</h3> {hint}
      </header>
      {steps.length === 0 ? null : (
        <div className={css.row}>
          <span />
          {FIELDS.map((field) => (
            <span key={field} className={css.rowHead}>
              {heads[field]}
            </span>
          ))}
        </div>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between its fields */}
      <div onKeyDown={moveInGrid}>
        {steps.map((step, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the list
          <div key={row} className={css.row}>
            <span>{row + 1}</span>
            {FIELDS.map((field, column) => (
              <FieldInput
                key={field}
                label={words.fieldOf(kind, row + 1, heads[field])}
                value={step[field]}
                problem={shownProblem(kind, field, step[field])}
                cell={`${row}:${column}`}
                onChange={(text) => onChange(steps.map((one, at) => (at === row ? { ...one, [field]: text } : one)))}
              />
            ))}
            <button
              type="button"
              className={css.removeStep}
              aria-label={words.removeStep(row + 1)}
              onClick={() => onChange(steps.filter((_, at) => at !== row))}
            >
              ×
            </button>
          </div>
        ))}
      </div>
      {problem === null ? null : (
        <p className={css.problem} role="alert">
          {problem}
        </p>
      )}
      {steps.length < MAX_STEPS ? (
        <button type="button" className="link-button" onClick={() => onChange([...steps, NO_STEP])}>
          {words.addStep}
        </button>
      ) : null}
    </section>
  )
}

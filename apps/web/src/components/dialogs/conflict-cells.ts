import type { ConflictCell } from './conflict.tsx'

type Shown<Field extends string> = Readonly<Record<Field, string>>

/**
 * The fields that somebody else saved since a form was opened, beside what was typed into it. All as shown texts, in the
 * order of the labels.
 */
export const conflictCells = <Field extends string>(
  labels: Shown<Field>,
  {
    opened,
    theirs,
    mine,
  }: {
    readonly opened: Shown<NoInfer<Field>>
    readonly theirs: Shown<NoInfer<Field>>
    /** Only what was typed. */
    readonly mine: Partial<Shown<NoInfer<Field>>>
  },
): readonly ConflictCell[] =>
  (Object.keys(labels) as Field[])
    .filter((field) => opened[field] !== theirs[field])
    .map((field) => ({
      key: field,
      what: labels[field],
      opened: opened[field],
      theirs: theirs[field],
      mine: mine[field] ?? null,
    }))

/** The same of a form as typed; `shown` makes the texts. */
export const draftConflicts = <Draft extends object, Field extends string>(
  labels: Shown<Field>,
  shown: (draft: Draft) => Shown<NoInfer<Field>>,
  { opened, theirs, typed }: Readonly<Record<'opened' | 'theirs', Draft>> & { readonly typed: Partial<Draft> },
): readonly ConflictCell[] =>
  conflictCells(labels, {
    opened: shown(opened),
    theirs: shown(theirs),
    mine: shown({ ...theirs, ...typed }),
  }).map((cell) => (cell.key in typed ? cell : { ...cell, mine: null }))

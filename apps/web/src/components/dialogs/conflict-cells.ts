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

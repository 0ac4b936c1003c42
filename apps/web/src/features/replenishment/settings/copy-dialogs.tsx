import { type ReactNode, useState } from 'react'
import type { GameType, PlayGroup } from '../../../api/shared-queries.ts'
import { Dialog } from '../../../components/dialogs/dialog.tsx'
import { replenishmentText } from '../../../text/zh-CN/rooms/replenishment.ts'
import { Choice } from '../../../ui/fields/choice.tsx'
import css from './setting.module.css'
import type { FieldName } from './settings-model.ts'

const words = replenishmentText

const SECTIONS = {
  auto: ['enabled', 'mode', 'holdLimit', 'maxLoss', 'unit'],
  limits: ['acceptLimit', 'sendLimit'],
  manual: ['manual', 'manualUnit'],
} as const satisfies Record<keyof typeof words.copySections, readonly FieldName[]>
type SectionName = keyof typeof SECTIONS
const SECTION_NAMES = Object.keys(SECTIONS) as SectionName[]

type CheckProps<V extends string | number> = {
  readonly title: string
  readonly options: readonly { readonly value: V; readonly label: string }[]
  readonly chosen: ReadonlySet<V>
  readonly onChange: (chosen: ReadonlySet<V>) => void
}

const Checks = <V extends string | number>({ title, options, chosen, onChange }: CheckProps<V>): ReactNode => (
  <fieldset className={css.copyChecks}>
    <legend>
      {title}
      <button
        type="button"
        className="link-button"
        onClick={() => onChange(new Set(options.map(({ value }) => value)))}
      >
        {words.all}
      </button>
      <button type="button" className="link-button" onClick={() => onChange(new Set())}>
        {words.none}
      </button>
    </legend>
    {options.map(({ value, label }) => (
      <label key={value}>
        <input
          type="checkbox"
          checked={chosen.has(value)}
          onChange={(event) => {
            const next = new Set(chosen)
            if (event.currentTarget.checked) next.add(value)
            else next.delete(value)
            onChange(next)
          }}
        />
        {label}
      </label>
    ))}
  </fieldset>
)

const fieldsOf = (sections: ReadonlySet<SectionName>, head: boolean): readonly FieldName[] =>
  head ? ['acceptLimit'] : SECTION_NAMES.filter((name) => sections.has(name)).flatMap((name) => [...SECTIONS[name]])

const Foot = ({
  disabled,
  onApply,
  onClose,
}: {
  readonly disabled: boolean
  readonly onApply: () => void
  readonly onClose: () => void
}): ReactNode => (
  <>
    <button type="button" className="ghost-button" onClick={onClose}>
      {words.cancel}
    </button>
    <button type="button" className="plain-button" disabled={disabled} onClick={onApply}>
      {words.apply}
    </button>
  </>
)

type RowProps = {
  readonly source: PlayGroup
  readonly groups: readonly PlayGroup[]
  readonly head: boolean
  readonly onApply: (targets: readonly number[], fields: readonly FieldName[]) => void
  readonly onClose: () => void
}

/** Copies one row's settings to other groups of the same game. Nothing is chosen beforehand: a copy overwrites. */
export const CopyRowDialog = ({ source, groups, head, onApply, onClose }: RowProps): ReactNode => {
  const others = groups.filter(({ id }) => id !== source.id)
  const [targets, setTargets] = useState<ReadonlySet<number>>(new Set())
  const [sections, setSections] = useState<ReadonlySet<SectionName>>(new Set())
  const fields = fieldsOf(sections, head)
  return (
    <Dialog
      title={words.copyRowTitle(source.name)}
      onClose={onClose}
      footer={
        <Foot
          disabled={targets.size === 0 || fields.length === 0}
          onApply={() => onApply([...targets], fields)}
          onClose={onClose}
        />
      }
    >
      {head ? null : (
        <Checks
          title={words.copyFields}
          options={SECTION_NAMES.map((value) => ({ value, label: words.copySections[value] }))}
          chosen={sections}
          onChange={setSections}
        />
      )}
      <Checks
        title={words.copyTargets}
        options={others.map(({ id, name }) => ({ value: id, label: name }))}
        chosen={targets}
        onChange={setTargets}
      />
      <p className="dialog-note">{words.copyNote}</p>
    </Dialog>
  )
}

export type GameCopy = {
  readonly gameIds: readonly number[]
  readonly fields: readonly FieldName[]
  /** The row that groups without a group of the same name copy; null: they do not change. */
  readonly restLike: number | null
}

type GameProps = {
  readonly game: GameType
  readonly games: readonly GameType[]
  readonly head: boolean
  readonly onApply: (copy: GameCopy) => void
  readonly onClose: () => void
}

/**
 * Copies one game's settings to other games: to groups of the same name, and optionally one chosen row to the
 * others.
 */
export const CopyGameDialog = ({ game, games, head, onApply, onClose }: GameProps): ReactNode => {
  const others = games.filter(({ id }) => id !== game.id)
  const [targets, setTargets] = useState<ReadonlySet<number>>(new Set())
  const [sections, setSections] = useState<ReadonlySet<SectionName>>(new Set())
  const [rest, setRest] = useState('')
  const fields = fieldsOf(sections, head)
  return (
    <Dialog
      title={words.copyGameTitle(game.gameName)}
      onClose={onClose}
      footer={
        <Foot
          disabled={targets.size === 0 || fields.length === 0}
          onApply={() => onApply({ gameIds: [...targets], fields, restLike: rest === '' ? null : Number(rest) })}
          onClose={onClose}
        />
      }
    >
      <Checks
        title={words.copyGames}
        options={others.map(({ id, gameName }) => ({ value: id, label: gameName }))}
        chosen={targets}
        onChange={setTargets}
      />
      {head ? null : (
        <Checks
          title={words.copyFields}
          options={SECTION_NAMES.map((value) => ({ value, label: words.copySections[value] }))}
          chosen={sections}
          onChange={setSections}
        />
      )}
      <p className={css.copyRest}>
        {words.copySameName}；{words.copyRest}
        <Choice
          label={words.copyRest}
          value={rest}
          options={[
            { value: '', label: words.copyRestKeep },
            ...game.groups.map(({ id, name }) => ({ value: String(id), label: words.copyRestLike(name) })),
          ]}
          onChange={setRest}
        />
      </p>
      <p className="dialog-note">{words.copyNote}</p>
    </Dialog>
  )
}

import { type ReactNode, useState } from 'react'
import { fieldOfTyped, isTyped, type TimeKind, tidied, typedOfField } from '../../lib/typed-time.ts'
import { timeFieldText as words } from '../../text/zh-CN/shared/time-field.ts'
import { Labelled, type LabelledInput } from '../../ui/fields/labelled.tsx'
import { MOBILE, useMedia } from '../../ui/hooks/use-media.ts'
import { latePart, useLate } from '../kit/late.ts'
import css from './time-field.module.css'

const load = () => import('../kit/kit-calendar.tsx')
const CALENDAR = latePart(async () => (await load()).KitCalendar)
// A failed load is repeated by the press, which reports it.
const warm = (): void => void load().catch(() => {})

type FieldProps = {
  readonly kind: TimeKind
  /** "2026-11-20", or "2026-11-20T09:30" of the business's clock, as a browser's own field has it; '' for none. */
  readonly value: string
  readonly onChange: (value: string) => void
  /** The first day that may be chosen. */
  readonly min?: string
  readonly disabled?: boolean
}

type Props = FieldProps & {
  readonly label: string
  readonly hint?: ReactNode
  readonly problem?: string | null
}

const NATIVE = { day: 'date', minute: 'datetime-local', second: 'datetime-local' } as const

/** The phone's own field, which is better than ours there. */
const Native = ({
  kind,
  value,
  onChange,
  input,
  ...rest
}: FieldProps & { readonly input: LabelledInput }): ReactNode => (
  <input
    {...input}
    {...rest}
    type={NATIVE[kind]}
    step={kind === 'second' ? 1 : undefined}
    className="text-input"
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)

const Typed = ({
  kind,
  value,
  onChange,
  min,
  disabled = false,
  input,
}: FieldProps & { readonly input: LabelledInput }) => {
  const [open, setOpen] = useState(false)
  const KitCalendar = useLate(CALENDAR, open)
  return (
    <span className={css.field}>
      <input
        {...input}
        className="text-input"
        inputMode="numeric"
        autoComplete="off"
        maxLength={24}
        placeholder={words.forms[kind]}
        disabled={disabled}
        value={typedOfField(value)}
        onChange={(event) => onChange(fieldOfTyped(event.currentTarget.value, kind))}
        onBlur={() => {
          const tidy = tidied(typedOfField(value), kind)
          if (tidy !== value) onChange(tidy)
        }}
      />
      <button
        type="button"
        aria-label={words.open}
        aria-haspopup="dialog"
        disabled={disabled}
        onPointerEnter={warm}
        onFocus={warm}
        onClick={() => setOpen(true)}
      >
        <svg viewBox="0 0 20 20" width="14" height="14" aria-hidden="true">
          <path d="M3 5h14v12H3zM3 8.5h14M6.5 3v3M13.5 3v3" />
        </svg>
      </button>
      {KitCalendar ? (
        <KitCalendar
          {...{ kind, min }}
          className={css.calendar}
          value={isTyped(value, kind) ? value : ''}
          onPick={onChange}
          onClose={() => {
            setOpen(false)
            document.getElementById(input.id)?.focus()
          }}
        />
      ) : null}
    </span>
  )
}

/**
 * A day or a time of a form. On a desk it is typed as Chinese write it or picked from the kit's calendar, whatever the
 * language of the browser; on a phone it is the phone's own field.
 */
export const TimeField = ({ label, hint, problem = null, ...field }: Props): ReactNode => {
  const mobile = useMedia(MOBILE)
  const [left, setLeft] = useState(true)
  const unreadable = left && !isTyped(field.value, field.kind) ? words.wrong(words.forms[field.kind]) : null
  return (
    <Labelled label={label} hint={hint} problem={unreadable ?? (isTyped(field.value, field.kind) ? problem : null)}>
      {(input) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: watches the field, does nothing itself
        <span onFocus={() => setLeft(false)} onBlur={() => setLeft(true)}>
          {mobile ? <Native {...field} input={input} /> : <Typed {...field} input={input} />}
        </span>
      )}
    </Labelled>
  )
}

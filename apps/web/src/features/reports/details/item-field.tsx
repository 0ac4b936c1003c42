import * as gamesCalls from '@strata/contract/calls/games'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { keyOf } from '../../../api/queries.ts'
import { useAllGames } from '../../../api/shared-queries.ts'
import type { KitSelectProps } from '../../../components/kit/kit-select.tsx'
import { onDemand } from '../../../components/kit/on-demand.tsx'
import { reportText } from '../../../text/zh-CN/rooms/report.ts'
import { Labelled } from '../../../ui/fields/labelled.tsx'
import css from '../delivery/delivery.module.css'
import { codeOfSeveral } from './item-code.ts'
import type { ItemChoice } from './item-options.ts'

const load = () => import('../../../components/kit/kit-select.tsx')
const OnePicker = onDemand<KitSelectProps<string>>(async () => (await load()).KitSelect)
const SeveralPicker = onDemand<KitSelectProps<string[]>>(async () => (await load()).KitMultiSelect)

const words = reportText.details

/** The catalogue is large: it is loaded when a play is chosen. */
const useChoice = (game: string, playCode: string): ItemChoice | null => {
  const gameType = (useAllGames().data ?? []).find(({ id }) => String(id) === game)?.gameType
  const found = useQuery({
    queryKey: keyOf(gamesCalls.gameTypes, 'items', gameType, playCode),
    enabled: gameType !== undefined && playCode !== '',
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => (await import('./item-options.ts')).itemChoice(gameType ?? '', playCode),
  })
  return found.data ?? null
}

type Props = {
  readonly game: string
  readonly playCode: string
  readonly value: string
  readonly problem: string | null
  readonly onChange: (itemCode: string) => void
}

type ChoiceProps = Pick<Props, 'value' | 'onChange'> & { readonly label: string }

const One = ({ choice, value, label, onChange }: ChoiceProps & { choice: Extract<ItemChoice, { kind: 'one' }> }) => (
  <OnePicker
    standIn={{
      label,
      text: choice.options.find((one) => one.value === value)?.label ?? words.any,
      hint: value === '',
      className: css.itemPicker,
    }}
    showSearch
    allowClear
    className={css.itemPicker ?? ''}
    aria-label={label}
    placeholder={words.any}
    optionFilterProp="label"
    {...(value === '' ? {} : { value })}
    options={[...choice.options]}
    onChange={(code: string | undefined) => onChange(code ?? '')}
  />
)

const Several = ({
  choice,
  value,
  label,
  onChange,
}: ChoiceProps & { choice: Extract<ItemChoice, { kind: 'several' }> }): ReactNode => {
  const chosen = value === '' ? [] : value.split('+')
  const nameOf = (code: string): string => choice.options.find((one) => one.value === code)?.label ?? code
  return (
    <SeveralPicker
      standIn={{
        label,
        text: chosen.length === 0 ? words.several(choice.min, choice.max) : chosen.map(nameOf).join('、'),
        hint: chosen.length === 0,
        className: css.itemPicker,
      }}
      mode="multiple"
      allowClear
      maxCount={choice.max}
      maxTagCount="responsive"
      className={css.itemPicker ?? ''}
      aria-label={label}
      placeholder={words.several(choice.min, choice.max)}
      optionFilterProp="label"
      value={chosen}
      options={[...choice.options]}
      onChange={(codes: string[]) => onChange(codeOfSeveral(choice.options, codes))}
    />
  )
}

/** The item of an order by its name: from the play's list, or for digits as they are bet. */
export const ItemField = ({ game, playCode, value, problem, onChange }: Props): ReactNode => {
  const choice = useChoice(game, playCode)
  const label = words.fields.item
  return (
    <Labelled label={label} problem={problem}>
      {(input) => {
        if (choice?.kind === 'one') return <One {...{ choice, value, label, onChange }} />
        if (choice?.kind === 'several') return <Several {...{ choice, value, label, onChange }} />
        return (
          <input
            {...input}
            className="text-input"
            disabled={choice === null}
            placeholder={choice === null ? words.playFirst : words.digits(choice.length)}
            inputMode="numeric"
            maxLength={choice?.length ?? 5}
            autoComplete="off"
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        )
      }}
    </Labelled>
  )
}

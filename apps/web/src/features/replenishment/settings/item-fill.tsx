import { lunarYearOf } from '@strata/domain/games/zodiac'
import { type FormEvent, type ReactNode, useState } from 'react'
import { serverNow } from '../../../api/clock.ts'
import { formatDate } from '../../../lib/instant.ts'
import { readTyped } from '../../../lib/typed-amount.ts'
import { replenishmentText } from '../../../text/zh-CN/rooms/replenishment.ts'
import { Choice } from '../../../ui/fields/choice.tsx'
import { FieldInput } from '../../../ui/fields/field-input.tsx'
import { itemSets } from './item-sets.ts'
import css from './setting.module.css'

const words = replenishmentText.itemSets

type Props = {
  readonly gameType: string
  readonly items: readonly { readonly itemCode: string; readonly name: string }[]
  readonly onPut: (texts: readonly { readonly itemCode: string; readonly text: string }[]) => void
}

/** One limit for many items: all, a colour, an animal. The animals are those of today's lunar year. */
export const ItemFill = ({ gameType, items, onPut }: Props): ReactNode => {
  const sets = itemSets(gameType, items, lunarYearOf(formatDate(serverNow())) ?? null)
  const [name, setName] = useState<string>(words.all)
  const [amount, setAmount] = useState('')
  const read = readTyped(amount)
  const chosen = sets.find((set) => set.name === name) ?? sets[0]
  const fill = (event: FormEvent): void => {
    event.preventDefault()
    if (read.ok && chosen) onPut(chosen.codes.map((itemCode) => ({ itemCode, text: amount })))
  }
  if (items.length === 0) return null
  return (
    <form className={css.itemsFill} noValidate onSubmit={fill}>
      <Choice
        label={words.label}
        value={chosen?.name ?? ''}
        options={sets.map((set) => ({ value: set.name, label: `${set.name}（${set.codes.length}）` }))}
        onChange={setName}
      />
      <FieldInput
        label={words.amount}
        placeholder={words.amount}
        value={amount}
        problem={amount === '' || read.ok ? null : replenishmentText.problems.amount}
        onChange={setAmount}
      />
      <button type="submit" className="ghost-button" disabled={amount.trim() === '' || !read.ok}>
        {words.fill}
      </button>
      <small>{words.pasteNote}</small>
    </form>
  )
}

import { type FormEvent, type ReactNode, useState } from 'react'
import { fundsAdminText as words } from '../../text/zh-CN/rooms/funds-admin.ts'
import css from './funds-admin.module.css'
import { sizeTyped, TYPED, type Typed } from './funds-filters.ts'

const isSize = (name: keyof Typed): boolean => name === 'least' || name === 'most'

type Props = { readonly typed: Typed; readonly onSearch: (typed: Typed) => void }

const NONE: Typed = { account: '', operator: '', least: '', most: '' }

/** Whose money, which operator and how much: searched with together, by Enter or by the button. */
export const FundsSearch = ({ typed: held, onSearch }: Props): ReactNode => {
  const [typed, setTyped] = useState(held)
  const isBad = (name: keyof Typed): boolean => isSize(name) && sizeTyped(typed[name]) === null
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (TYPED.some(isBad)) return
    onSearch({
      account: typed.account.trim(),
      operator: typed.operator.trim(),
      least: sizeTyped(typed.least) ?? '',
      most: sizeTyped(typed.most) ?? '',
    })
  }
  return (
    <form className={css.search} onSubmit={submit} noValidate>
      {TYPED.map((name) => (
        <input
          key={name}
          className={`text-input ${isSize(name) ? css.size : ''}`}
          aria-label={words[name]}
          placeholder={words[name]}
          aria-invalid={isBad(name)}
          title={isBad(name) ? words.badAmount : undefined}
          inputMode={isSize(name) ? 'decimal' : undefined}
          maxLength={isSize(name) ? 20 : 32}
          value={typed[name]}
          onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
        />
      ))}
      <button type="submit" className="plain-button">
        {words.search}
      </button>
      {TYPED.some((name) => held[name] !== '') ? (
        <button type="button" className="link-button" onClick={() => onSearch(NONE)}>
          {words.clear}
        </button>
      ) : null}
    </form>
  )
}

import type { ReactNode } from 'react'
import { merchantsText } from '../../text/zh-CN/rooms/merchants.ts'
import { Labelled } from '../../ui/fields/labelled.tsx'
import css from './create.module.css'
import { MAX_LOGO_BYTES, readFile } from './merchant-form.ts'

const words = merchantsText.form

type Props = {
  /** A data URL or an address; '' for none. */
  readonly logo: string
  readonly problem: string | null
  readonly onChange: (logo: string) => void
  readonly onProblem: (problem: string | null) => void
}

/** The picture for the sign-in page and the top of the agents' pages. The server judges its content. */
export const LogoField = ({ logo, problem, onChange, onProblem }: Props): ReactNode => {
  const choose = (file: File | undefined): void => {
    if (!file) return
    if (file.size > MAX_LOGO_BYTES) {
      onProblem(words.logoLarge)
      return
    }
    readFile(file).then(
      (text) => {
        onProblem(null)
        onChange(text)
      },
      () => onProblem(words.logoUnread),
    )
  }
  return (
    <Labelled label={words.logo} hint={words.logoHint} problem={problem}>
      {(input) => (
        <div className={css.logo}>
          {logo === '' ? <span className={css.noLogo}>{words.noLogo}</span> : <img src={logo} alt={words.logo} />}
          <span className={`ghost-button ${css.choose}`}>
            {words.chooseLogo}
            <input
              {...input}
              type="file"
              accept="image/png,image/webp"
              onChange={(event) => choose(event.currentTarget.files?.[0])}
            />
          </span>
          {logo === '' ? null : (
            <button type="button" className="link-button" onClick={() => onChange('')}>
              {words.removeLogo}
            </button>
          )}
        </div>
      )}
    </Labelled>
  )
}

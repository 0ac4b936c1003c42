import type { ReactNode } from 'react'
import { merchantsText } from '../../text/zh-CN/rooms/merchants.ts'
import css from '../tree/terms/terms.module.css'

const words = merchantsText.form

/** Links to the sections of the page. */
export const SectionLinks = ({ names }: { readonly names: readonly (keyof typeof words.sections)[] }): ReactNode => (
  <nav className={css.sectionNav} aria-label={words.nav}>
    {names.map((id) => (
      <button
        type="button"
        key={id}
        onClick={() => document.getElementById(`section-${id}`)?.scrollIntoView({ block: 'start' })}
      >
        {words.sections[id]}
      </button>
    ))}
  </nav>
)

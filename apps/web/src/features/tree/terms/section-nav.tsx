import type { ReactNode } from 'react'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import css from './terms.module.css'

const words = treeText.edit
const ALL = ['share', 'plays', 'fill', 'flyout', 'funds', 'account', 'address', 'log'] as const
const NOT_OF_NEW: readonly string[] = ['funds', 'log']
const NOT_OF_BETTORS: readonly string[] = ['fill', 'flyout']

type Props = { readonly bettor: boolean; readonly isNew?: boolean; readonly marked: ReadonlySet<string> }

/** Links to the sections of the edit page, with a dot on changed ones. */
export const SectionNav = ({ bettor, isNew = false, marked }: Props): ReactNode => (
  <nav className={css.sectionNav} aria-label={words.nav}>
    {ALL.filter((id) => !(isNew && NOT_OF_NEW.includes(id)) && !(bettor && NOT_OF_BETTORS.includes(id))).map((id) => (
      <button
        type="button"
        key={id}
        onClick={() => document.getElementById(`section-${id}`)?.scrollIntoView({ block: 'start' })}
      >
        {words.sections[id]}
        {marked.has(id) ? <i className={css.sectionDot} role="img" aria-label={words.unsaved} /> : null}
      </button>
    ))}
  </nav>
)

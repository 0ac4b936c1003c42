import type { ReactNode } from 'react'
import { publicText } from '../../text/zh-CN/entry/public.ts'
import css from './public.module.css'

const words = publicText.forgot

/** The current one of the three steps of a forgotten password. */
export const Steps = ({ at }: { readonly at: number }): ReactNode => (
  <ol className={css.steps} aria-label={words.step(at, words.steps.length)}>
    {words.steps.map((step, index) => (
      <li key={step} data-on={index < at || undefined} aria-current={index + 1 === at ? 'step' : undefined}>
        {step}
      </li>
    ))}
  </ol>
)

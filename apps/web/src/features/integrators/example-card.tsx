import type { CallId } from '@strata/contract/calls'
import { curlExample, nodeExample } from '@strata/contract/examples'
import { type ReactNode, useState } from 'react'
import { useAgentsApi } from '../../api/agents-api.ts'
import { CopyButton } from '../../components/copy-button.tsx'
import { integratorsText as words } from '../../text/zh-CN/rooms/integrators.ts'
import { Choice } from '../../ui/fields/choice.tsx'
import type { CallDoc } from './call-card.tsx'
import css from './integrators.module.css'

const MAKERS = { curl: curlExample, node: nodeExample } as const
type Kind = keyof typeof MAKERS
const KINDS = Object.keys(MAKERS) as Kind[]

/** It answers on every server, with any key. */
const FIRST: CallId = 'games.recOddsQuery'

/** A signed call to this server, ready to run. What is typed stays in the browser. */
export const ExampleCard = ({ calls }: { readonly calls: readonly CallDoc[] }): ReactNode => {
  const [kind, setKind] = useState<Kind>('curl')
  const [id, setId] = useState<string>(FIRST)
  const here = useAgentsApi()
  const [typed, setBase] = useState<string | null>(null)
  const base = typed ?? here
  const [code, setCode] = useState('')
  const [key, setKey] = useState('')
  const call = calls.find((one) => one.id === id)
  if (!call) return null
  const text = MAKERS[kind]({
    base: base.trim().replace(/\/+$/, ''),
    code: code.trim() || 'CODE',
    key: key.trim() || 'KEY',
    path: call.path,
    body: call.example,
  })
  return (
    <section className={`card ${css.card}`} aria-label={words.example} data-part="example">
      <h2>{words.example}</h2>
      <p className={css.hint}>{words.exampleHint}</p>
      <div className={css.bar}>
        <Choice
          label={words.calls}
          value={id}
          options={calls.map((one) => ({ value: one.id, label: one.summary }))}
          onChange={setId}
        />
        <Choice
          label={words.example}
          value={kind}
          options={KINDS.map((value) => ({ value, label: words.kinds[value] }))}
          onChange={setKind}
        />
        <input
          className={`text-input ${css.key}`}
          aria-label={words.base}
          placeholder={words.base}
          maxLength={200}
          value={base}
          onChange={(event) => setBase(event.currentTarget.value)}
        />
        <input
          className={`text-input ${css.code}`}
          aria-label={words.code}
          placeholder={words.code}
          maxLength={64}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <input
          className={`text-input ${css.key}`}
          aria-label={words.key}
          placeholder={words.key}
          autoComplete="off"
          maxLength={128}
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
        <CopyButton text={text} label={words.copy} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable by keyboard */}
      <section aria-label={words.exampleText} tabIndex={0} className={css.example}>
        <pre>{text}</pre>
      </section>
    </section>
  )
}

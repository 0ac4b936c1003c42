import { curlExample, nodeExample } from '@strata/contract/signed-example'
import { type ReactNode, useState } from 'react'
import { useAgentsApi } from '../../api/agents-api.ts'
import { CopyButton } from '../../components/copy-button.tsx'
import { useLeaveQuestion } from '../../components/dialogs/use-leave-question.tsx'
import { merchantsText } from '../../text/zh-CN/rooms/merchants.ts'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import { ToggleGroup } from '../../ui/fields/toggle-group.tsx'
import css from './create.module.css'
import keysCss from './keys.module.css'

const words = merchantsText.form
const KINDS = [
  { value: 'curl', label: 'curl' },
  { value: 'node', label: 'Node.js' },
] as const

type Props = { readonly code: string; readonly value: string; readonly onDone: () => void }

/** The key of a new merchant, shown once, with a signed call that this server answers. */
export const NewMerchantKey = ({ code, value, onDone }: Props): ReactNode => {
  const [kind, setKind] = useState<'curl' | 'node'>('curl')
  const { question, free } = useLeaveQuestion(true, { why: peopleText.leave.key, within: true })
  const done = (): void => {
    free()
    onDone()
  }
  const of = { server: useAgentsApi(), code, key: value }
  const text = kind === 'curl' ? curlExample(of) : nodeExample(of)
  return (
    <section className="card panel" data-part="made-key">
      <header>
        <h3>{words.made(code)}</h3>
      </header>
      <div className="panel-body">
        <p className="dialog-warn">{merchantsText.keys.shownOnce}</p>
        <div className={keysCss.keyLine}>
          <code data-part="key">{value}</code>
          <CopyButton text={value} label={merchantsText.keys.copyKey} />
        </div>
        <div className={css.exampleHead}>
          <ToggleGroup name="example-kind" label={words.example} value={kind} options={KINDS} onChange={setKind} />
          <CopyButton text={text} label={words.copyExample} />
        </div>
        <p className="dialog-note">{words.exampleNote}</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
        <code className={css.example} data-part="example" tabIndex={0}>
          {text}
        </code>
        <p>
          <button type="button" className="plain-button" onClick={done}>
            {words.saved}
          </button>
        </p>
      </div>
      {question}
    </section>
  )
}

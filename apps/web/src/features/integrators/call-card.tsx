import type { ReactNode } from 'react'
import '../../ui/page/table.css'
import type { Answer } from '../../api/client.ts'
import { integratorsText as words } from '../../text/zh-CN/rooms/integrators.ts'
import css from './integrators.module.css'

export type CallDoc = Answer<'admin.integrationQuery'>['calls'][number]
type Field = CallDoc['request'][number]

type FieldsProps = {
  readonly of: string
  readonly title: string
  readonly required: string
  readonly fields: readonly Field[]
}

const Fields = ({ of, title, required, fields }: FieldsProps): ReactNode => {
  const isLabelled = fields.some(({ label }) => label !== '')
  return (
    <>
      <h3>{title}</h3>
      {fields.length === 0 ? (
        <p className={css.hint}>{words.noFields}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard
        <section className="table-scroll" aria-label={words.fieldsOf(of, title)} tabIndex={0}>
          <table className="table">
            <thead>
              <tr>
                <th className="left">{words.field.name}</th>
                {isLabelled ? <th className="left">{words.field.label}</th> : null}
                <th className="left">{words.field.type}</th>
                <th className="left">{required}</th>
              </tr>
            </thead>
            <tbody>
              {fields.map((field) => (
                <tr key={field.name}>
                  <th scope="row" className="left">
                    <code>{field.name}</code>
                  </th>
                  {isLabelled ? <td className="left">{field.label}</td> : null}
                  <td className="left">{field.type}</td>
                  <td className="left">{field.isRequired ? words.yes : words.no}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  )
}

/** One signed call: its path, its fields and what comes back. */
export const CallCard = ({ call }: { readonly call: CallDoc }): ReactNode => (
  <section className={`card ${css.card}`} aria-label={call.summary} data-call={call.id}>
    <h2>{call.summary}</h2>
    <p className={css.path}>POST {call.path}</p>
    <Fields of={call.summary} title={words.request} required={words.field.required} fields={call.request} />
    <Fields of={call.summary} title={words.answer} required={words.field.always} fields={call.answer} />
  </section>
)

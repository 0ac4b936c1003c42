import * as operationsCalls from '@strata/contract/calls/operations'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import '../../ui/page/table.css'
import type { Answer } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import { ListState } from '../../components/list-state.tsx'
import { showCount } from '../../lib/count.ts'
import { integratorsText as words } from '../../text/zh-CN/rooms/integrators.ts'
import { CallCard } from './call-card.tsx'
import { ExampleCard } from './example-card.tsx'
import css from './integrators.module.css'

type Guide = Answer<'admin.integrationQuery'>

const LIMITS = Object.keys(words.limitRows) as (keyof Guide['limits'])[]

const Rules = ({ limits }: Pick<Guide, 'limits'>): ReactNode => (
  <section className={`card ${css.card}`} aria-label={words.signing}>
    <p className={css.hint}>{words.intro}</p>
    <div className={css.two}>
      <div>
        <h2>{words.signing}</h2>
        <p>{words.signingText}</p>
        <ol className={css.lines}>
          {words.lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ol>
      </div>
      <div>
        <h2>{words.headers}</h2>
        <dl className={css.facts}>
          {words.headerRows.map(([name, text]) => (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div>
        <h2>{words.limits}</h2>
        <dl className={css.facts}>
          {LIMITS.map((name) => (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{words.limitRows[name]}</dt>
              <dd>{words.units[name](showCount(limits[name]))}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  </section>
)

const Codes = ({ codes }: Pick<Guide, 'codes'>): ReactNode => (
  <section className={`card ${css.card}`} aria-label={words.codes} data-part="codes">
    <h2>{words.codes}</h2>
    <p className={css.hint}>{words.codesHint}</p>
    <table className="table">
      <thead>
        <tr>
          <th className="left">{words.codeHeads.code}</th>
          <th className="left">{words.codeHeads.texts}</th>
        </tr>
      </thead>
      <tbody>
        {codes.map(({ code, texts }) => (
          <tr key={code}>
            <th scope="row" className="left">
              {code}
            </th>
            <td className={`left ${css.texts}`}>{texts.length === 0 ? words.ok : texts.join('；')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

/** For those who connect: signing, limits, a running example, every signed call and every code. */
export const IntegratorsPage = (): ReactNode => {
  const guide = useQuery({
    ...queryOf(operationsCalls.integrationQuery, {}),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <div className={css.page}>
      <ListState query={guide} isEmpty={() => false}>
        {({ calls, codes, limits }) => (
          <>
            <Rules limits={limits} />
            <ExampleCard calls={calls} />
            {calls.map((call) => (
              <CallCard key={call.id} call={call} />
            ))}
            <Codes codes={codes} />
          </>
        )}
      </ListState>
    </div>
  )
}

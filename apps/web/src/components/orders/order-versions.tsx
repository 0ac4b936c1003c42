import type { ResponseOf } from '@strata/contract/endpoint'
import type { orderDetailQuery } from '@strata/contract/endpoints/reports'
import type { ReactNode } from 'react'
import { formatInstant } from '../../lib/instant.ts'
import { marksText } from '../../text/zh-CN/shared/marks.ts'
import { ordersText } from '../../text/zh-CN/shared/orders.ts'
import { Amount } from '../amount.tsx'
import { CorrectedMark, VoidMark } from '../marks.tsx'
import css from './orders.module.css'

type Version = ResponseOf<typeof orderDetailQuery>['versions'][number]

const Kind = ({ kind }: { readonly kind: Version['kind'] }): ReactNode => {
  if (kind === 'draw') return <b>{marksText.kinds.draw}</b>
  return kind === 'correction' ? <CorrectedMark /> : <VoidMark />
}

const Facts = ({ one }: { readonly one: Version }): ReactNode => (
  <>
    {one.draw.length > 0 ? <span>{one.draw.join(' ')}</span> : null}
    <span>{one.result === null ? marksText.kinds[one.kind] : ordersText.results[one.result]}</span>
    <span>
      {one.result === null ? marksText.returned : marksText.payout} <Amount value={one.payout} />
    </span>
    <span>
      {marksText.memberResult} <Amount value={one.memberResult} />
    </span>
  </>
)

/** An order under each result of its period; all but the last are struck through. */
export const OrderVersions = ({ versions }: { readonly versions: readonly Version[] }): ReactNode =>
  versions.length === 0 ? null : (
    <>
      <h2>{marksText.versions}</h2>
      <ol className={css.orderVersions} aria-label={marksText.versions}>
        {versions.map((one, place) => (
          <li key={one.version ?? one.kind}>
            <p>
              <Kind kind={one.kind} />
              {place === versions.length - 1 ? (
                <Facts one={one} />
              ) : (
                <del>
                  <Facts one={one} />
                </del>
              )}
            </p>
            <p className={css.orderSmall}>{marksText.why({ ...one, at: formatInstant(one.at) })}</p>
          </li>
        ))}
      </ol>
    </>
  )

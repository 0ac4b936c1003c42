import type { ReactNode } from 'react'
import type { Answer } from '../../api/client.ts'
import { TimeAgo } from '../../components/time-ago.tsx'
import { formatInstant } from '../../lib/instant.ts'
import { merchantsText } from '../../text/zh-CN/rooms/merchants.ts'
import css from './keys.module.css'

export type MerchantKey = Answer<'admin.merchantKeyQuery'>['items'][number]

const words = merchantsText.keys

const stateOf = ({ live, retiredAt }: MerchantKey): readonly [text: string, tone: string] => {
  if (!live) return [words.ended, '']
  return retiredAt === null ? [words.live, 'tag-good'] : [words.ending, 'tag-warn']
}

type Props = {
  readonly row: MerchantKey
  /** Absent without the permission. */
  readonly onRetire?: (key: MerchantKey) => void
  readonly onKeep?: (key: MerchantKey) => void
}

/** One key: its state, its age, when it last signed, and its end. */
export const KeyRow = ({ row, onRetire, onKeep }: Props): ReactNode => {
  const [text, tone] = stateOf(row)
  return (
    <li data-key={row.keyId} data-live={row.live}>
      <p className={css.keyHead}>
        <b>{words.number(row.keyId)}</b>
        <span className={`tag ${tone}`}>{text}</span>
        <span className={css.actions}>
          {row.live && row.retiredAt !== null && onKeep ? (
            <button
              type="button"
              className="link-button"
              aria-label={words.keepLabel(row.keyId)}
              onClick={() => onKeep(row)}
            >
              {words.keep}
            </button>
          ) : null}
          {row.live && onRetire ? (
            <button
              type="button"
              className="link-button"
              aria-label={words.retireLabel(row.keyId)}
              onClick={() => onRetire(row)}
            >
              {words.retire}
            </button>
          ) : null}
        </span>
      </p>
      <dl className={css.facts}>
        <div>
          <dt>{words.created}</dt>
          <dd>{formatInstant(row.createdAt).slice(0, 16)}</dd>
        </div>
        <div>
          <dt>{words.signed}</dt>
          <dd>{row.lastSignedAt === null ? merchantsText.neverSigned : <TimeAgo at={row.lastSignedAt} />}</dd>
        </div>
        <div>
          <dt>{words.ends}</dt>
          <dd>{row.retiredAt === null ? words.noEnd : formatInstant(row.retiredAt).slice(0, 16)}</dd>
        </div>
      </dl>
    </li>
  )
}

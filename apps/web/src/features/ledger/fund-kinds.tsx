import type { ResponseOf } from '@strata/contract/endpoint'
import type { fundsQuery } from '@strata/contract/endpoints/ledger'
import { fundKinds, fundKindWord } from '@strata/contract/words'
import type { ReactNode } from 'react'
import type { KitSelectProps } from '../../components/kit/kit-select.tsx'
import { onDemand } from '../../components/kit/on-demand.tsx'
import { ledgerText } from '../../text/zh-CN/rooms/ledger.ts'
import css from './funds.module.css'

const KindsPicker = onDemand<KitSelectProps<string[]>>(
  async () => (await import('../../components/kit/kit-select.tsx')).KitMultiSelect,
)

export type Kind = ResponseOf<typeof fundsQuery>['items'][number]['kind']

/** The kinds that the address names. */
export const kindsOf = (text: string | null): Kind[] =>
  (text ?? '').split(',').filter((kind): kind is Kind => fundKinds.some(([one]) => one === kind))

type KindsProps = { readonly kinds: readonly Kind[]; readonly onChange: (kinds: readonly string[]) => void }

export const Kinds = ({ kinds, onChange }: KindsProps): ReactNode => (
  <KindsPicker
    standIn={{
      label: ledgerText.kind,
      text: kinds.length === 0 ? ledgerText.allKinds : kinds.map((kind) => fundKindWord({ kind })).join('、'),
      hint: kinds.length === 0,
      className: css.fundsKinds,
    }}
    className={css.fundsKinds ?? ''}
    mode="multiple"
    maxTagCount={1}
    allowClear
    aria-label={ledgerText.kind}
    placeholder={ledgerText.allKinds}
    value={[...kinds]}
    options={fundKinds.map(([value, label]) => ({ value, label }))}
    onChange={onChange}
  />
)

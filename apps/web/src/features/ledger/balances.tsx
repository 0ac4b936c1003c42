import '../../ui/page/table.css'
import type { ReactNode } from 'react'
import { Amount } from '../../components/amount.tsx'
import { readAmount } from '../../lib/amount.ts'
import { ledgerText } from '../../text/zh-CN/rooms/ledger.ts'
import css from './funds.module.css'
import type { Move, Sides } from './funds-model.ts'

type BalancesProps = {
  readonly names: { readonly parent: string; readonly child: string }
  readonly move: Move
  readonly before: Sides
  readonly after: Sides
}

/** Both sides of a transfer, now and after it. */
export const Balances = ({ names, move, before, after }: BalancesProps): ReactNode => {
  const rows = [
    {
      role: move === 'transfer' ? ledgerText.from : ledgerText.to,
      name: names.parent,
      now: before.parent,
      next: after.parent,
    },
    {
      role: move === 'transfer' ? ledgerText.to : ledgerText.from,
      name: names.child,
      now: before.child,
      next: after.child,
    },
  ]
  return (
    <table className={`table ${css.fundsBalances}`}>
      <thead>
        <tr>
          <th scope="col" className="left">
            {' '}
          </th>
          <th scope="col">{ledgerText.now}</th>
          <th scope="col">{ledgerText.after}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ role, name, now, next }) => (
          <tr key={role}>
            <th scope="row" className="left">
              <small>{role}</small> {name}
            </th>
            {now === null || next === null ? (
              <td colSpan={2}>{ledgerText.head}</td>
            ) : (
              <>
                <td>
                  <Amount value={now} />
                </td>
                <td className={readAmount(next) < 0n ? '' : css.fundsAfter}>
                  <Amount value={next} />
                </td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

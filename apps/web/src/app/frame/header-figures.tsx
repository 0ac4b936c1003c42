import { ROLE } from '@strata/domain/tree'
import type { ReactNode } from 'react'
import { mayAskToday } from '../../api/early.ts'
import { useSession } from '../../api/session.ts'
import { useBalance, useToday } from '../../api/shared-queries.ts'
import { Amount } from '../../components/amount.tsx'
import { addAmounts } from '../../lib/amount.ts'
import { appText } from '../../text/zh-CN/app/app.ts'
import css from './header-figures.module.css'

/** Today's result, open stake and available credit, at the top of every page. */
export const HeaderFigures = (): ReactNode => {
  const allowed = useSession((session) => mayAskToday(session.permissionIds))
  const today = useToday(allowed)
  // The head has no wallet.
  const isHead = useSession(
    ({ paths, currentPathId }) => paths.find((path) => path.agentPathsId === currentPathId)?.roleId === ROLE.head,
  )
  const balance = useBalance()
  const games = today.data?.games
  const sum = (figure: 'result' | 'openStake'): string | null =>
    games ? addAmounts(games.map((game) => game[figure])) : null
  return (
    <dl className={css.figures}>
      {allowed && !today.isError ? (
        <>
          <div>
            <dt>{appText.todayResult}</dt>
            <dd>
              <Amount value={sum('result')} good />
            </dd>
          </div>
          <div>
            <dt>{appText.openStake}</dt>
            <dd>
              <Amount value={sum('openStake')} />
            </dd>
          </div>
        </>
      ) : null}
      {isHead || balance.isError ? null : (
        <div>
          <dt>{balance.data?.fundMode === 'cash' ? appText.balance : appText.available}</dt>
          <dd>
            <Amount value={balance.data?.balance ?? null} />
          </dd>
        </div>
      )}
    </dl>
  )
}

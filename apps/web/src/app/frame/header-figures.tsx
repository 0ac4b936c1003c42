import { ROLE } from '@strata/domain/tree'
import type { ReactNode } from 'react'
import { useTodaySums } from '#menu-counts'
import { useSession } from '../../api/session.ts'
import { useBalance } from '../../api/shared-queries.ts'
import { Amount } from '../../components/amount.tsx'
import { appText } from '../../text/zh-CN/app/app.ts'
import css from './header-figures.module.css'

const Balance = (): ReactNode => {
  const { data, isLoadingError } = useBalance()
  if (isLoadingError) return null
  return (
    <div>
      <dt>{data?.fundMode === 'cash' ? appText.balance : appText.available}</dt>
      <dd>
        <Amount value={data?.balance ?? null} />
      </dd>
    </div>
  )
}

/** Today's result, open stake and available credit, at the top of every page. */
export const HeaderFigures = (): ReactNode => {
  const sums = useTodaySums()
  // The head has no wallet.
  const isHead = useSession(
    ({ paths, currentPathId }) => paths.find((path) => path.agentPathsId === currentPathId)?.roleId === ROLE.head,
  )
  return (
    <dl className={css.figures}>
      {sums ? (
        <>
          <div>
            <dt>{appText.todayResult}</dt>
            <dd>
              <Amount value={sums.result} good />
            </dd>
          </div>
          <div>
            <dt>{appText.openStake}</dt>
            <dd>
              <Amount value={sums.openStake} />
            </dd>
          </div>
        </>
      ) : null}
      {isHead ? null : <Balance />}
    </dl>
  )
}

import type { ReactNode } from 'react'
import { useSession } from '../api/session.ts'
import { useBalance, useToday } from '../api/shared-queries.ts'
import { Amount } from '../components/amount.tsx'
import { addAmounts } from '../lib/amount.ts'
import { appText } from '../text/zh-CN/app.ts'

const TODAY_PERMISSIONS = [70000, 50000]

/** Today's result, open stake and what is left to use, at the top of every page. */
export const HeaderFigures = (): ReactNode => {
  const allowed = useSession((session) => session.permissionIds.some((id) => TODAY_PERMISSIONS.includes(id)))
  const today = useToday(allowed).data
  // The head has no wallet.
  const isHead = useSession(
    ({ paths, currentPathId }) => paths.find((path) => path.agentPathsId === currentPathId)?.roleId === 0,
  )
  const balance = useBalance().data
  const games = today?.games ?? []
  return (
    <dl className="figures">
      {today ? (
        <>
          <div>
            <dt>{appText.todayResult}</dt>
            <dd>
              <Amount value={addAmounts(games.map((game) => game.result))} good />
            </dd>
          </div>
          <div>
            <dt>{appText.openStake}</dt>
            <dd>
              <Amount value={addAmounts(games.map((game) => game.openStake))} />
            </dd>
          </div>
        </>
      ) : null}
      {balance && !isHead ? (
        <div>
          <dt>{balance.fundMode === 'credit' ? appText.available : appText.balance}</dt>
          <dd>
            <Amount value={balance.balance} />
          </dd>
        </div>
      ) : null}
    </dl>
  )
}

import type { ReactNode } from 'react'
import { Link, type To } from 'react-router'
import { useSession } from '../api/session.ts'
import { appText } from '../text/zh-CN/app/app.ts'
import css from './crumbs.module.css'

export type TrailStep = { readonly agentPathsId: number; readonly accountName: string }

type Props = {
  /** The day or range that the page covers. */
  readonly range: string
  /** From the signed-in path down to the current one. Absent: only the signed-in path. */
  readonly trail?: readonly TrailStep[] | undefined
  /** Address of a step above the last. */
  readonly stepTo?: (step: TrailStep, index: number) => To
  /** What belongs to the position, in its line. */
  readonly end?: ReactNode
}

/** Date range, position in the tree (levels above only by role), and the replenishment type in brackets. */
export const Crumbs = ({ range, trail, stepTo, end }: Props): ReactNode => {
  const { paths, currentPathId, replenishType } = useSession()
  const path = paths.find((one) => one.agentPathsId === currentPathId)
  const steps =
    trail && trail.length > 0 ? trail : path ? [{ agentPathsId: path.agentPathsId, accountName: path.pathName }] : []
  const above = path?.rolesAbove ?? []
  return (
    <nav className={css.crumbs} aria-label={appText.here}>
      <span>{range}</span>
      <div className={css.crumbsHere}>
        <span>{appText.here}</span>
        <ol>
          {above.map((role) => (
            <li key={`role-${role}`}>{appText.roles[role]}</li>
          ))}
          {steps.map((step, index) => (
            <li key={step.agentPathsId}>
              {index === steps.length - 1 || !stepTo ? (
                <b aria-current="location">{step.accountName}</b>
              ) : (
                <Link to={stepTo(step, index)}>{step.accountName}</Link>
              )}
            </li>
          ))}
        </ol>
      </div>
      {/* The head has nobody to replenish to. */}
      {replenishType === null || (path && above.length === 0) ? null : (
        <span className={css.crumbsType}>[{appText.replenishTypeNow(replenishType)}]</span>
      )}
      {end}
    </nav>
  )
}

import type { ReactNode } from 'react'
import { groupDigits } from '../../lib/typed-amount.ts'
import { dropsText } from '../../text/zh-CN/rooms/odds-drops.ts'
import css from './drops.module.css'
import type { DropItem } from './drops-model.ts'

const words = dropsText.steps

/** The steps by held stake in words. */
export const StakeSteps = ({ steps }: Pick<DropItem, 'steps'>): ReactNode =>
  steps.length === 0 ? (
    words.none
  ) : (
    <span className={css.steps}>
      {steps.map(({ stake, drop, floor }) => (
        <span key={stake}>
          {words.stakeStep(groupDigits(stake), drop)} <small>{words.floor(floor)}</small>
        </span>
      ))}
    </span>
  )

/** The steps by streak in words. */
export const StreakSteps = ({ streakSteps }: Pick<DropItem, 'streakSteps'>): ReactNode =>
  streakSteps.length === 0 ? (
    words.none
  ) : (
    <span className={css.steps}>
      {streakSteps.map(({ draws, drop, floor }) => (
        <span key={draws}>
          {words.streakStep(draws, drop)} <small>{words.floor(floor)}</small>
        </span>
      ))}
    </span>
  )

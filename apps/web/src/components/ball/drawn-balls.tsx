import type { ReactNode } from 'react'
import { Ball } from './ball.tsx'

/** A draw in one line: its balls, and of PC their sum, which is what decides most of its items. */
export const DrawnBalls = ({
  gameType,
  balls,
}: {
  readonly gameType: string
  readonly balls: readonly number[]
}): ReactNode => (
  <>
    {balls.map((number, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a drawn number is known by its place
      <Ball key={place} gameType={gameType} number={number} />
    ))}
    {gameType === 'PC' && balls.length > 0 ? (
      <>
        = <Ball gameType={gameType} number={balls.reduce((sum, ball) => sum + ball, 0)} sum />
      </>
    ) : null}
  </>
)

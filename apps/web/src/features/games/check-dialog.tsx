import { sha256 } from '@noble/hashes/sha2.js'
import type { ReactNode } from 'react'
import { Ball } from '../../components/ball/ball.tsx'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { resultsText } from '../../text/zh-CN/rooms/results.ts'
import css from './results.module.css'
import { checkDraw, type PeriodRow } from './results-model.ts'

const words = resultsText

const Row = ({ gameType, balls }: { readonly gameType: string; readonly balls: readonly number[] }): ReactNode => (
  <span className={css.resultsBalls}>
    {balls.map((ball, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a drawn number is known by its place
      <Ball key={at} gameType={gameType} number={ball} />
    ))}
  </span>
)

const Same = ({ same }: { readonly same: boolean }): ReactNode => (
  <span className={same ? css.checkSame : css.checkDiffers}>{same ? words.same : words.differs}</span>
)

type Props = { readonly gameType: string; readonly row: PeriodRow; readonly onClose: () => void }

/** The published commitment and seed of a draw, and the result computed from them in the browser. */
export const CheckDialog = ({ gameType, row, onClose }: Props): ReactNode => {
  const { periodNo, result, commitment = '', seed } = row
  const check = seed === undefined ? null : checkDraw(gameType, { periodNo, result, commitment, seed }, sha256)
  const fair = check?.verdict === 'fair'
  return (
    <Dialog title={words.checkTitle(periodNo)} width={680} onClose={onClose}>
      <p className="dialog-note">{words.checkNote}</p>
      {check ? (
        <p
          className={fair ? `${css.checkVerdict} ${css.checkSame}` : `${css.checkVerdict} ${css.checkDiffers}`}
          role="status"
        >
          {words.verdict[check.verdict]}
          {check.verdict === 'balls' ? <small>{words.corrected}</small> : null}
        </p>
      ) : (
        <p className={css.checkVerdict}>{words.seedLater}</p>
      )}
      <dl className={css.checkSteps}>
        <dt>{words.commitment}</dt>
        <dd className={css.checkHash}>{commitment}</dd>
        {seed === undefined ? null : (
          <>
            <dt>{words.seed}</dt>
            <dd className={css.checkHash}>{seed}</dd>
          </>
        )}
        {check ? (
          <>
            <dt>
              {words.computedCommitment} <Same same={check.commitment === commitment.toLowerCase()} />
            </dt>
            <dd className={css.checkHash}>{check.commitment}</dd>
            {result.length === 0 ? null : (
              <>
                <dt>{words.published}</dt>
                <dd>
                  <Row gameType={gameType} balls={result} />
                </dd>
                <dt>
                  {words.computedBalls}{' '}
                  <Same
                    same={check.balls.length === result.length && check.balls.every((ball, at) => ball === result[at])}
                  />
                </dt>
                <dd>
                  <Row gameType={gameType} balls={check.balls} />
                </dd>
              </>
            )}
          </>
        ) : null}
      </dl>
    </Dialog>
  )
}

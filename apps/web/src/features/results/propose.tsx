import * as previewCalls from '@strata/contract/calls/previews'
import * as settlementCalls from '@strata/contract/calls/settlement'
import type { GameCode } from '@strata/domain/games/catalogue'
import { skipToken, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import '../../ui/fields/labelled.css'
import { queryOf } from '../../api/queries.ts'
import { useAllGames } from '../../api/shared-queries.ts'
import { ExportButton } from '../../components/exports/export-button.tsx'
import { fourEyesText } from '../../text/zh-CN/rooms/four-eyes.ts'
import { SearchBox } from '../../ui/fields/search-box.tsx'
import { showToast } from '../../ui/pop-up/toast.ts'
import { EffectCard, Versions } from './effect-card.tsx'
import { ballsInForce, orderNoProblem, type Period } from './period-model.ts'
import css from './results.module.css'
import { useChange } from './use-change.ts'

const words = fourEyesText.effect

type FootProps = {
  readonly action: string
  readonly ready: boolean
  readonly busy: boolean
  readonly onPropose: (reason: string) => void
  readonly onClose: () => void
}

/** The reason, and the button that proposes: nothing is in force by it. */
const ProposeFoot = ({ action, ready, busy, onPropose, onClose }: FootProps): ReactNode => {
  const [reason, setReason] = useState('')
  const id = useId()
  const text = reason.trim()
  return (
    <form
      className={css.propose}
      onSubmit={(event) => {
        event.preventDefault()
        if (ready && !busy && text !== '') onPropose(text)
      }}
    >
      <label htmlFor={id}>{words.reason}</label>
      <input
        id={id}
        className="text-input"
        maxLength={200}
        placeholder={words.reasonHint}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <button type="button" className="ghost-button" onClick={onClose}>
        {words.cancel}
      </button>
      <button type="submit" className="plain-button" disabled={!ready || busy || text === ''}>
        {action}
      </button>
    </form>
  )
}

type NewProps = {
  readonly game: GameCode
  readonly period: Period
  readonly fourEyes: boolean
  readonly onClose: () => void
}

const useProposed = (fourEyes: boolean, onClose: () => void) => () => {
  showToast('success', fourEyes ? words.proposed : words.proposedAlone)
  onClose()
}

/** A correction to these balls, or without balls the void of the period: effect first, then the proposal. */
export const NewPeriodChange = ({
  balls,
  ...props
}: NewProps & { readonly balls: readonly number[] | null | 'void' }): ReactNode => {
  const { game, period, fourEyes, onClose } = props
  const { busy, change } = useChange()
  const proposed = useProposed(fourEyes, onClose)
  const kind = balls === 'void' ? 'periodVoid' : 'correction'
  const { gameId, periodNo, resultVersion: version } = period
  const of = { gameId, periodNo, version }
  const asked = { ...of, ...(balls === 'void' || balls === null ? {} : { result: [...balls] }) }
  const { queryKey, queryFn } = queryOf(previewCalls.periodPreview, asked, { automatic: true })
  const query = useQuery({ queryKey, queryFn: balls === null ? skipToken : queryFn, retry: false })
  const propose = async (reason: string): Promise<void> => {
    if (balls === null) return
    const done =
      balls === 'void'
        ? await change(settlementCalls.gamePeriodVoid, { ...of, reason })
        : await change(settlementCalls.drawCorrect, { ...of, result: [...balls], reason })
    if (done) proposed()
  }
  return (
    <EffectCard
      title={`${words[kind]} · ${periodNo}期`}
      query={query}
      file={<ExportButton call={previewCalls.periodPreview} input={asked} />}
      head={
        balls === null ? (
          <p className={css.said}>{words.pick}</p>
        ) : (
          <Versions
            {...{ game, period, version }}
            before={ballsInForce(period)}
            after={balls === 'void' ? null : balls}
          />
        )
      }
      foot={
        <ProposeFoot
          action={words.propose[kind]}
          ready={query.data !== undefined}
          busy={busy}
          onPropose={(reason) => void propose(reason)}
          onClose={onClose}
        />
      }
    />
  )
}

type OrderProps = {
  readonly orderNo: string
  readonly fourEyes: boolean
  readonly onFind: (orderNo: string) => void
  readonly onClose: () => void
}

/** The void of one order of any merchant. */
export const NewOrderVoid = ({ orderNo, fourEyes, onFind, onClose }: OrderProps): ReactNode => {
  const { busy, change } = useChange()
  const proposed = useProposed(fourEyes, onClose)
  const { queryKey, queryFn } = queryOf(previewCalls.orderVoidPreview, { orderNo }, { automatic: true })
  const problem = orderNoProblem(orderNo)
  const isAsked = orderNo !== '' && problem === null
  const query = useQuery({ queryKey, queryFn: isAsked ? queryFn : skipToken, retry: false })
  const of = query.data
  const game = (useAllGames().data ?? []).find(({ id }) => id === of?.gameId)
  return (
    <EffectCard
      title={words.orderVoid}
      query={query}
      file={<ExportButton call={previewCalls.orderVoidPreview} input={{ orderNo }} />}
      missing={words.orderMissing(orderNo)}
      head={
        <div className={css.find}>
          <SearchBox label={words.orderNo} value={orderNo} button={words.orderFind} onSearch={onFind} />
          {orderNo === '' ? <small>{words.orderHint}</small> : null}
          {problem === null ? null : (
            <p className="labelled-problem" role="alert">
              {problem}
            </p>
          )}
          {of && game ? <b data-part="order-of">{words.orderOf(game.gameName, of.periodNo)}</b> : null}
        </div>
      }
      foot={
        <ProposeFoot
          action={words.propose.orderVoid}
          ready={query.data !== undefined}
          busy={busy}
          onPropose={(reason) =>
            void change(settlementCalls.orderVoid, { orderNo, reason }).then((done) => {
              if (done) proposed()
            })
          }
          onClose={onClose}
        />
      }
    />
  )
}

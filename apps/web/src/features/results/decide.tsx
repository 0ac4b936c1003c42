import * as previewCalls from '@strata/contract/calls/previews'
import * as proposalCalls from '@strata/contract/calls/proposals'
import type { GameCode } from '@strata/domain/games/catalogue'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/api.ts'
import { queryOf } from '../../api/queries.ts'
import type { GameType } from '../../api/shared-queries.ts'
import { refreshAfter } from '../../api/stale.ts'
import { ConfirmDialog } from '../../components/dialogs/confirm.tsx'
import { ExportButton } from '../../components/exports/export-button.tsx'
import { showAmount, signOf } from '../../lib/amount.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { fourEyesText } from '../../text/zh-CN/rooms/four-eyes.ts'
import { EffectCard, Versions } from './effect-card.tsx'
import type { Effect } from './effect-tables.tsx'
import { type Period, type Proposal, standingOf } from './period-model.ts'
import css from './results.module.css'
import { subjectOf } from './subject.ts'
import type { Rights } from './use-period.ts'
import { WithdrawDialog } from './withdraw-dialog.tsx'

const words = fourEyesText.effect

type Act = 'approve' | 'decline'

const TITLES = { approve: words.confirmApprove, decline: words.confirmDecline }

type DialogProps = {
  readonly act: Act
  readonly proposalId: string
  readonly subject: string
  readonly effect: Effect | undefined
  readonly onClose: () => void
}

const textOf = (act: Act, effect: Effect | undefined): string => {
  if (act === 'decline') return words.confirmDeclineText
  const wallets = effect?.total.wallets ?? '0'
  return words.confirmApproveText(words.walletsChange[signOf(wallets)](showAmount(wallets.replace('-', ''))))
}

const DecideDialog = ({ act, proposalId, subject, effect, onClose }: DialogProps): ReactNode => {
  const client = useQueryClient()
  const [requestId] = useState(newRequestId)
  return (
    <ConfirmDialog
      title={TITLES[act](subject)}
      confirm={words[act]}
      danger={act === 'approve'}
      onConfirm={async () => {
        try {
          await api.call(proposalCalls.proposalDecide, { proposalId, approve: act === 'approve', requestId })
        } finally {
          await refreshAfter(client, proposalCalls.proposalDecide)
        }
      }}
      onClose={onClose}
    >
      <p>{textOf(act, effect)}</p>
    </ConfirmDialog>
  )
}

type Props = {
  readonly game: GameCode
  readonly period: Period
  readonly proposal: Proposal
  readonly games: readonly GameType[]
  readonly fourEyes: boolean
  readonly rights: Rights
}

/** The effect of a waiting proposal; undefined while it is read. */
const usePreview = ({ kind, gameId, periodNo, version, result, orderNo }: Proposal) => {
  const asked = { gameId, periodNo, version, ...(kind === 'correction' ? { result } : {}) }
  const ofPeriod = queryOf(previewCalls.periodPreview, asked, { automatic: true })
  const ofOrder = queryOf(previewCalls.orderVoidPreview, { orderNo: orderNo ?? '0' }, { automatic: true })
  const query = useQuery<Effect>({
    queryKey: orderNo === null ? ofPeriod.queryKey : ofOrder.queryKey,
    queryFn: orderNo === null ? ofPeriod.queryFn : ofOrder.queryFn,
    retry: false,
  })
  return { asked, query }
}

type FootProps = Pick<Props, 'proposal' | 'fourEyes' | 'rights'> & {
  readonly ready: boolean
  readonly onAct: (act: Act | 'withdraw') => void
}

const DecideFoot = ({ proposal, fourEyes, rights, ready, onAct }: FootProps): ReactNode => {
  const standing = standingOf(proposal, { fourEyes, mayConfirm: rights.confirm })
  const why = fourEyesText.proposals
  return (
    <>
      {standing === 'cannot' ? (
        <small className={css.why}>{proposal.mayNot === null ? why.noRight : why.why[proposal.mayNot]}</small>
      ) : null}
      {proposal.mine ? (
        <button type="button" className="ghost-button" onClick={() => onAct('withdraw')}>
          {words.withdraw}
        </button>
      ) : null}
      {standing === 'decide' ? (
        <>
          {proposal.mine ? null : (
            <button type="button" className={`ghost-button ${css.bad}`} onClick={() => onAct('decline')}>
              {words.decline}
            </button>
          )}
          <button type="button" className="plain-button" disabled={!ready} onClick={() => onAct('approve')}>
            {words.approve}
          </button>
        </>
      ) : null}
    </>
  )
}

/** A proposal with its whole effect, and who may decide it. */
export const ProposalEffect = ({ game, period, proposal, games, fourEyes, rights }: Props): ReactNode => {
  const [act, setAct] = useState<Act | 'withdraw' | null>(null)
  const { asked, query } = usePreview(proposal)
  const { kind, version, before, result, orderNo, reason, proposalId } = proposal
  const moved = orderNo === null && version !== period.resultVersion
  const subject = subjectOf(proposal, games)
  return (
    <>
      <EffectCard
        title={subject}
        reason={reason}
        query={query}
        file={
          orderNo === null ? (
            <ExportButton call={previewCalls.periodPreview} input={asked} />
          ) : (
            <ExportButton call={previewCalls.orderVoidPreview} input={{ orderNo }} />
          )
        }
        head={
          <>
            {orderNo === null ? (
              <Versions {...{ game, period, version, before }} after={kind === 'correction' ? result : null} />
            ) : null}
            {moved ? (
              <p className={css.differed} role="alert">
                {words.moved}
              </p>
            ) : null}
          </>
        }
        foot={<DecideFoot {...{ proposal, fourEyes, rights }} ready={query.data !== undefined} onAct={setAct} />}
      />
      {act === 'withdraw' ? (
        <WithdrawDialog {...{ proposalId, subject }} onClose={() => setAct(null)} />
      ) : act ? (
        <DecideDialog {...{ act, proposalId, subject }} effect={query.data} onClose={() => setAct(null)} />
      ) : null}
    </>
  )
}

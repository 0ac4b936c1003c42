import { type DrawEntry, emptyEntry, judgeEntry } from '@strata/domain/games/draw-entry'
import { type ReactNode, useState } from 'react'
import '../../ui/page/list-page.css'
import '../../ui/page/table.css'
import { ApiRefusal } from '../../api/client.ts'
import { appText } from '../../text/zh-CN/app/app.ts'
import { fourEyesText } from '../../text/zh-CN/rooms/four-eyes.ts'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { ProposalEffect } from './decide.tsx'
import { EntryCard } from './entry-card.tsx'
import { HistoryCard } from './history-card.tsx'
import { PeriodBar } from './period-bar.tsx'
import { type Period, type Proposal, type Shown, seedBalls } from './period-model.ts'
import { codeOf, ProposalsCard } from './proposals-card.tsx'
import { NewOrderVoid, NewPeriodChange } from './propose.tsx'
import { ResultCard } from './result-card.tsx'
import css from './results.module.css'
import { useProposals, useView, type View } from './use-period.ts'
import { VoidButton } from './void-button.tsx'
import { WaitingCard } from './waiting-card.tsx'

type PartProps = { readonly view: View; readonly period: Period }

/** The lower half: the effect of what is proposed or about to be, else the history of the period. */
const Lower = ({ view, period, balls }: PartProps & { readonly balls: readonly number[] | null }): ReactNode => {
  const { address, games, waiting, rights } = view
  const game = codeOf(view.game)
  const fourEyes = waiting.data?.fourEyes ?? true
  const onClose = (): void => address.set({ show: null, order: null })
  const { shown } = address
  if (shown === 'correct' || shown === 'void')
    return (
      <NewPeriodChange key={shown} {...{ game, period, fourEyes, onClose }} balls={shown === 'void' ? 'void' : balls} />
    )
  if (shown === 'order')
    return (
      <NewOrderVoid
        {...{ fourEyes, onClose }}
        orderNo={address.orderNo ?? ''}
        onFind={(order) => address.set({ order: order === '' ? null : order })}
      />
    )
  const proposal = waiting.data?.items.find(({ proposalId }) => proposalId === shown)
  if (proposal) return <ProposalEffect key={shown} {...{ game, period, proposal, games, fourEyes, rights }} />
  return period.resultVersion > 0 ? <HistoryCard game={game} period={period} /> : null
}

/** One period: its entry or its result, the proposals beside it, and what a change would do. */
const OfPeriod = ({ view, period }: PartProps): ReactNode => {
  const { address, waiting, rights } = view
  const game = codeOf(view.game)
  const [entry, setEntry] = useState<DrawEntry>(() => emptyEntry(game))
  const balls = seedBalls(period) ?? judgeEntry(game, entry.texts).balls
  const decided = useProposals(false)
  const isOfPeriod = ({ kind, gameId, periodNo }: Proposal): boolean =>
    kind !== 'orderVoid' && gameId === period.gameId && periodNo === period.periodNo
  const isEntry = (one: Proposal): boolean => one.kind === 'result' && isOfPeriod(one)
  const first = waiting.data?.items.find(isEntry)
  const differed = first === undefined && decided.data?.items.find(isEntry)?.state === 'differed'
  const show = (shown: Shown): void => {
    setEntry(emptyEntry(game))
    address.set({ game, period: period.periodNo, show: shown, order: null })
  }
  const fourEyes = waiting.data?.fourEyes ?? true
  const isProposed = waiting.data?.items.some(isOfPeriod) ?? false
  const voiding = rights.correct ? <VoidButton isProposed={isProposed} onVoid={() => show('void')} /> : null
  return (
    <>
      <div className={css.upper}>
        {period.resultVersion > 0 ? (
          <ResultCard
            {...{ game, period, rights, entry, balls }}
            shown={address.shown}
            onEntry={setEntry}
            onShow={show}
          />
        ) : period.mayEnter ? (
          <EntryCard {...{ game, period, fourEyes, rights, differed, voiding }} first={first ?? null} />
        ) : (
          <WaitingCard period={period} voiding={voiding} />
        )}
        <ProposalsCard view={view} />
      </div>
      <Lower {...{ view, period, balls }} />
    </>
  )
}

/** 期次与开奖: results by two people, corrections and voids, each with its effect before. */
export const PeriodResultPage = (): ReactNode => {
  const view = useView()
  const { period, periodNo, game } = view
  const words = fourEyesText.bar
  return (
    <div className={css.page}>
      <PeriodBar view={view} />
      {period.data ? (
        <OfPeriod key={`${game?.gameType} ${periodNo}`} view={view} period={period.data} />
      ) : (
        <div className={css.upper}>
          <section className={`card ${css.card}`}>
            {period.isError ? (
              <p className={css.said} role="alert">
                {period.error instanceof ApiRefusal ? words.notFound : appText.loadFailed}
              </p>
            ) : periodNo === null && !period.isLoading ? (
              <p className={css.said}>{words.noPeriod}</p>
            ) : (
              <Skeleton label={appText.loading} rows={6} />
            )}
          </section>
          <ProposalsCard view={view} />
        </div>
      )}
    </div>
  )
}

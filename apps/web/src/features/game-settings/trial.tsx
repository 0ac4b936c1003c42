import * as sourceCalls from '@strata/contract/calls/result-sources'
import { gameById } from '@strata/domain/games/catalogue'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryOf } from '../../api/queries.ts'
import { useGameInfos } from '../../api/shared-queries.ts'
import { CopyButton } from '../../components/copy-button.tsx'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { formatInstant } from '../../lib/instant.ts'
import { appText } from '../../text/zh-CN/app/app.ts'
import { resultSourcesText } from '../../text/zh-CN/rooms/result-sources.ts'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import css from './game-settings.module.css'
import { type Source, trialCommand } from './sources-model.ts'

const words = resultSourcesText.trial
const ASK_EVERY_MS = 3_000

/** The last trial call of a source, live while it is shown. */
const LastTrial = ({ sourceCode }: Pick<Source, 'sourceCode'>): ReactNode => {
  const sources = useQuery({
    ...queryOf(sourceCalls.sourceQuery, {}, { automatic: true }),
    refetchInterval: ASK_EVERY_MS,
  })
  const trial = sources.data?.find((one) => one.sourceCode === sourceCode)?.trial ?? null
  if (trial === null) return <p className={css.trial}>{words.waiting}</p>
  return (
    <p className={css.trial} data-part="trial" data-passed={trial.problem === null}>
      <span className={trial.problem === null ? 'tag tag-good' : 'tag tag-bad'}>
        {trial.problem === null ? words.passed : words.failed(trial.problem)}
      </span>
      <span className={css.quiet}>{words.last(formatInstant(trial.at), trial.ip)}</span>
    </p>
  )
}

type Props = { readonly source: Pick<Source, 'sourceCode' | 'gameIds'>; readonly sourceKey: string | null }

/** The command names a period, so it is shown only when the periods are known: half of it would be refused. */
const Command = ({ source, sourceKey }: Props): ReactNode => {
  const infos = useGameInfos()
  const [first] = source.gameIds
  const info = infos.data?.find(({ gameId }) => gameId === first)
  const period = info?.current ?? info?.next
  if (infos.isPending) return <Skeleton label={appText.loading} />
  const command = trialCommand({
    origin: window.location.origin,
    code: source.sourceCode,
    key: sourceKey ?? words.keyPlace,
    gameType: first === undefined ? '' : (gameById(first)?.code ?? ''),
    periodNo: period?.periodNo ?? words.periodPlace,
  })
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: text that scrolls must be reachable by keyboard */}
      <pre className={css.sample} tabIndex={0} data-part="command">
        {command}
      </pre>
      <CopyButton text={command} label={words.copy} />
    </>
  )
}

/** A trial call ready to paste, and what came of the last one. */
export const Trial = ({ source, sourceKey }: Props): ReactNode => (
  <section>
    <p className={css.touches}>{words.explain}</p>
    <p className={css.heading}>{words.command}</p>
    <Command source={source} sourceKey={sourceKey} />
    <LastTrial sourceCode={source.sourceCode} />
  </section>
)

/** The same for a source whose key was shown before. */
export const TrialDialog = ({
  source,
  onClose,
}: {
  readonly source: Source
  readonly onClose: () => void
}): ReactNode => (
  <Dialog
    title={words.title(source.name || source.sourceCode)}
    onClose={onClose}
    footer={
      <button type="button" className="ghost-button" onClick={onClose}>
        {words.close}
      </button>
    }
  >
    <Trial source={source} sourceKey={null} />
  </Dialog>
)

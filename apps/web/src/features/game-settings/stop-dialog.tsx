import * as playCalls from '@strata/contract/calls/plays'
import type { GameId } from '@strata/domain/ids'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/api.ts'
import { orReadAgain } from '../../api/or-read-again.ts'
import { refreshAfter } from '../../api/stale.ts'
import { ConfirmDialog } from '../../components/dialogs/confirm.tsx'
import { ReasonField } from '../../components/forms/reason-field.tsx'
import { showAmount } from '../../lib/amount.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { gameSettingsText } from '../../text/zh-CN/rooms/game-settings.ts'
import { showToast } from '../../ui/pop-up/toast.ts'
import { type PlayRow, type Plays, stopConflicts, takenOf, touchesLegs } from './game-settings-model.ts'

const words = gameSettingsText.plays

/** Some plays of a game, to be stopped or put on sale again. */
export type Asked = {
  readonly kind: 'stop' | 'resume'
  /** The play, or its group. */
  readonly name: string
  readonly plays: readonly PlayRow[]
}

const useStops = (gameId: number, version: number) => {
  const client = useQueryClient()
  return async ({ kind, plays }: Asked, reason: string): Promise<void> => {
    const wish = { gameId, playCodes: plays.map(({ playCode }) => playCode), reason, requestId: newRequestId() }
    if (kind === 'stop') {
      await api.call(playCalls.playStop, wish)
      await refreshAfter(client, playCalls.playStop)
      showToast('success', words.stoppedDone)
      return
    }
    const said = { read: playCalls.playQuery, text: words.changedByOther }
    await orReadAgain(client, said, () => api.call(playCalls.playResume, { ...wish, version }))
    await refreshAfter(client, playCalls.playResume)
    showToast('success', words.resumedDone)
  }
}

const Effects = ({ asked, running }: { readonly asked: Asked; readonly running: Plays['running'] }): ReactNode => {
  if (asked.kind === 'resume') return <p className="dialog-warn">{words.resumeEffect}</p>
  const { orders, stake } = takenOf(asked.plays)
  return (
    <div className="dialog-warn" data-part="effects">
      <p>{words.stopEffect}</p>
      {touchesLegs(asked.plays) ? <p>{words.legs}</p> : null}
      {running && orders > 0 ? <p>{words.takenNow(running.periodNo, orders, showAmount(stake))}</p> : null}
    </div>
  )
}

type Props = {
  readonly asked: Asked
  readonly gameId: GameId
  readonly plays: Pick<Plays, 'version' | 'running' | 'plays'>
  readonly onClose: () => void
}

/** Stops plays at once, or puts them on sale again; both with a reason. */
export const StopDialog = ({ asked, gameId, plays, onClose }: Props): ReactNode => {
  const [reason, setReason] = useState('')
  const run = useStops(gameId, plays.version)
  const isStop = asked.kind === 'stop'
  return (
    <ConfirmDialog
      title={isStop ? words.stopTitle(asked.name) : words.resumeTitle(asked.name)}
      confirm={isStop ? words.confirmStop : words.confirmResume}
      danger={isStop}
      disabled={reason.trim() === ''}
      conflicts={isStop ? [] : stopConflicts(gameId, asked.plays, plays.plays)}
      onConfirm={() => run(asked, reason.trim())}
      onClose={onClose}
    >
      <Effects asked={asked} running={plays.running} />
      <ReasonField
        label={words.reason}
        hint={isStop ? words.stopHint : words.resumeHint}
        maxLength={100}
        value={reason}
        onChange={setReason}
      />
    </ConfirmDialog>
  )
}

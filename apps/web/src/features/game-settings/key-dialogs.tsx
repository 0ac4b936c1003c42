import * as sourceCalls from '@strata/contract/calls/result-sources'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/api.ts'
import { refreshAfter } from '../../api/stale.ts'
import { CopyButton } from '../../components/copy-button.tsx'
import { ConfirmDialog } from '../../components/dialogs/confirm.tsx'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { newRequestId } from '../../lib/request-id.ts'
import { resultSourcesText as words } from '../../text/zh-CN/rooms/result-sources.ts'
import { Choice } from '../../ui/fields/choice.tsx'
import { Labelled } from '../../ui/fields/labelled.tsx'
import { showToast } from '../../ui/pop-up/toast.ts'
import css from './game-settings.module.css'
import { changingSource, useSourceUpdate } from './source-update.ts'
import { keyConflicts, type Source } from './sources-model.ts'
import { Trial } from './trial.tsx'

export type ShownKey = { readonly source: Pick<Source, 'sourceCode' | 'name' | 'gameIds'>; readonly key: string }

/** A new key, shown once, with a trial call that uses it. */
export const KeyDialog = ({
  shown,
  onClose,
}: {
  readonly shown: ShownKey
  readonly onClose: () => void
}): ReactNode => (
  <Dialog
    title={words.key.title(shown.source.name || shown.source.sourceCode)}
    isOnce
    onClose={onClose}
    footer={
      <button type="button" className="plain-button" onClick={onClose}>
        {words.key.close}
      </button>
    }
  >
    <p className="dialog-warn">{words.key.shownOnce}</p>
    <div className={css.keyLine} data-part="new-key">
      <code>{shown.key}</code>
      <CopyButton text={shown.key} label={words.key.copy} />
    </div>
    <Trial source={shown.source} sourceKey={shown.key} />
  </Dialog>
)

const HOURS = [0, 1, 24, 72] as const

type RotateProps = {
  readonly source: Source
  readonly onMade: (shown: ShownKey) => void
  readonly onClose: () => void
}

/** A new key for a source; the one before ends at once or later. */
export const RotateDialog = ({ source, onMade, onClose }: RotateProps): ReactNode => {
  const client = useQueryClient()
  const [opened] = useState(source)
  const [hours, setHours] = useState('24')
  const rotate = async (): Promise<void> => {
    const { sourceCode, version } = source
    const wish = { sourceCode, version, oldKeyHours: Number(hours), requestId: newRequestId() }
    const { key } = await changingSource(client, () => api.call(sourceCalls.sourceRotate, wish))
    await refreshAfter(client, sourceCalls.sourceRotate)
    onMade({ source, key })
  }
  return (
    <ConfirmDialog
      title={words.rotateTitle(source.name || source.sourceCode)}
      confirm={words.rotateDo}
      danger={hours === '0'}
      conflicts={keyConflicts(opened, source)}
      onConfirm={rotate}
      onClose={onClose}
    >
      <p className="dialog-warn">{words.rotateNote}</p>
      <Labelled label={words.oldKeyFor}>
        {() => (
          <Choice
            label={words.oldKeyFor}
            value={hours}
            options={HOURS.map((value) => ({ value: String(value), label: words.oldKeyHours[value] }))}
            onChange={setHours}
          />
        )}
      </Labelled>
    </ConfirmDialog>
  )
}

/** Switches a source off or on. */
export const ToggleDialog = ({
  source,
  onClose,
}: {
  readonly source: Source
  readonly onClose: () => void
}): ReactNode => {
  const update = useSourceUpdate(source)
  // What was asked for stays what is asked for: somebody else may have switched it meanwhile.
  const [{ enabled }] = useState(source)
  const name = source.name || source.sourceCode
  const run = async (): Promise<void> => {
    await update({ enabled: !enabled })
    showToast('success', enabled ? words.toggle.offDone : words.toggle.onDone)
  }
  return (
    <ConfirmDialog
      title={enabled ? words.toggle.off(name) : words.toggle.on(name)}
      confirm={enabled ? words.switchOff : words.switchOn}
      danger={enabled}
      onConfirm={run}
      onClose={onClose}
    >
      <p className="dialog-warn">{enabled ? words.toggle.offEffect : words.toggle.onEffect}</p>
    </ConfirmDialog>
  )
}

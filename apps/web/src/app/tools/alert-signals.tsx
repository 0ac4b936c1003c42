import { type ReactNode, useEffect } from 'react'
import { onLive } from '../../api/live.ts'
import { usePreference } from '../../api/preference.ts'
import { IconButton } from '../../components/icon-button.tsx'
import { chime } from '../../lib/chime.ts'
import { toolsText } from '../../text/zh-CN/app/tools.ts'
import { showToast } from '../../ui/pop-up/toast.ts'
import { nextSignal, readSignals, type Signal } from './signals-model.ts'

/** A bell with waves, a bell, and a bell crossed out, in a 20 by 20 box. */
const BELL = 'M5.5 13.5V9a4.5 4.5 0 0 1 9 0v4.5l1.3 1.5H4.2zM8.5 17h3'
const MARKS: Readonly<Record<Signal, string>> = {
  on: `${BELL}M2.5 6.5 4 4M17.5 6.5 16 4`,
  quiet: BELL,
  off: `${BELL}M3.5 3.5l13 13`,
}

/** Whether a new alert shows itself and rings, on every page; each person's own choice, at first neither. */
export const AlertSignals = (): ReactNode => {
  const { choice, ready, change } = usePreference('alert-signals', readSignals)
  const { signal } = choice
  useEffect(
    () =>
      onLive('alert', ({ content }) => {
        if (signal === 'off') return
        showToast('warning', content)
        if (signal === 'on') chime()
      }),
    [signal],
  )
  const name = toolsText.signals[signal]
  const press = (): void => {
    const next = nextSignal(signal)
    // Played once: after this press the browser allows it by itself.
    if (next === 'on') chime()
    change({ signal: next })
  }
  return (
    <IconButton name={name} data-signal={signal} disabled={!ready} onClick={press} icon={<path d={MARKS[signal]} />} />
  )
}

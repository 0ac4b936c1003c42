import * as channelCalls from '@strata/contract/calls/code-channels'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import '../../ui/page/list-page.css'
import { api } from '../../api/api.ts'
import { orReadAgain } from '../../api/or-read-again.ts'
import { queryOf } from '../../api/queries.ts'
import { refreshAfter } from '../../api/stale.ts'
import { ConfirmDialog } from '../../components/dialogs/confirm.tsx'
import { ListState } from '../../components/list-state.tsx'
import { LogLink } from '../../components/logs/log-link.tsx'
import { newRequestId } from '../../lib/request-id.ts'
import { channelsText as words } from '../../text/zh-CN/rooms/code-channels.ts'
import css from './books.module.css'
import { ChannelDialog } from './channel-dialog.tsx'
import { type Channel, type ChannelKind, type Channels, KINDS } from './channel-model.ts'
import { type ChannelAction, ChannelTable } from './channel-table.tsx'
import { ChannelTrial } from './channel-trial.tsx'

type Asked = { readonly action: ChannelAction; readonly kind: ChannelKind; readonly channel: Channel | null }
type DialogProps = { readonly channel: Channel; readonly version: number; readonly onClose: () => void }

const SwitchDialog = ({ channel, version, onClose }: DialogProps): ReactNode => {
  const client = useQueryClient()
  // What was asked for stays what is asked for: somebody else may have switched it meanwhile.
  const [{ enabled }] = useState(channel)
  const change = async (): Promise<void> => {
    const call = channel.channel === 'bot' ? channelCalls.channelBotSet : channelCalls.channelMailSet
    const wish = { version, enabled: !enabled, requestId: newRequestId() }
    await orReadAgain(client, { read: channelCalls.channelQuery }, () => api.call(call, wish))
    await refreshAfter(client, call)
  }
  const action = enabled ? words.disable : words.enable
  return (
    <ConfirmDialog
      title={words.switching.title(action, words.names[channel.channel])}
      confirm={action}
      danger={enabled}
      onConfirm={change}
      onClose={onClose}
    >
      {enabled ? <p>{words.switching.text(channel.users)}</p> : null}
    </ConfirmDialog>
  )
}

const Asking = ({ asked, version, onClose }: { asked: Asked; version: number; onClose: () => void }): ReactNode => {
  const { action, kind, channel } = asked
  if (action === 'edit') return <ChannelDialog kind={kind} channel={channel} version={version} onClose={onClose} />
  if (channel === null) return null
  if (action === 'try') return <ChannelTrial channel={channel} onClose={onClose} />
  return <SwitchDialog channel={channel} version={version} onClose={onClose} />
}

const missing = ({ items }: Channels): readonly ChannelKind[] =>
  KINDS.filter((kind) => !items.some(({ channel }) => channel === kind))

/** The channels that send reset codes: a bot and a mail server, at most one of each. */
export const ChannelsCard = ({ mayChange }: { readonly mayChange: boolean }): ReactNode => {
  const channels = useQuery(queryOf(channelCalls.channelQuery, {}))
  const [asked, setAsked] = useState<Asked | null>(null)
  // As it is now: a dialog shows what somebody else saved meanwhile, and saves over that.
  const channel = channels.data?.items.find((one) => one.channel === asked?.kind) ?? null
  const toAdd = mayChange && channels.data ? missing(channels.data) : []
  return (
    <section className={`card ${css.below}`} aria-label={words.title} data-part="channels">
      <div className={css.head}>
        <h2>{words.title}</h2>
        <span className={css.note}>{words.note}</span>
        <span className={css.end}>
          <LogLink of={{ action: words.title }} />
          {toAdd.map((kind) => (
            <button
              key={kind}
              type="button"
              className="plain-button"
              onClick={() => setAsked({ action: 'edit', kind, channel: null })}
            >
              {words.add[kind]}
            </button>
          ))}
        </span>
      </div>
      <ListState query={channels} isEmpty={({ items }) => items.length === 0} empty={words.empty}>
        {({ items }) => (
          <ChannelTable
            channels={items}
            mayChange={mayChange}
            onAct={(action, channel) => setAsked({ action, kind: channel.channel, channel })}
          />
        )}
      </ListState>
      {asked === null ? null : (
        <Asking asked={{ ...asked, channel }} version={channels.data?.version ?? 0} onClose={() => setAsked(null)} />
      )}
    </section>
  )
}

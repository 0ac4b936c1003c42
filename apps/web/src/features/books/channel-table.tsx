import type { ReactNode } from 'react'
import '../../ui/page/table.css'
import { TimeAgo } from '../../components/time-ago.tsx'
import { channelsText as words } from '../../text/zh-CN/rooms/code-channels.ts'
import css from './books.module.css'
import type { Channel } from './channel-model.ts'

export type ChannelAction = 'edit' | 'try' | 'switch'

const HEADS = ['name', 'state', 'address', 'sender', 'trial', 'users'] as const

const addressOf = ({ channel, address, port }: Channel): string => (channel === 'mail' ? `${address}:${port}` : address)
const senderOf = ({ sender, user }: Channel): string => (user === '' ? sender || '—' : `${sender}（${user}）`)

const Trial = ({ trial }: Pick<Channel, 'trial'>): ReactNode =>
  trial === null ? (
    words.never
  ) : (
    <>
      <span className={trial.outcome === 'sent' ? 'tag tag-good' : 'tag tag-bad'}>{words.outcomes[trial.outcome]}</span>{' '}
      <TimeAgo at={trial.at} />
    </>
  )

type ActProps = { readonly onAct: (action: ChannelAction, channel: Channel) => void }

const Actions = ({ channel, onAct }: ActProps & { readonly channel: Channel }): ReactNode => {
  const actions = [
    ['try', words.try],
    ['edit', words.edit],
    ['switch', channel.enabled ? words.disable : words.enable],
  ] as const
  return (
    <span className={css.actions}>
      {actions.map(([action, text]) => (
        <button
          key={action}
          type="button"
          className="link-button"
          aria-label={words.labelOf(text, words.names[channel.channel])}
          onClick={() => onAct(action, channel)}
        >
          {text}
        </button>
      ))}
    </span>
  )
}

type Props = ActProps & { readonly channels: readonly Channel[]; readonly mayChange: boolean }

/** The registered channels, whether they work, and how many accounts they reach. */
export const ChannelTable = ({ channels, mayChange, onAct }: Props): ReactNode => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard
  <section className="table-scroll" aria-label={words.table} tabIndex={0}>
    <table className="table">
      <thead>
        <tr>
          {HEADS.map((head) => (
            <th key={head} className="left">
              {words.columns[head]}
            </th>
          ))}
          {mayChange ? <th className="left">{words.columns.actions}</th> : null}
        </tr>
      </thead>
      <tbody>
        {channels.map((channel) => (
          <tr key={channel.channel} data-channel={channel.channel}>
            <th scope="row" className="left">
              {words.names[channel.channel]}
            </th>
            <td className="left">
              <span className={channel.enabled ? 'tag tag-good' : 'tag'}>{channel.enabled ? words.on : words.off}</span>
            </td>
            <td className="left">{addressOf(channel)}</td>
            <td className="left">{senderOf(channel)}</td>
            <td className="left">
              <Trial trial={channel.trial} />
            </td>
            <td className="left">{words.users(channel.users)}</td>
            {mayChange ? (
              <td className="left">
                <Actions channel={channel} onAct={onAct} />
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

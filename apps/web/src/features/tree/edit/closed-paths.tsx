import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Answer } from '../../../api/client.ts'
import { formatInstant } from '../../../lib/instant.ts'
import { appText } from '../../../text/zh-CN/app/app.ts'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'

const words = treeText.closedPaths

type Props = { readonly name: string; readonly paths: Answer<'access.accountInfo'>['closedPaths'] }

/** The paths that this account had before its upgrade: their fund records stay theirs. */
export const ClosedPaths = ({ name, paths }: Props): ReactNode =>
  paths.length === 0 ? null : (
    <section className="card panel" data-part="closed-paths">
      <header>
        <h3>{words.title}</h3>
        <span>{words.note}</span>
      </header>
      <ul className="panel-body">
        {paths.map(({ agentPathsId, roleId, closedAt }) => {
          const former = words.name(name, appText.roles[roleId] ?? '')
          return (
            <li key={agentPathsId}>
              {former}　{words.closed(formatInstant(closedAt).slice(0, 16))}　
              <Link
                to={{ search: `?${new URLSearchParams({ tab: 'funds', of: String(agentPathsId), ofName: former })}` }}
              >
                {treeText.actions.funds}
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )

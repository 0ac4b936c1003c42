import type { ReactNode } from 'react'
import { Amount } from '../../../components/amount.tsx'
import { TimeAgo } from '../../../components/time-ago.tsx'
import { appText } from '../../../text/zh-CN/app/app.ts'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import type { ListProps } from './list-props.ts'
import { AccountName, RowChoice, RowMenu, StatusTags } from './row-parts.tsx'

const words = treeText.columns

/** One level on a phone: one card per account with its three figures and all its actions. */
export const AccountsCards = ({ rows, level, deep, made, chosen, onChoose, onAction }: ListProps): ReactNode => (
  <ul className="list-cards">
    {rows.map((row) => (
      <li
        key={row.agentPathsId}
        data-account={row.accountName}
        {...(row.agentPathsId === made ? { 'data-new': '' } : {})}
      >
        <p className="line">
          <span>
            <RowChoice row={row} chosen={chosen} onChoose={onChoose} />
            <AccountName row={row} isNew={row.agentPathsId === made} />
          </span>
          <span>
            {appText.roles[row.roleId]} <StatusTags row={row} />
          </span>
        </p>
        <dl className="three">
          <div>
            <dt>{words.credit}</dt>
            <dd>
              <Amount value={row.fundMode === 'credit' ? row.credit : null} />
            </dd>
          </div>
          <div>
            <dt>{words.balance}</dt>
            <dd>
              <Amount value={row.fundMode === 'credit' ? row.balance : row.cash} />
            </dd>
          </div>
          <div>
            <dt>{words.uplineShare}</dt>
            <dd>{row.uplineShare}%</dd>
          </div>
        </dl>
        <p className="line">
          <span>
            {deep ? row.trail.map(({ accountName }) => accountName).join(' › ') : null}
            {row.memberFlag || deep
              ? null
              : `${words.downline} ${row.downlineCount.agents} / ${row.downlineCount.members}`}
          </span>
          <span>
            {row.memberFlag ? (
              `${words.pankou} ${row.pankou.join(' ')}`
            ) : (
              <>
                {words.lastLoginAt} <TimeAgo at={row.lastLoginAt} />
              </>
            )}
          </span>
        </p>
        <RowMenu row={row} level={level} onAction={onAction} />
      </li>
    ))}
  </ul>
)

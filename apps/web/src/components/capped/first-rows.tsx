import type { ReactNode } from 'react'
import { treeText } from '../../text/zh-CN/rooms/tree.ts'

const SHOWN = 200

/** Accounts among the terms that a change would cap. */
export const countAccounts = (affected: readonly { readonly agentPathsId: number }[]): number =>
  new Set(affected.map(({ agentPathsId }) => agentPathsId)).size

type Props<Row> = { readonly of: readonly Row[]; readonly children: (shown: readonly Row[]) => ReactNode }

/** The first of many rows, and how many more there are. */
export const FirstRows = <Row,>({ of, children }: Props<Row>): ReactNode => (
  <>
    {children(of.slice(0, SHOWN))}
    {of.length > SHOWN ? <p className="dialog-note">{treeText.affected.more(of.length - SHOWN)}</p> : null}
  </>
)

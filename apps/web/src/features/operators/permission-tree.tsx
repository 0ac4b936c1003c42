import * as subAccountsCalls from '@strata/contract/calls/sub-accounts'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { queryOf } from '../../api/queries.ts'
import { LoadFailed } from '../../components/list-state.tsx'
import { operatorsText } from '../../text/zh-CN/rooms/operators.ts'
import { permissionText } from '../../text/zh-CN/shared/permissions.ts'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { nodeOf, ownPages } from '../tree/sub-accounts/permission-nodes.ts'
import { titlesOf } from '../tree/sub-accounts/permission-title.tsx'
import css from './operators.module.css'

const KitTree = lazy(async () => ({ default: (await import('../../components/kit/kit-tree.tsx')).KitTree }))

const words = operatorsText.form

/** What the user can grant, and what an operator has of it; null: a new one. */
export const useGrants = (accountId: number | null) => {
  const query = useQuery({
    ...queryOf(subAccountsCalls.childAccountModules, accountId === null ? {} : { accountId }),
    gcTime: 0,
  })
  const modules = query.data
  const tree = modules?.tree ?? []
  const granted = accountId === null ? ownPages(tree) : (modules?.granted ?? [])
  return { tree, granted, ready: modules !== undefined, query }
}

/** Why nothing can be saved: without the permissions there is no telling what would change. */
export const GrantsFailed = ({ grants }: Pick<Props, 'grants'>): ReactNode =>
  !grants.ready && grants.query.isError ? <LoadFailed query={grants.query} /> : null

type Props = {
  readonly grants: ReturnType<typeof useGrants>
  readonly chosen: readonly number[]
  readonly onChoose: (ids: readonly number[]) => void
}

/** The permissions as pages with their actions; only those that the user has. */
export const PermissionTree = ({ grants, chosen, onChoose }: Props): ReactNode => (
  <div>
    <p>
      {words.tree} <small>{chosen.length === 0 ? words.none : words.treeNote}</small>
    </p>
    <p className="page-note">{permissionText.note}</p>
    <div className={css.tree} data-part="permission-tree">
      {grants.ready ? (
        <Suspense fallback={<Skeleton rows={4} label={words.tree} />}>
          <KitTree
            nodes={grants.tree.map(nodeOf)}
            checked={[...chosen]}
            onCheck={onChoose}
            titleOf={titlesOf(grants.tree, chosen, onChoose)}
          />
        </Suspense>
      ) : grants.query.isError ? (
        <GrantsFailed grants={grants} />
      ) : (
        <Skeleton rows={4} label={words.tree} />
      )}
    </div>
  </div>
)

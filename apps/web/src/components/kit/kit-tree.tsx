import { Tree, type TreeDataNode } from 'antd'
import type { ReactNode } from 'react'
import { KitTheme } from './kit-theme.tsx'

type Props = {
  readonly nodes: TreeDataNode[]
  readonly checked: readonly number[]
  readonly onCheck: (checked: number[]) => void
  /** What a node shows in place of its title; the title stays its name. */
  readonly titleOf: (key: number) => ReactNode
}

/** A tree of checkboxes, each checked independently. */
export const KitTree = ({ nodes, checked, onCheck, titleOf }: Props): ReactNode => (
  <KitTheme>
    <Tree
      checkable
      checkStrictly
      selectable={false}
      defaultExpandAll
      treeData={nodes}
      titleRender={({ key }) => titleOf(Number(key))}
      checkedKeys={[...checked]}
      onCheck={(keys) => onCheck((Array.isArray(keys) ? keys : keys.checked).map(Number))}
    />
  </KitTheme>
)

/** Taking back what was just changed. */
export const undoText = {
  undo: '撤销',
  undone: '已撤销',
  details: '资料已修改',
  group: '群组已修改',
  columns: '列设置已恢复默认',
  tabsOff: '页签栏已关闭',
  tabsClosed: (count: number) => `已关闭 ${count} 个页签`,
} as const

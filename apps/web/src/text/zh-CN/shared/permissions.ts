/** The permission tree of operators and of sub-accounts. */
export const permissionText = {
  note: '勾选页面只能查看，操作须另行勾选',
  actions: (held: number, all: number) => `操作 ${held}/${all}`,
  allActions: '全选操作',
  noActions: '清除操作',
  labelOf: (action: string, page: string) => `${action} ${page}`,
} as const

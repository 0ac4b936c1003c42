/** The strip of kept tabs. */
export const tabsText = {
  name: '页签',
  close: (title: string) => `关闭页签 ${title}`,
  pinned: '已固定',
  menu: '页签操作',
  acts: {
    close: '关闭',
    others: '关闭其他',
    right: '关闭右侧',
    pin: '固定',
    unpin: '取消固定',
    left: '左移',
    rightwards: '右移',
    off: '不显示页签栏',
  },
} as const

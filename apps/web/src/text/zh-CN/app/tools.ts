/** Tools of the frame: search, theme, keys, new builds, alerts that call. */
export const toolsText = {
  theme: (choice: string) => `主题：${choice}，点击切换`,
  themes: { system: '跟随系统', light: '浅色', dark: '深色' },
  search: '搜索',
  searchKey: 'Ctrl K',
  newBuild: '系统已更新，刷新后使用新版本；未保存的草稿会保留。',
  reload: '立即刷新',
  signals: {
    on: '提醒提示：弹出并响铃，点击切换',
    quiet: '提醒提示：只弹出，点击切换',
    off: '提醒提示：关闭，点击切换',
  },
  view: {
    title: '界面设置',
    tabs: '页签栏',
    density: '表格密度',
    lock: '自动锁屏',
    lockAfter: (minutes: number) => (minutes === 0 ? '不自动锁屏' : `${minutes} 分钟无操作`),
    densities: { compact: '紧凑', standard: '标准', loose: '宽松' },
  },
  palette: {
    title: '搜索页面、账号、注单、期次与操作',
    hint: '页面、账号、注单号、期号或操作',
    none: '没有符合的结果',
    keys: '↑↓ 选择 · 回车打开 · Esc 关闭',
    account: '账号',
    order: '注单',
    period: '期次',
    action: '操作',
    orderNo: (no: string) => `注单 ${no}`,
    periodNo: (game: string, no: string) => `${game} 第 ${no} 期`,
  },
  actions: {
    create: (role: string) => `新增账号：${role}`,
    theme: (choice: string) => `切换主题为${choice}`,
    keys: '查看快捷键',
    signOut: '退出登录',
  },
  keys: {
    title: '快捷键',
    groups: {
      everywhere: {
        title: '所有页面',
        keys: [
          ['Ctrl K', '搜索页面、账号、注单、期次与操作'],
          ['?', '查看快捷键'],
          ['Tab', '移到下一个控件，Shift Tab 返回'],
          ['Esc', '关闭弹窗、抽屉或菜单'],
          ['Enter', '确认弹窗中的主要操作'],
          ['Ctrl S', '保存或核对本页的改动'],
          ['Alt L', '锁屏'],
          ['Alt W', '关闭当前页签（已固定的不关闭）'],
          ['Alt PageUp / PageDown', '切换到左边、右边的页签'],
        ],
      },
      board: {
        title: '盘口',
        keys: [
          ['↑ ↓ ← →', '在号码之间移动'],
          ['Home End', '第一个、最后一个号码'],
          ['空格', '选中或取消号码'],
          ['0–9', '直接输入补货金额'],
          ['Enter', '打开补货预览，再按一次发送'],
        ],
      },
      table: {
        title: '列表',
        keys: [
          ['↑ ↓', '在行之间移动'],
          ['Home End', '第一行、最后一行'],
          ['Enter', '打开该行'],
        ],
      },
      matrix: {
        title: '表格编辑',
        keys: [
          ['↑ ↓ ← →', '在单元格之间移动，按住 Shift 扩大选区'],
          ['0–9', '直接输入'],
          ['F2', '修改单元格'],
          ['Ctrl D', '向下填充'],
          ['Ctrl C / V', '复制、粘贴（可用 Excel）'],
          ['Delete', '清除改动'],
        ],
      },
    },
  },
} as const

/** The stop switch: automatic replenishment and automatic fly-out of one game. */
type Groups = { readonly auto: readonly number[]; readonly flyOut: readonly number[] }

const list = ({ auto, flyOut }: Groups): string =>
  [
    ...(auto.length > 0 ? [`${auto.length} 个大类的自动补货`] : []),
    ...(flyOut.length > 0 ? [`${flyOut.length} 个大类的自动放飞`] : []),
  ].join('、')

export const stopText = {
  stop: '停止自动补货与放飞',
  stopShort: '停止自动',
  hint: (game: string) => `立即停止${game}的全部自动补货与自动放飞`,
  nothingOn: '没有启用的自动补货或自动放飞',
  title: (game: string) => `停止${game}的自动补货与放飞`,
  what: (on: Groups) => `将立即停止 ${list(on)}。已补出和已放飞的注单不受影响，手动补货照常。`,
  confirm: '立即停止',
  done: (stopped: Groups) => `已停止 ${list(stopped)}`,
  resumeShort: '已停止，恢复',
  resumeLabel: '已停止，恢复刚才的开关',
  resumeTitle: (game: string) => `恢复${game}的自动补货与放飞`,
  resumeWhat: (stopped: Groups) => `将重新启用 ${list(stopped)}，超出控额的部分会马上补出或放飞。`,
  resumeConfirm: '恢复',
  resumed: (sent: number) => (sent === 0 ? '已恢复' : `已恢复，并立即送出 ${sent} 笔`),
} as const

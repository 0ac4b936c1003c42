/** Two users saved the same values: both versions side by side. */
export const conflictText = {
  title: '数据已被他人修改',
  note: '您打开之后有人保存了新的版本。您填的内容都还在，请逐格选择要保留的一方，应用后再保存。',
  meanwhile: '您打开之后有人保存了新的版本。您填的保留，未填的已按对方的更新；再次保存以此为准。',
  columns: { what: '项目', opened: '您打开时', theirs: '对方已改为', mine: '您填的' },
  all: '全部：',
  allTheirs: '采用对方的',
  allMine: '保留我的',
  theirsOf: (what: string, value: string) => `${what} 采用对方的 ${value}`,
  mineOf: (what: string, value: string) => `${what} 保留我的 ${value}`,
  untouched: '未填',
  none: '对方改动的不是此处的内容，您填的可以照常保存。',
  back: '返回修改',
  apply: '应用所选',
}

const ended = '已暂停下注与补货，历史数据仍可查看'
const willEnd = '到期后暂停下注与补货，历史数据仍可查看'

/** The bar about leases of merchants that end, are over or have not begun. */
export const leaseText = {
  own: {
    ending: (day: string, left: number) =>
      left === 0 ? `商户租期今天到期（${day}），${willEnd}` : `商户租期还有${left}天到期（${day}），${willEnd}`,
    over: (day: string) => `商户租期已于 ${day} 到期，${ended}`,
    notBegun: (day: string) => `商户租期自 ${day} 开始，此前暂停下注与补货`,
  },
  heading: '商户租期',
  of: {
    ending: (name: string, day: string, left: number) =>
      left === 0 ? `${name} 今天到期（${day}）` : `${name} 还有${left}天到期（${day}）`,
    over: (name: string, day: string) => `${name} 已于 ${day} 到期，已暂停下注与补货`,
    notBegun: (name: string, day: string) => `${name} 自 ${day} 开始`,
  },
  more: (count: number) => `另有${count}个商户`,
} as const

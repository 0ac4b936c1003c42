import { taskWord } from '@strata/contract/words'

/** Jobs, the clock's work and the verification of the books. */
export const jobsText = {
  nameOf: taskWord,
  /** Fields of what a task is about. */
  about: { runId: '校验编号', merchantId: '商户编号', periodId: '期次编号', id: '编号' },
  verify: {
    title: '账目校验',
    table: '校验记录',
    scope: '校验范围',
    all: '全部商户',
    start: '开始校验',
    started: '校验已开始',
    lastClean: '最近一次全部无误',
    never: '从未',
    empty: '还没有校验记录',
    states: { waiting: '等待', running: '校验中', clean: '无误', faulty: '有差异', broken: '中断' },
    columns: {
      at: '开始',
      who: '操作人',
      scope: '范围',
      state: '结果',
      progress: '进度',
      took: '用时',
    },
    findings: (count: number) => `${count}项差异`,
    show: '查看差异',
    findingsTitle: (scope: string) => `${scope} 校验差异`,
    note: '以下为每个商户首个不符的规则及其数据行。请勿直接修改数据库，把这些内容交给维护人员。',
    error: '原因',
  },
  jobs: {
    title: '后台任务',
    table: '任务列表',
    note: '完成的任务不保留',
    state: '任务状态',
    all: (count: number) => `全部 ${count}`,
    states: { running: '执行中', waiting: '等待', retrying: '将重试', failed: '已失败' },
    empty: '没有等待、执行或失败的任务',
    columns: {
      name: '任务',
      state: '状态',
      about: '内容',
      attempts: '次数',
      error: '错误',
      time: '下次执行',
      actions: '操作',
    },
    retry: '重试',
    retryLabel: (name: string, id: string) => `重试 ${name} ${id}`,
    confirm: (name: string) => `立即重新执行“${name}”？其剩余次数将重新计算。`,
    since: (clock: string) => `${clock} 开始`,
    noMore: '不再重试',
  },
  loops: {
    title: '定时任务',
    table: '定时任务列表',
    note: '由时钟触发，同一时间只在一个进程执行',
    failed: '失败',
    columns: { name: '任务', every: '间隔', last: '上次', took: '用时', next: '下次', state: '状态' },
    ok: '正常',
    empty: '执行任务的进程还没有上报',
  },
  ms: (count: number) => (count < 1000 ? `${count} 毫秒` : `${Math.round(count / 100) / 10} 秒`),
  every: (ms: number) =>
    ms < 1000
      ? `${ms} 毫秒`
      : ms < 60_000
        ? `${ms / 1000} 秒`
        : ms < 3_600_000
          ? `${ms / 60_000} 分钟`
          : `${ms / 3_600_000} 小时`,
} as const

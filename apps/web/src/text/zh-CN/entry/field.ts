/** Said beside fields of every page, also before the sign-in. */
export const fieldText = { capsLock: '大写锁定已打开' } as const

/**
 * Whether a balance is low: below a percentage of what it is measured by, the quota of credit or, in cash, the balance
 * after the last transfer in. Nothing is low without a measure.
 */
export const isLowBalance = (
  { balance, measure }: { readonly balance: bigint; readonly measure: bigint },
  percent: number,
): boolean => measure > 0n && balance * 100n < measure * BigInt(percent)

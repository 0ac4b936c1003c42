/** The four pankou (盘口) a member may bet on, by letter: A pays the highest odds and no commission. */
export const PANKOU = ['A', 'B', 'C', 'D'] as const
export type Pankou = (typeof PANKOU)[number]

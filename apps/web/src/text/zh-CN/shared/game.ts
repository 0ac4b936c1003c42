/** Words about a game that several rooms share. */
export const gameText = {
  off: (name: string) => `${name}（停用）`,
}

// expect: fly-order-account
export const idOf = ({ pilotId }: { pilotId: number }): number => pilotId

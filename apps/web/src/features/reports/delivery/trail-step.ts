/** Where a report stands; null: the signed-in path. */
type Place = { readonly seat?: null; readonly agentPathsId: number | null }

/** The change for a step of the trail: above the seat it leaves the seat, on the seat it shows the whole report. */
export const stepChange = (agentPathsId: number, index: number, seatAt: number): Place => {
  if (seatAt >= 0 && index < seatAt) return { seat: null, agentPathsId: index === 0 ? null : agentPathsId }
  return { agentPathsId: index === Math.max(0, seatAt) ? null : agentPathsId }
}

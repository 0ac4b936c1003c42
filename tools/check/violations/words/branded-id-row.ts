// expect: branded-id
export interface Row {
  readonly merchant_id: number
}

// expect: outcomes
export const other = 'select 1 from outcomes'

// expect: role
export const isLeaf = (roleId: number): boolean => roleId > 3

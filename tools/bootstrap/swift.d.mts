export function hasSwift(): boolean

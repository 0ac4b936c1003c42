// expect: no-floating-promises
const save = async (): Promise<number> => 1

export function forget(): void {
  save()
}

// expect: TS1294
export enum Colour {
  red,
}

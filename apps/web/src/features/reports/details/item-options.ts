import { type Play, playOf, playsOfGame } from '@strata/domain/games/catalogue'
import { itemName, listedItems } from '@strata/domain/games/item'

type Option = { readonly value: string; readonly label: string }

/** How the items of a play are chosen: one of a list, several of a list, or digits typed in their order. */
export type ItemChoice =
  | { readonly kind: 'one'; readonly options: readonly Option[] }
  | { readonly kind: 'several'; readonly options: readonly Option[]; readonly min: number; readonly max: number }
  | { readonly kind: 'digits'; readonly length: number }

const legOptions = (): readonly Option[] =>
  playsOfGame('6HC')
    .filter(({ code }) => /^ZM[1-6]$/.test(code))
    .flatMap((play) =>
      listedItems(play).map((side) => ({
        value: `${play.code}:${side}`,
        label: `${play.name} ${itemName(play, side)}`,
      })),
    )

const choiceOf = (play: Play): ItemChoice => {
  const { form } = play
  switch (form.kind) {
    case 'one':
      return { kind: 'one', options: listedItems(play).map((value) => ({ value, label: itemName(play, value) })) }
    case 'pick': {
      const options = form.universe.map((value) => ({ value, label: itemName(play, value) }))
      return { kind: 'several', options, min: form.min, max: form.max }
    }
    case 'legs':
      return { kind: 'several', options: legOptions(), min: form.min, max: form.max }
    case 'digits':
      return { kind: 'digits', length: form.length }
  }
}

/** The items of a play by name; null for an unknown play. */
export const itemChoice = (game: string, playCode: string): ItemChoice | null => {
  const play = playOf(game, playCode)
  return play ? choiceOf(play) : null
}

import type { ResponseOf } from '@strata/contract/endpoint'
import { oddsMatrix } from '@strata/contract/endpoints/admin-odds'
import { ODDS_TABLE_WORDS } from '@strata/contract/words'
import { gameById, type Play, playOf } from '@strata/domain/games/catalogue'
import { PANKOU } from '@strata/domain/pankou'
import { exportSource, type RowColumn, wholeList } from '../exports/source.ts'
import { Refusal } from '../platform/refusal.ts'
import { queryMatrix } from './odds-matrix.ts'

type Row = ResponseOf<typeof oddsMatrix>['prices'][number]

/** In the form in which a cell is typed: tiers in the order of the play, joined by a slash. */
const quoteText = (quote: Row['quotes']['A'], play: Play | undefined): string =>
  typeof quote === 'string' ? quote : (play?.tiers ?? []).map(({ code }) => quote[code]).join('/')

const offsetText = (row: Row): string => (row.offset === undefined ? '' : `-${row.offset}`)

/** All prices of a game, a row per price: edited in a spreadsheet, the file is read in again by its codes. */
export const oddsMatrixSource = exportSource(oddsMatrix, '赔率表', async (on, { input, now }) => {
  const found = await queryMatrix({ pool: on, clock: () => now }, input)
  if (found instanceof Refusal) return found
  const game = gameById(input.gameId)
  const play = ({ playCode }: Row) => playOf(game?.code ?? '', playCode)
  const columns: readonly RowColumn<Row>[] = [
    ['彩种', 'text', () => game?.name ?? ''],
    ['玩法', 'text', (row) => play(row)?.name ?? row.playCode],
    ['投注项', 'text', (row) => play(row)?.prices.find(({ key }) => key === row.key)?.name ?? row.key],
    [ODDS_TABLE_WORDS.playCode, 'text', (row) => row.playCode],
    [ODDS_TABLE_WORDS.key, 'text', (row) => row.key],
    ...PANKOU.map(
      (letter): RowColumn<Row> => [
        ODDS_TABLE_WORDS.pankou(letter),
        'odds',
        (row) => quoteText(row.quotes[letter], play(row)),
      ],
    ),
  ]
  const sale: readonly RowColumn<Row>[] = [
    [ODDS_TABLE_WORDS.floor, 'odds', (row) => row.floor],
    [ODDS_TABLE_WORDS.open, 'text', (row) => ODDS_TABLE_WORDS.openWords[row.open ? 'true' : 'false']],
  ]
  const differences: readonly RowColumn<Row>[] = [[ODDS_TABLE_WORDS.offset, 'odds', offsetText]]
  return wholeList<Row>({
    columns: [...columns, ...(input.merchantId === undefined ? sale : differences)],
    items: found.prices,
  })
})

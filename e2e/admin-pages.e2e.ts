import { checkLook, checkPlace } from './support/every-page.ts'
import { expect, type Look, test } from './support/fixtures.ts'
import { look as picture } from './support/looks.ts'
import { ADMIN_PAGES, settled } from './support/pages.ts'
import { lookAtAll, openWindows } from './support/windows.ts'
import { ADMIN_PORT, SITE_HOST } from './support/world.ts'

const LOOKS: readonly Look[] = ['desk', 'phone']
/** The states of a page that its address selects. */
const STATES = [
  '/admin/game/amount?game=6HC&group=SB',
  '/admin/game/amount?game=PK',
  '/admin/game/odds-drops?tab=log',
  '/admin/game/schedules?game=6HC',
  '/admin/game/schedules?game=PK',
  '/admin/log/index?tab=logins',
  '/admin/merchant/index?create=1',
]
const pathOf = (address: string): string => address.split('?')[0] ?? ''
const nameOf = (address: string): string => address.replaceAll(/\W+/g, '-')

test.use({ baseURL: `http://${SITE_HOST}:${ADMIN_PORT}` })

for (const look of LOOKS)
  test(`every page of the operators: whole at eight digits, accessible, says where one is, on a desk also in the dark (${look})`, async ({
    seat,
  }) => {
    test.setTimeout(900_000)
    const windows = await openWindows(seat, 'headco01', look)
    await lookAtAll(windows, [...ADMIN_PAGES, ...STATES], (page, address) =>
      test.step(address, async () => {
        await page.goto(address)
        await settled(page)
        expect.soft(new URL(page.url()).pathname, address).toBe(pathOf(address))
        await checkPlace(page, address)
        await picture(page, `admin-page${nameOf(address)}`)
        await checkLook(page, { look, path: address, picture: `admin-dark${nameOf(address)}` })
      }),
    )
  })

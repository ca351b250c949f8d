/** Every sheet and dialog of the app, with the taps that open it, by texts of any language. */
import type { Language } from '@quayside/contract'
import type { AppMessage } from '@quayside/locales'
import { appMessage } from '@quayside/locales/catalogues'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect } from 'vitest'
import { hrefOf, paths } from '../apps/merchant/src/paths.ts'

/** Placeholder for an unknown value. */
const anything = '⁂'

/** A text of the catalogue in a language, as a pattern that accepts any number. */
export const namesIn =
  (lang: Language) =>
  (key: AppMessage, values: Record<string, string | number> = {}): RegExp =>
    new RegExp(
      appMessage(lang)(key, values)
        .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
        .replace(/\p{Nd}+|⁂/gu, '.+')
        // Browsers normalise every space of an accessible name.
        .replace(/\s/g, '\\s'),
    )
type Named = ReturnType<typeof namesIn>

const aPicture = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#3a7' } })
    .png()
    .toBuffer()

type Hand = { page: Page; tap: (...name: Parameters<Named>) => Promise<void> }
type SheetPlace = { name: string; path: string; open: (hand: Hand) => Promise<void> }

const tapping = (key: AppMessage) => (hand: Hand) => hand.tap(key)
const dialog = (page: Page): Locator => page.locator('[role=dialog], [role=alertdialog]')

/** In the order of their screens, so that one page load serves several. */
export const sheets: SheetPlace[] = [
  {
    name: 'credit',
    path: paths.home,
    open: ({ page }) => page.locator('dd button').click(),
  },
  { name: 'orders-filter', path: paths.orders, open: tapping('common.filter') },
  { name: 'orders-views', path: paths.orders, open: tapping('orders.views') },
  { name: 'pickup', path: paths.orders, open: ({ tap }) => tap('orders.pickup-all', { n: 1 }) },
  {
    name: 'pickup-password',
    path: paths.orders,
    async open({ page, tap }) {
      await tap('orders.pickup-all', { n: 1 })
      await tap('pickup.confirm', { n: 1 })
      await dialog(page).getByRole('textbox').first().waitFor()
    },
  },
  { name: 'rule', path: paths.distribution, open: tapping('dist.rule') },
  { name: 'add', path: paths.distribution, open: ({ tap }) => tap('dist.add-all', { n: 2 }) },
  { name: 'category', path: paths.categories, open: tapping('categories.add') },
  {
    name: 'manage-more',
    path: paths.products,
    async open({ page, tap }) {
      await tap('common.select')
      const row = page.locator('main').getByRole('checkbox').first()
      // At 200 % header and selection bar leave room for one row: the list may scroll between pointer and click.
      await expect.poll(async () => (await row.isChecked()) || (await row.click(), await row.isChecked())).toBe(true)
      await tap('products.more')
    },
  },
  { name: 'told', path: paths.recharge, open: tapping('recharge.told') },
  { name: 'agree', path: paths.refundDetail, open: ({ tap }) => tap('refunds.refund', { amount: anything }) },
  { name: 'object', path: paths.refundDetail, open: tapping('refunds.object') },
  { name: 'attach', path: paths.service, open: tapping('service.attach') },
  { name: 'shop-name', path: paths.setting, open: tapping('shop.name-logo') },
  { name: 'zone', path: paths.setting, open: tapping('shop.zone') },
  { name: 'language', path: paths.app, open: tapping('common.language') },
  { name: 'theme', path: paths.app, open: tapping('common.theme') },
  { name: 'logout', path: paths.app, open: tapping('my.logout') },
  { name: 'destination', path: paths.withdraw, open: tapping('withdraw.new') },
  {
    name: 'destination-account',
    path: paths.withdraw,
    async open({ page, tap }) {
      await tap('withdraw.bank-way')
      await tap('withdraw.new')
      await tap('withdraw.kind.account')
      await page.getByRole('dialog').getByRole('combobox').selectOption('IE')
    },
  },
  {
    name: 'destination-chain',
    path: paths.withdraw,
    async open({ tap }) {
      await tap('withdraw.method.chain')
      await tap('withdraw.new')
    },
  },
  {
    name: 'forget',
    path: paths.withdraw,
    async open({ tap }) {
      await tap('withdraw.bank-way')
      await tap('withdraw.forget')
    },
  },
  {
    name: 'withdraw-confirm',
    path: paths.withdraw,
    async open({ page, tap }) {
      await page.locator('main').getByRole('textbox').first().fill('20')
      await page.locator('main').getByRole('radio').first().check()
      await tap('withdraw.submit')
    },
  },
  { name: 'take-back', path: paths.withdrawDetail, open: tapping('withdraw.cancel') },
  {
    name: 'log-out-everywhere',
    path: hrefOf(paths.security, { part: 'devices' }),
    open: tapping('account.devices.all'),
  },
  { name: 'funds-filter', path: paths.funds, open: tapping('common.filter') },
  {
    name: 'crop',
    path: hrefOf(paths.setting, { part: 'banners' }),
    async open({ page }) {
      const file = { name: 'sea.png', mimeType: 'image/png', buffer: await aPicture() }
      await page.locator('input[type=file]').first().setInputFiles(file)
    },
  },
]

/** Opens a sheet on its screen, which must be visible already. Waits until its animation has ended. */
export async function openSheet(page: Page, { open }: SheetPlace, called: Named): Promise<void> {
  await open({
    page,
    async tap(...name) {
      // Elements behind a sheet cannot be tapped, but the search would still find them.
      const where = (await dialog(page).count()) > 0 ? dialog(page) : page.locator('body')
      await where
        .getByRole('button', { name: called(...name) })
        .first()
        .click()
    },
  })
  await dialog(page).waitFor()
  // Also waits for the sheet's own data.
  await dialog(page).locator('.skeleton').first().waitFor({ state: 'detached' })
  await page.waitForTimeout(150)
}

export async function closeSheet(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
}

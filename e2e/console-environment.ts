/** The console in a browser: a person with given desks, logged in. */
import type { OperatorRole } from '@quayside/contract'
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { anOperator, aSigner, type Signer, type TestShop } from '../apps/server/test/index.ts'
import { addAuthenticator, collectErrors, type TestEnvironment } from './environment.ts'
import { openWindow, runAtEachLoad } from './windows.ts'

export type DeskOptions = {
  /** The desks of the person. */
  roles: OperatorRole[]
  theme?: 'light' | 'dark'
  /** `rtl` turns the page, whose texts stay English. */
  dir?: 'ltr' | 'rtl'
  /** `phone`: 390×844 with touch. */
  size?: 'desktop' | 'phone'
  /** The token of a session that is open already: the same person in another window. */
  token?: string
  /** The person has a passkey in the browser, and can sign acts. */
  signs?: boolean
  /** The page has a clock that the test moves: `page.clock`. */
  clock?: boolean
}

export type DeskPage = {
  page: Page
  context: BrowserContext
  /** Every error that the page reported. */
  errors: string[]
  token: string
}

const sizes = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
}

/**
 * The looks in which a desk is checked besides the one of its journeys. A usual run combines the dark theme with the
 * direction from right to left; the nightly run checks each alone, and the phone. The desks of money and of the inbox
 * are opened on a phone in every run.
 */
export const deskLooks: readonly Pick<DeskOptions, 'theme' | 'dir' | 'size'>[] = process.env['EVERY_LOOK']
  ? [{ theme: 'dark' }, { dir: 'rtl' }, { size: 'phone' }]
  : [{ theme: 'dark', dir: 'rtl' }]

/** Opens the console at `path` for a new operator with these desks. */
export async function openDesk(
  env: TestEnvironment,
  path: string,
  { roles, theme = 'light', dir = 'ltr', size = 'desktop', token: given, signs = false, clock = false }: DeskOptions,
): Promise<DeskPage> {
  const signer = signs ? await aSigner(env.builder, ...roles) : null
  const token = given ?? signer?.token ?? (await anOperator(env.builder, ...roles)).token
  const { context, page } = await openWindow(env.browser, 'console', { ...sizes[size], reducedMotion: 'reduce' })
  await runAtEachLoad(
    context,
    ([session, wanted, direction]) => {
      localStorage.setItem('token', session)
      localStorage.setItem('theme', wanted)
      // After the page was parsed, and before its modules run.
      document.addEventListener('readystatechange', () => {
        document.documentElement.dir = direction
      })
    },
    [token, theme, dir] as const,
  )
  page.setDefaultTimeout(15_000)
  const errors = collectErrors(page)
  if (signer) await givePasskey(page, signer)
  if (clock) await page.clock.install()
  await page.goto(`${env.consoleOrigin}${path}`)
  await page.locator('#desk').waitFor()
  return { page, context, errors, token }
}

/**
 * Goes to a path as a link does, and waits until another desk has taken the place of this one. To load the page again
 * takes a second of processor time, with the rules of axe two.
 */
export async function goToDesk(page: Page, path: string): Promise<void> {
  const heading = await page.locator('#desk h1').first().elementHandle()
  const isOther = new URL(path, page.url()).pathname !== new URL(page.url()).pathname
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  if (isOther) await page.waitForFunction((element) => !element!.isConnected, heading)
  await page.locator('#desk h1').first().waitFor({ state: 'attached' })
}

/** Puts the passkey of an operator into the virtual authenticator of the page. */
async function givePasskey(page: Page, { passkey }: Signer): Promise<void> {
  const { devtools, authenticatorId } = await addAuthenticator(page)
  await devtools.send('WebAuthn.addCredential', {
    authenticatorId,
    credential: {
      credentialId: passkey.id.toString('base64'),
      isResidentCredential: false,
      rpId: 'localhost',
      privateKey: passkey.privateKey.toString('base64'),
      signCount: 0,
    },
  })
}

/** Reports the first product of a shop by the form of the storefront, as a visitor does. */
export async function reportProduct(env: TestEnvironment, shop: TestShop): Promise<void> {
  const sent = await env.builder.app.storefront.inject({
    method: 'POST',
    url: '/en/report',
    headers: { origin: env.storefrontOrigin, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      shop: shop.shopCode,
      product: shop.listings[0]!.id,
      reason: 'counterfeit',
      text: 'Not the real one',
      email: 'ann@visitor.example',
    }).toString(),
  })
  expect(sent.statusCode).toBe(303)
}

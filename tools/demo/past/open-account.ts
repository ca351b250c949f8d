/** A buyer of the past makes an account by the forms of the storefront and the link of the mail, and follows a shop. */
import { randomBytes } from 'node:crypto'
import type { Language } from '@quayside/contract'
import type { MessageRow } from '../../../apps/server/src/modules/people/outbox/store.ts'
import { contentOf } from '../../../apps/server/src/modules/people/outbox/write-message.ts'
import { queryOne, sql } from '../../../apps/server/src/platform/database/postgres.ts'
import { pause } from '../api-client.ts'
import { followAtShop, openGuestBrowser, requiredForm } from '../guests.ts'
import type { Buyer } from './trade.ts'
import type { PastServer } from './server.ts'

/** Follows the shop with this code. Returns the session of the account, and the language in which the buyer reads. */
export async function followWithAccount(
  { app, send }: PastServer,
  buyer: Buyer,
  shop: string,
): Promise<{ lang: Language; session: string }> {
  // The storefront has no German.
  const lang = buyer.lang === 'de' ? 'en' : buyer.lang
  const { storefrontUrl } = app.ctx.settings
  const browser = openGuestBrowser(lang, buyer.email, { send })
  const join = requiredForm(await browser.open(`${storefrontUrl}/${lang}/join`), /\/join$/)
  await browser.send(join, { email: buyer.email })
  const form = requiredForm(await browser.open(await linkOf(app, buyer.email)), /\/link\//)
  const password = `demo-${randomBytes(12).toString('base64url')}`
  await browser.send(form, { name: buyer.name, password, again: password })
  await followAtShop(browser, `${storefrontUrl}/${lang}/s/${shop}`, true)
  return { lang, session: browser.session()! }
}

/** The link that a job has mailed. */
async function linkOf({ ctx }: PastServer['app'], email: string): Promise<string> {
  for (let tries = 0; tries < 2000; tries += 1) {
    const row = await queryOne(
      ctx.db,
      sql<MessageRow>`select * from outbox where to_buyer and address = ${email} order by written_at desc, id desc limit 1`,
    )
    const link = row && /https?:\/\/\S+\/link\/[\w-]+/.exec(contentOf(ctx, row).text)
    if (link) return link[0]
    await pause(5)
  }
  throw new Error('the mail with the link of an account did not come')
}

import { asLanguage, type Language, type MessageType } from '@quayside/contract'
import { letter } from '@quayside/locales/catalogues'
import { after, days } from '../../platform/clock.ts'
import { tell } from '../../platform/events.ts'
import type { House } from '../../platform/house.ts'
import { later } from '../../platform/jobs.ts'
import { transact, type Tx } from '../../platform/postgres.ts'
import { idleFor } from '../identity/sessions.ts'
import { isHeard, writeMessage } from '../post/write-message.ts'
import { mailedAtOnce, wantedUnlessChosen } from './message.ts'
import { say, typeName } from './say.ts'
import {
  endTelling,
  liveSubscriptions,
  merchantOf,
  readChoices,
  readLanguage,
  takeTelling,
  takeUntold,
  type MessageRow,
} from './store.ts'

/** Sentences that one mail holds; what is more is a number. */
const mostInMail = 10
/** A mail of this age says nothing new. */
const mailUseful = days(1)

/** Sends what is due by mail and push, each message once. Answers how many types were told. */
export async function tellOutside(house: House): Promise<number> {
  let told = 0
  while (await transact(house.db, (tx) => tellNext(house, tx))) told += 1
  return told
}

/** False when nothing is due. */
async function tellNext(house: House, tx: Tx): Promise<boolean> {
  const now = house.clock.now()
  const due = await takeTelling(tx, now)
  if (!due) return false
  const { shop_id: shopId, type } = due
  // What was read in the meantime is no news.
  const fresh = await takeUntold(tx, shopId, type)
  await endTelling(tx, shopId, type, fresh.length > 0 ? now : null)
  if (fresh.length === 0) return true
  const choices = await readChoices(tx, shopId)
  const wants = (channel: 'email' | 'push') =>
    choices.find((choice) => choice.type === type && choice.channel === channel)?.wanted ??
    wantedUnlessChosen[channel].includes(type)
  if (wants('email')) await mail(house, tx, shopId, type, fresh, now)
  if (wants('push') && house.settings.push)
    for (const device of await liveSubscriptions(tx, shopId, now, after(now, -idleFor)))
      await later(tx, 'push-message', { shopId, device: device.id, type }, { attempts: 6 })
  return true
}

async function mail(
  house: House,
  tx: Tx,
  shopId: string,
  type: MessageType,
  fresh: MessageRow[],
  now: Date,
): Promise<void> {
  const news = fresh.filter((message) => !mailedAtOnce.includes(message.kind))
  const merchant = await merchantOf(tx, shopId)
  if (news.length === 0 || !merchant || !isHeard(house.settings, 'email')) return
  const lang: Language = asLanguage(await readLanguage(tx, shopId))
  const lines = news.slice(0, mostInMail).map((message) => {
    const { text, more } = say(lang, message)
    return more ? `${text}\n${more}` : text
  })
  if (news.length > mostInMail) lines.push(`+${news.length - mostInMail}`)
  lines.push(letter(lang, 'mail.messages.open', { url: `${house.settings.publicUrl}/#/pages/message` }))
  await writeMessage(
    house,
    tx,
    {
      merchantId: merchant.id,
      channel: 'email',
      address: merchant.email,
      content: {
        subject: letter(lang, 'mail.messages.subject', { type: typeName(lang, type) }),
        text: lines.join('\n\n'),
      },
      uselessAt: after(now, mailUseful),
    },
    now,
  )
  // The demo shows what would have been sent.
  await tell(tx, shopId, ['messages'])
}

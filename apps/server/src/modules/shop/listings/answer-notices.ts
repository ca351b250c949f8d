import type { ResponseBody, ParsedInput } from '@quayside/contract'
import * as listings from '@quayside/contract/listings'
import type { Call } from '../../../platform/http/route.ts'
import { newId } from '../../../platform/database/ids.ts'
import { notifyClients } from '../../../platform/events/events.ts'
import { sql, type Tx } from '../../../platform/database/postgres.ts'
import { parseInstant } from '../../../platform/jobs/clock.ts'
import { applyChange, offShelf } from './change-listings.ts'
import { markNoticesSeen, answeredNoticesSql, repriceChange } from './notice-store.ts'
import { readTerms } from './store.ts'

/**
 * Carries out the merchant's answer to supplier changes. A notice stays open when its listing could not be
 * changed.
 */
export async function answerNotices(
  tx: Tx,
  { actor: { shopId }, lang, now }: Pick<Call<typeof listings.answerNotices>, 'actor' | 'lang' | 'now'>,
  { notices, until, act }: ParsedInput<typeof listings.answerNotices>,
): Promise<ResponseBody<typeof listings.answerNotices>> {
  const terms = await readTerms(tx, shopId, now)
  const change =
    act === 'reprice' ? repriceChange(terms) : act === 'take-off' ? offShelf : { ...offShelf, unchanged: sql`true` }
  const id = newId()
  const answered = { notices, until: parseInstant(until) }
  const done = await applyChange(tx, { shopId, lang, now }, answeredNoticesSql(shopId, answered), change, terms, id)
  const refused = done.refused.map((listing) => listing.id)
  await markNoticesSeen(tx, shopId, answered, refused, { id, at: now })
  await notifyClients(tx, shopId, ['listings'])
  return done
}

import * as support from '@quayside/contract/support'
import { addTime, days, hours } from '../../../platform/jobs/clock.ts'
import { emitEvent, notifyOperators } from '../../../platform/events/events.ts'
import { defineRoute, defineRawRoute, type Route } from '../../../platform/http/route.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { SubjectResolver } from '../../money/ledger/subject.ts'
import { pictureOf, presentMessages } from './present.ts'
import { sendMessage } from './send-message.ts'
import { countUnread, medianAnswerMinutes, markRead, writeTyping } from './store.ts'
import { buyerMessageLimit, isSupportOpen } from './support.ts'

/** Messages of one merchant in an hour. */
const maxMessagesPerHour = 200

/** The side of merchants and buyers. */
export const supportRoutes = (subjects: SubjectResolver): Route[] => [
  defineRoute(support.supportConversation, async ({ ctx, actor, now }, page, db) => {
    const supportHours = ctx.business.at('support-hours', now)
    const party = { who: 'merchant', id: actor.shopId } as const
    const [conversation, unread, expected] = await Promise.all([
      presentMessages(ctx, db, party, 'party', page, now),
      countUnread(db, actor.shopId),
      medianAnswerMinutes(db, addTime(now, -days(30))),
    ])
    return {
      ...conversation,
      unread,
      expectedMinutes: expected,
      hours: supportHours ? { ...supportHours, open: isSupportOpen(supportHours, now) } : null,
    }
  }),

  defineRawRoute(
    support.sendToSupport,
    async ({ ctx, actor, now }, message) => {
      const author = {
        party: { who: 'merchant' as const, id: actor.shopId },
        operatorId: null,
        authorId: actor.merchantId,
        owner: { who: 'merchant' as const, id: actor.merchantId },
      }
      return sendMessage(ctx, subjects, author, message, now)
    },
    { limit: { name: 'support', per: 'merchant', max: maxMessagesPerHour, window: hours(1) } },
  ),

  defineRoute(support.typingToSupport, async ({ actor, now }, _input, tx) => {
    if (await writeTyping(tx, actor.shopId, now)) await notifyOperators(tx, ['talks'])
    return {}
  }),

  defineRoute(support.readSupport, async ({ actor, now }, { seq }, tx) => {
    if (await markRead(tx, actor.shopId, 'merchant', seq))
      await emitEvent(tx, 'talk.read', { shopId: actor.shopId, at: now, data: { seq } }, ['talk'])
    return {}
  }),

  defineRoute(support.supportAbout, async ({ actor }, { kind, id }) => {
    const about = (await subjects.byIds(actor.shopId, [id])).get(id)
    return about?.kind === kind ? about : refuse('support/about-unknown')
  }),

  defineRoute(support.supportPicture, ({ ctx, actor }, { id }, tx) => pictureOf(ctx, tx, actor.shopId, id)),

  // Buyers.

  defineRoute(support.buyerConversation, ({ ctx, actor, now }, page, db) =>
    presentMessages(ctx, db, { who: 'buyer', id: actor.buyerId }, 'party', page, now),
  ),

  defineRawRoute(
    support.sendAsBuyer,
    async ({ ctx, actor, now }, message) => {
      const author = {
        party: { who: 'buyer' as const, id: actor.buyerId },
        operatorId: null,
        authorId: actor.buyerId,
        owner: { who: 'buyer' as const, id: actor.buyerId },
      }
      return sendMessage(ctx, subjects, author, message, now)
    },
    { limit: { name: 'support', per: 'buyer', ...buyerMessageLimit } },
  ),

  defineRoute(support.readAsBuyer, async ({ actor }, { seq }, tx) => {
    if (await markRead(tx, actor.buyerId, 'merchant', seq)) await notifyOperators(tx, ['talks'])
    return {}
  }),
]

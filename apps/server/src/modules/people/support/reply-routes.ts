import { languages, type Language } from '@quayside/contract'
import * as desk from '@quayside/contract/support-desk'
import { nextTimeCursor, readTimeCursor } from '../../../platform/http/cursor.ts'
import { violatesConstraint } from '../../../platform/database/postgres.ts'
import { refuse, refuseFields } from '../../../platform/refusal.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import type { SubjectResolver } from '../../money/ledger/subject.ts'
import { readPartyLanguage, readShopBrief } from './inbox-store.ts'
import {
  deleteReplyRow,
  findReply,
  insertReply,
  listReplyRows,
  markReplyUsed,
  updateReply,
  type ReplyRow,
} from './reply-store.ts'
import { findLastCard, findParty } from './store.ts'
import { chooseText, fillVariables, unknownVariables } from './support.ts'

const present = (row: ReplyRow) => ({
  id: row.id,
  name: row.name,
  texts: row.texts,
  version: row.version,
  missing: languages.map(({ code }) => code).filter((code) => row.texts[code] === undefined),
  changedAt: row.changed_at.toISOString(),
  usedAt: row.used_at?.toISOString() ?? null,
  uses: row.uses,
})

export const replyRoutes = (subjects: SubjectResolver): Route[] => [
  defineRoute(
    desk.listReplies,
    async (_call, { search, limit, cursor }, db) => {
      const rows = await listReplyRows(db, search || undefined, readTimeCursor(cursor), limit)
      return {
        total: rows[0]?.total ?? 0,
        list: rows.map(present),
        cursor: nextTimeCursor(rows, limit, ({ sorted_at, id }) => ({ at: sorted_at, id })),
      }
    },
    { audit: { unwritten: 'Saved replies are no personal data.' } },
  ),

  defineRoute(
    desk.saveReply,
    async ({ actor, now }, { id, version, name, texts }, tx) => {
      if (!texts.en) return refuseFields({ 'texts.en': 'field/required' })
      const unknown = Object.values(texts).flatMap(unknownVariables)
      if (unknown.length > 0) return refuse('reply/unknown-variable', { name: `{${unknown[0]!}}` })
      const saved = { id, name, texts: texts as Partial<Record<Language, string>>, by: actor.operatorId, at: now }
      try {
        if (version === null) {
          if (await insertReply(tx, saved)) return { version: 1 }
          // The same request again: the reply exists as it was sent.
          const before = await findReply(tx, id)
          return before?.version === 1 ? { version: 1 } : refuse('reply/changed')
        }
        const changed = await updateReply(tx, { ...saved, version })
        if (changed) return changed
      } catch (error) {
        if (violatesConstraint(error, 'saved_reply_name')) return refuse('reply/name-taken')
        throw error
      }
      return refuse((await findReply(tx, id)) ? 'reply/changed' : 'reply/not-found')
    },
    {
      audit: { subject: 'reply', act: ({ version }) => (version === null ? 'created' : 'changed'), reason: () => null },
    },
  ),

  defineRoute(
    desk.deleteReply,
    async ({ actor, now }, { id }, tx) =>
      (await deleteReplyRow(tx, id, actor.operatorId, now)) ? {} : refuse('reply/not-found'),
    { audit: { subject: 'reply', act: 'deleted' } },
  ),

  defineRoute(
    desk.fillReply,
    async ({ ctx, now }, { id, conversationId, about }, tx) => {
      const reply = (await findReply(tx, id)) ?? refuse('reply/not-found')
      const party = (await findParty(tx, conversationId)) ?? refuse('support/not-found')
      const wanted = await readPartyLanguage(tx, party)
      const { text, language, fallback } = chooseText(reply.texts, wanted)
      const [shop, attached, last] = await Promise.all([
        party.who === 'merchant' ? readShopBrief(tx, party.id) : undefined,
        about && party.who === 'merchant'
          ? subjects.byIds(party.id, [about.id]).then((found) => found.get(about.id))
          : undefined,
        findLastCard(tx, party.id),
      ])
      const supportHours = ctx.business.at('support-hours', now)
      const clock = (hour: number) => `${String(hour % 24).padStart(2, '0')}:00`
      const values = {
        ...(shop?.name && { shop: shop.name }),
        ...((attached ?? last) && { code: (attached ?? last)!.code }),
        ...(supportHours && { hours: `${clock(supportHours.from)}–${clock(supportHours.to)} UTC` }),
      }
      await markReplyUsed(tx, id, now)
      return { ...fillVariables(text, values), language, fallback }
    },
    {
      audit: { subject: 'reply', act: 'read', shop: () => null, detail: ({ conversationId }) => ({ conversationId }) },
    },
  ),
]

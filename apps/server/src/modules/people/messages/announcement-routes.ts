import * as messages from '@quayside/contract/messages'
import { nextTimeCursor, readTimeCursor } from '../../../platform/http/cursor.ts'
import { refuse, refuseFields } from '../../../platform/refusal.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import { cancelAnnouncement, confirmAnnouncement, makeAnnouncement, readAudience } from './announce.ts'
import {
  audienceOfRow,
  countAnnouncements,
  findAnnouncement,
  listAnnouncementRows,
  type AnnouncementTexts,
  type ListedAnnouncement,
} from './announcement-store.ts'

const present = (row: ListedAnnouncement, operatorId: string) => ({
  id: row.id,
  at: row.at.toISOString(),
  title: row.title,
  state: row.state,
  sendAt: row.send_at.toISOString(),
  shops: row.state === 'sending' || row.state === 'sent' ? row.delivered : row.recipients,
  read: row.read,
  by: row.by_name,
  confirmedBy: row.confirmed_name,
  own: row.made_by === operatorId,
})

export const announcementRoutes = (): Route[] => [
  defineRoute(messages.previewAnnouncement, ({ now }, audience, db) => readAudience(db, audience, now), {
    audit: { unwritten: 'Counts are no personal data.' },
  }),

  defineRoute(
    messages.announce,
    async ({ actor, now }, { id, texts, shops, sendAt, ...audience }, tx) => {
      if (!texts.en) return refuseFields({ 'texts.en': 'field/required' })
      const input = {
        id,
        texts: texts as AnnouncementTexts,
        audience,
        shops,
        sendAt: sendAt ? new Date(sendAt) : null,
      }
      return { state: await makeAnnouncement(tx, actor.operatorId, input, now) }
    },
    {
      audit: {
        subject: 'announcement',
        act: 'sent',
        detail: ({ texts, shops, languages, countries, states }) => ({
          title: texts.en?.title,
          shops,
          languages,
          countries,
          states,
        }),
      },
    },
  ),

  defineRoute(
    messages.confirmAnnouncement,
    async ({ actor, now }, input, tx) => ({ state: await confirmAnnouncement(tx, actor.operatorId, input, now) }),
    {
      decides: { kinds: ['announcement'] },
      audit: { subject: 'announcement', act: 'confirmed', detail: ({ shops }) => ({ shops }) },
    },
  ),

  defineRoute(
    messages.cancelAnnouncement,
    async ({ actor, now }, { id }, tx) => {
      await cancelAnnouncement(tx, actor.operatorId, id, now)
      return {}
    },
    { decides: { kinds: ['announcement'] }, audit: { subject: 'announcement', act: 'revoked' } },
  ),

  defineRoute(
    messages.listAnnouncements,
    async ({ actor }, { limit, page, cursor }, db) => {
      const after = readTimeCursor(cursor)
      const [rows, total] = await Promise.all([
        listAnnouncementRows(db, after, limit, after ? 0 : (page - 1) * limit),
        countAnnouncements(db),
      ])
      return {
        total,
        list: rows.map((row) => present(row, actor.operatorId)),
        cursor: nextTimeCursor(rows, limit, ({ at, id }) => ({ at, id })),
      }
    },
    { audit: { unwritten: 'Announcements are no personal data.' } },
  ),

  defineRoute(
    messages.announcementDetail,
    async ({ actor, now }, { id }, db) => {
      const row = await findAnnouncement(db, id)
      if (!row) return refuse('announcement/not-found')
      const { shops, languages } = await readAudience(db, audienceOfRow(row), now)
      return {
        ...present(row, actor.operatorId),
        texts: row.texts,
        languages: row.languages,
        countries: row.countries,
        states: row.shop_states,
        audience: { shops, languages },
        missing: languages.map(({ language }) => language).filter((language) => !row.texts[language]),
      }
    },
    { audit: { unwritten: 'Announcements are no personal data.' } },
  ),
]

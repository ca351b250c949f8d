import { maxRecipientsAlone } from '@quayside/contract'
import { addTime, days, hours } from '../../../platform/jobs/clock.ts'
import { notifyClients, notifyOperators } from '../../../platform/events/events.ts'
import type { AppContext } from '../../../platform/app-context.ts'
import { enqueueJob } from '../../../platform/jobs/jobs.ts'
import { withTransaction, type Queryable, type Tx } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import {
  audienceOfRow,
  countAudience,
  deliverAnnouncement,
  insertAnnouncement,
  lockAnnouncement,
  lockDueAnnouncement,
  writeAnnouncementState,
  writeCancellation,
  writeConfirmation,
  writeSent,
  type AnnouncementRow,
  type AnnouncementState,
  type AnnouncementTexts,
  type Audience,
} from './announcement-store.ts'
import { quietPeriod } from './message.ts'
import { scheduleNotifications } from './store.ts'

/** Shops in one transaction. */
const batchSize = 500
/** An announcement is scheduled at most this far ahead. */
const maxSchedule = days(90)
/** The second person confirms within this time. */
const confirmationTime = hours(24)

/** The number of shops of an audience, and their languages. */
export async function readAudience(db: Queryable, audience: Audience, now: Date) {
  const languages = await countAudience(db, audience, now)
  const shops = languages.reduce((sum, one) => sum + one.shops, 0)
  return { shops, languages, needsSecond: shops > maxRecipientsAlone }
}

/** Refuses when the audience is another one than the operator saw. */
async function requireSameAudience(tx: Tx, audience: Audience, seen: number, now: Date): Promise<void> {
  const { shops } = await readAudience(tx, audience, now)
  if (shops === 0) refuse('announcement/nobody')
  if (shops !== seen) refuse('announcement/audience-changed', { count: shops })
}

const startSending = (tx: Tx, id: string) => enqueueJob(tx, 'announce', { id }, { key: `announcement ${id}` })

/** Makes an announcement. To few shops it is sent or scheduled at once; to many it waits for the second person. */
export async function makeAnnouncement(
  tx: Tx,
  operatorId: string,
  input: { id: string; texts: AnnouncementTexts; audience: Audience; shops: number; sendAt: Date | null },
  now: Date,
): Promise<AnnouncementState> {
  const before = await lockAnnouncement(tx, input.id)
  if (before) return before.state
  if (input.sendAt && !(input.sendAt > now && input.sendAt <= addTime(now, maxSchedule)))
    refuse('announcement/send-time')
  await requireSameAudience(tx, input.audience, input.shops, now)
  const toConfirm = input.shops > maxRecipientsAlone
  const state = toConfirm ? 'to-confirm' : input.sendAt ? 'scheduled' : 'sending'
  const inserted = await insertAnnouncement(tx, {
    id: input.id,
    texts: input.texts,
    audience: input.audience,
    state,
    recipients: input.shops,
    sendAt: input.sendAt ?? now,
    confirmBy: addTime(now, confirmationTime),
    by: operatorId,
    at: now,
  })
  if (inserted && state === 'sending') await startSending(tx, input.id)
  await notifyOperators(tx, ['talks'])
  return state
}

/** The second person confirms. The announcement is sent at once, or at its time. */
export async function confirmAnnouncement(
  tx: Tx,
  operatorId: string,
  { id, shops }: { id: string; shops: number },
  now: Date,
): Promise<AnnouncementState> {
  const row = await lockAnnouncement(tx, id)
  if (!row) return refuse('announcement/not-found')
  if (row.state !== 'to-confirm') return refuse('announcement/not-waiting')
  await requireSameAudience(tx, audienceOfRow(row), shops, now)
  const state = row.send_at > now ? 'scheduled' : 'sending'
  await writeConfirmation(tx, id, { state, recipients: shops, by: operatorId, at: now })
  if (state === 'sending') {
    await writeAnnouncementState(tx, id, 'sending', shops, now)
    await startSending(tx, id)
  }
  await notifyOperators(tx, ['talks'])
  return state
}

export async function cancelAnnouncement(tx: Tx, operatorId: string, id: string, now: Date): Promise<void> {
  const row = await lockAnnouncement(tx, id)
  if (!row) return refuse('announcement/not-found')
  if (row.state !== 'to-confirm' && row.state !== 'scheduled') return refuse('announcement/not-waiting')
  await writeCancellation(tx, id, operatorId, now)
  await notifyOperators(tx, ['talks'])
}

/** Counts the audience again. An announcement that grew beyond the limit of one person waits for the second one. */
async function beginScheduled(tx: Tx, row: AnnouncementRow, now: Date): Promise<void> {
  const { shops, needsSecond } = await readAudience(tx, audienceOfRow(row), now)
  if (needsSecond && !row.confirmed_by) return void (await writeAnnouncementState(tx, row.id, 'to-confirm', shops, now))
  await writeAnnouncementState(tx, row.id, 'sending', shops, now)
  await startSending(tx, row.id)
}

/** Begins the sending of every announcement whose time has come. */
export async function sendDueAnnouncements(ctx: AppContext): Promise<void> {
  for (;;) {
    const found = await withTransaction(ctx.db, async (tx) => {
      const row = await lockDueAnnouncement(tx, ctx.clock.now())
      if (row) await beginScheduled(tx, row, ctx.clock.now())
      return row !== undefined
    })
    if (!found) return
  }
}

/** Delivers an announcement to every shop of its audience. Safe to stop anywhere and to repeat. */
export async function fanOutAnnouncement(ctx: AppContext, id: string): Promise<void> {
  for (;;) {
    const delivered = await withTransaction(ctx.db, async (tx) => {
      // Two workers deliver one after the other: the second finds the announcement sent.
      if ((await lockAnnouncement(tx, id))?.state !== 'sending') return 0
      const shops = (await deliverAnnouncement(tx, id, batchSize)).map((row) => row.shop_id)
      if (shops.length > 0) await scheduleNotifications(tx, shops, 'announcement', ctx.clock.now(), quietPeriod)
      for (const shopId of shops) await notifyClients(tx, shopId, ['messages'])
      if (shops.length < batchSize) {
        await writeSent(tx, id, ctx.clock.now())
        await notifyOperators(tx, ['talks'])
      }
      return shops.length
    })
    if (delivered < batchSize) return
  }
}

import type { AppContext } from '../../../platform/app-context.ts'
import { addTime, hours } from '../../../platform/jobs/clock.ts'
import { newId } from '../../../platform/database/ids.ts'
import { enqueueJob } from '../../../platform/jobs/jobs.ts'
import { withTransaction, type Tx } from '../../../platform/database/postgres.ts'
import { writeMessage } from '../../people/outbox/write-message.ts'
import { alertMail, findAlerts, type Alert, type AlertFigures, type AlertStage } from './staff-alert.ts'
import { claimReminders, closeAlertsExcept, openAlert, type StaffAlertRow } from './staff-alert-store.ts'
import {
  listChainFigures,
  readDatabaseFigures,
  readJobFigures,
  readLastReconciliation,
  readQueueFigures,
} from './store.ts'

/** Interval between two notices about an alert that stays open. */
const reminderInterval = hours(24)

/**
 * Opens and closes alerts, and sends each change by mail and webhook. Runs every minute. Workers that run it at the
 * same time open each alert once: the table has one open row of a kind and subject.
 */
export async function notifyStaff(ctx: AppContext): Promise<void> {
  const now = ctx.clock.now()
  const alerts = findAlerts(await readFigures(ctx, now), now)
  await withTransaction(ctx.db, async (tx) => {
    for (const alert of alerts) {
      const opened = await openAlert(tx, newId(), alert, now)
      if (opened) await sendNotice(ctx, tx, opened, 'opened', now)
    }
    for (const row of await claimReminders(tx, addTime(now, -reminderInterval), now))
      await sendNotice(ctx, tx, row, 'reminder', now)
    const keys = alerts.map(({ kind, subject }) => `${kind} ${subject}`)
    for (const row of await closeAlertsExcept(tx, keys, now)) await sendNotice(ctx, tx, row, 'closed', now)
  })
}

async function readFigures({ db }: AppContext, now: Date): Promise<AlertFigures> {
  const [jobs, queues, reconciliation, chains, database] = await Promise.all([
    readJobFigures(db),
    readQueueFigures(db, now),
    readLastReconciliation(db),
    listChainFigures(db),
    readDatabaseFigures(db),
  ])
  return { jobs, queues, reconciliation: reconciliation ?? null, chains, database }
}

async function sendNotice(
  ctx: AppContext,
  tx: Tx,
  { id, kind, subject, facts }: StaffAlertRow,
  stage: AlertStage,
  now: Date,
): Promise<void> {
  const { alerts } = ctx.settings
  const alert: Alert = { kind, subject, facts }
  const mail = alertMail(alert, stage, ctx.settings.publicUrl)
  const level = stage === 'closed' ? 'info' : 'error'
  ctx.log[level]({ alert: id, kind, subject, stage, ...facts }, `staff alert: ${mail.subject}`)
  for (const address of alerts.mail)
    await writeMessage(ctx, tx, { merchantId: null, channel: 'email', address, content: mail, expiresAt: null }, now)
  if (alerts.webhook) {
    const notice = { id, stage, kind, subject, facts, title: mail.subject, at: now.toISOString() }
    await enqueueJob(tx, 'send-staff-alert', notice, { attempts: 12 })
  }
}

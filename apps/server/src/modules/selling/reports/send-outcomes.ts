import { mailLetter, mailMessage } from '@quayside/locales/catalogues'
import type { AppContext } from '../../../platform/app-context.ts'
import { withTransaction, type Tx } from '../../../platform/database/postgres.ts'
import { isConfigured, writeMessage } from '../../people/outbox/write-message.ts'
import { lockNextOutcome, writeTold } from './store.ts'

/** Mails the outcomes of reports, each once, and forgets the addresses. Returns their number. */
export async function sendReportOutcomes(ctx: AppContext): Promise<number> {
  let written = 0
  while (await withTransaction(ctx.db, (tx) => writeNext(ctx, tx))) written += 1
  return written
}

async function writeNext(ctx: AppContext, tx: Tx): Promise<boolean> {
  const now = ctx.clock.now()
  const report = await lockNextOutcome(tx)
  if (!report) return false
  await writeTold(tx, report.id, now)
  if (!isConfigured(ctx.settings, 'email')) return true
  const { language: lang, email: address, code, subject: name } = report
  const parts = [
    mailMessage(lang, `mail.report-${report.state}.text`, { code, name }),
    // The words of an operator, as they were written.
    ...(report.note === null ? [] : [`\u2068${report.note}\u2069`]),
  ]
  const content = {
    subject: mailMessage(lang, 'mail.report.subject', { code }),
    text: mailLetter(lang, parts.join('\n\n')),
  }
  await writeMessage(ctx, tx, { to: 'buyer', channel: 'email', address, content, expiresAt: null }, now)
  return true
}

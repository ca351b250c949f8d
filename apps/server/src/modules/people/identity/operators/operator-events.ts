import type { Language } from '@quayside/contract'
import type { MailMessage } from '@quayside/locales'
import { mailLetter, mailMessage } from '@quayside/locales/catalogues'
import type { AppContext } from '../../../../platform/app-context.ts'
import { notifyOperators } from '../../../../platform/events/events.ts'
import type { Tx } from '../../../../platform/database/postgres.ts'
import { isConfigured, writeMessage } from '../../outbox/write-message.ts'
import { insertOperatorEvent, readOwners } from './operator-store.ts'

export type OperatorEventName =
  | 'operator.invited'
  | 'operator.invitation-confirmed'
  | 'operator.invitation-revoked'
  | 'operator.admitted'
  | 'operator.readmitted'
  | 'operator.desk-granted'
  | 'operator.desk-withdrawn'
  | 'operator.deactivated'
  | 'operator.password-chosen'
  | 'operator.second-factor-enrolled'
  | 'operator.second-factor-removed'
  | 'operator.recovery-codes-made'
  | 'operator.recovery-code-used'
  | 'operator.passkey-added'
  | 'operator.passkey-removed'

export type OperatorEvent = {
  operatorId: string | null
  by: string | null
  data?: Record<string, unknown>
  at: Date
}

/** Records an event about an operator in the transaction of its command, and tells open consoles. */
export async function recordOperatorEvent(tx: Tx, name: OperatorEventName, event: OperatorEvent): Promise<void> {
  await insertOperatorEvent(tx, { data: {}, ...event, name })
  await notifyOperators(tx, ['operators'])
}

/** Mails one text to every active owner: no owner admits, grants or deactivates without notice to the others. */
export async function notifyOwners(
  ctx: AppContext,
  tx: Tx,
  text: MailMessage,
  values: Record<string, string>,
  lang: Language,
  now: Date,
): Promise<void> {
  if (!isConfigured(ctx.settings, 'email')) return
  for (const { email } of await readOwners(tx))
    await writeMessage(
      ctx,
      tx,
      {
        merchantId: null,
        channel: 'email',
        address: email,
        content: {
          subject: mailMessage(lang, 'mail.operator-news.subject', {}),
          text: mailLetter(lang, mailMessage(lang, text, values)),
        },
        expiresAt: null,
      },
      now,
    )
}

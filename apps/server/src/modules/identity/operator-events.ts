import type { Language } from '@quayside/contract'
import type { MailMessage } from '@quayside/locales'
import { mailMessage } from '@quayside/locales/catalogues'
import type { AppContext } from '../../platform/app-context.ts'
import type { Tx } from '../../platform/postgres.ts'
import { isConfigured, writeMessage } from '../outbox/write-message.ts'
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
  | 'operator.recovery-code-used'

export type OperatorEvent = {
  operatorId: string | null
  by: string | null
  data?: Record<string, unknown>
  at: Date
}

/** Records an event about an operator in the transaction of its command. */
export const recordOperatorEvent = (tx: Tx, name: OperatorEventName, event: OperatorEvent) =>
  insertOperatorEvent(tx, { data: {}, ...event, name })

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
          text: mailMessage(lang, text, values),
        },
        expiresAt: null,
      },
      now,
    )
}

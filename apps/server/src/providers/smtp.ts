import type { Transporter } from 'nodemailer'
import { PermanentFailure, type Sender } from '../platform/sender.ts'
import { traced } from '../platform/observability/tracing.ts'

const nearby = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Whether a retry is useless: the server refused the recipient or the message. A wrong login or sender is a wrong
 * setting.
 */
const isFinal = (error: unknown): boolean => {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number }
  return (
    responseCode !== undefined &&
    responseCode >= 500 &&
    (code === 'EMESSAGE' || (code === 'EENVELOPE' && command === 'RCPT TO'))
  )
}

/** Sends mail by SMTP; to another machine only over TLS. */
export function smtpSender(settings: { url: string; from: string }): Sender {
  let transport: Promise<Transporter> | undefined
  const open = async (): Promise<Transporter> => {
    // Imported when the first mail is sent: most copies of the server send none.
    const { createTransport } = await import('nodemailer')
    const url = new URL(settings.url)
    const secure = url.protocol === 'smtps:'
    return createTransport({
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port) || (secure ? 465 : 587),
      secure,
      requireTLS: !secure && !nearby.has(url.hostname),
      ...(url.username
        ? { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }
        : {}),
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 20_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  return {
    async send({ id, to, subject, text, html }) {
      try {
        const mail = {
          from: settings.from,
          to: { name: '', address: to },
          subject: subject ?? '',
          text,
          ...(html !== undefined && { html }),
          messageId: `<${id}@${/@([^\s>]+)/.exec(settings.from)![1]}>`,
          // Auto-responders do not answer such mail.
          headers: { 'Auto-Submitted': 'auto-generated' },
        }
        const attributes = { 'server.address': new URL(settings.url).hostname }
        await traced('send mail', { kind: 'client', attributes }, async () =>
          (await (transport ??= open())).sendMail(mail),
        )
      } catch (error) {
        if (isFinal(error)) throw new PermanentFailure('the mail server refused the message', { cause: error })
        throw error
      }
    },
  }
}

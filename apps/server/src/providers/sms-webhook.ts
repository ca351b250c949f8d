import { PermanentFailure, type Sender } from '../platform/sender.ts'

/**
 * Sends text messages through any gateway that accepts JSON over HTTP: `{ id, to, text }` with the headers
 * `quayside-secret` and `idempotency-key`.
 * A status 2xx means accepted. After 408, 429 and 5xx the message is sent again; any other status is final.
 */
export function smsSender(settings: { url: string; secret: string }): Sender {
  return {
    async send({ id, to, text }) {
      const answer = await fetch(settings.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'quayside-secret': settings.secret, 'idempotency-key': id },
        body: JSON.stringify({ id, to, text }),
        // A redirect could send the secret and the code to another host.
        redirect: 'error',
        signal: AbortSignal.timeout(15_000),
      })
      await answer.body?.cancel()
      if (answer.ok) return
      const worthAnother = answer.status === 408 || answer.status === 429 || answer.status >= 500
      if (!worthAnother) throw new PermanentFailure(`sms gateway: refused with status ${answer.status}`)
      throw new Error(`sms gateway: failed with status ${answer.status}`)
    },
  }
}

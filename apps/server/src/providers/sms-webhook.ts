import { PermanentFailure, type Sender } from '../platform/sender.ts'

/**
 * Text messages through any gateway that takes JSON over HTTP: `{ id, to, text }` with the headers `quayside-secret` and
 * `idempotency-key`. 2xx means taken; 408, 429 and 5xx are tried again; every other answer is final.
 */
export function smsSender(settings: { url: string; secret: string }): Sender {
  return {
    async send({ id, to, text }) {
      const answer = await fetch(settings.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'quayside-secret': settings.secret, 'idempotency-key': id },
        body: JSON.stringify({ id, to, text }),
        // The secret and the code go to the named address and nowhere else.
        redirect: 'error',
        signal: AbortSignal.timeout(15_000),
      })
      await answer.body?.cancel()
      if (answer.ok) return
      const worthAnother = answer.status === 408 || answer.status === 429 || answer.status >= 500
      if (!worthAnother) throw new PermanentFailure(`the SMS gateway answered ${answer.status}`)
      throw new Error(`the SMS gateway answered ${answer.status}`)
    },
  }
}

/** Webhooks of the test processor. */
import { parseCents } from '@quayside/contract'
import { sql } from '../../src/platform/database/postgres.ts'
import { signCall } from '../../src/platform/security/signature.ts'
import { webhookSecret, type TestServer } from '../server.ts'

/** A webhook of the test processor. `type` and `id` can be changed for tests of invalid webhooks. */
export const webhook = (
  reference: string,
  amount: string,
  { type = 'payment.captured', id = `ev_${reference}` } = {},
) =>
  JSON.stringify({
    id,
    type,
    checkout: reference,
    charge: reference.replace(/^tc_/, 'ch_'),
    amount: amount.replace('.', ''),
  })

/** A webhook of the test processor about a dispute of a payment. The amount is in dollars. */
export const disputeWebhook = (
  checkoutReference: string,
  amount: string,
  type: 'opened' | 'won' | 'lost',
  { dispute = `dp_${checkoutReference}`, evidenceBy = null as string | null } = {},
) =>
  JSON.stringify({
    id: `ev_${type}_${dispute}`,
    type: `dispute.${type}`,
    dispute,
    charge: checkoutReference.replace(/^tc_/, 'ch_'),
    amount: String(parseCents(amount)),
    evidenceBy,
  })

/**
 * Stores the event at the test processor, where the server verifies it, and sends the signed webhook. Returns the
 * HTTP status.
 */
export async function sendWebhook(server: TestServer, body: string, secret = webhookSecret): Promise<number> {
  const event = JSON.parse(body) as {
    type: string
    checkout: string
    amount: string
    dispute: string
    charge: string
    evidenceBy: string | null
  }
  if (secret === webhookSecret && event.type === 'payment.captured')
    await sql`update test_checkout set paid_at = coalesce(paid_at, ${server.clock.now()}), amount = ${event.amount}
      where reference = ${event.checkout}`.execute(server.owner)
  if (secret === webhookSecret && event.type.startsWith('dispute.'))
    await sql`insert into test_dispute (reference, charge, amount, outcome, evidence_by)
      values (${event.dispute}, ${event.charge}, ${event.amount}, nullif(${event.type.slice('dispute.'.length)}, 'opened'), ${event.evidenceBy})
      on conflict (reference) do update set outcome = coalesce(excluded.outcome, test_dispute.outcome)`.execute(
      server.owner,
    )
  return deliver(server, body, secret)
}

/** Sends a signed webhook without storing its event at the test processor. Returns the HTTP status. */
export async function deliver(server: TestServer, body: string, secret = webhookSecret): Promise<number> {
  const answer = await server.app.http.inject({
    method: 'POST',
    url: '/store/webhook/test',
    headers: { 'content-type': 'application/json', 'quayside-signature': signCall(secret, body) },
    payload: body,
  })
  return answer.statusCode
}

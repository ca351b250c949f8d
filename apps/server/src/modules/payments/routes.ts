/** The card processors' webhooks, and to which module a payment belongs. */
import { stripeWebhook, testWebhook } from '@quayside/contract'
import type { FastifyRequest } from 'fastify'
import type { House } from '../../platform/house.ts'
import { onRaw, type Route } from '../../platform/http.ts'
import { BadSignature, type Captured, type Disputed, type Processor } from '../../platform/processor.ts'
import { refuse } from '../../platform/refusal.ts'
import { takeDispute } from '../deposits/dispute-deposit.ts'
import { takeCardPayment } from '../deposits/open-card-deposit.ts'
import { takePayment } from '../orders/take-payment.ts'

export const paymentRoutes = (processors: Partial<Record<Processor['name'], Processor>>): Route[] => [
  onRaw(stripeWebhook, ({ house, request }) => receiveEvent(house, processors.stripe, request)),
  onRaw(testWebhook, ({ house, request }) =>
    processors.test ? receiveEvent(house, processors.test, request) : refuse('request/demo-only'),
  ),
]

async function receiveEvent(house: House, processor: Processor | undefined, request: FastifyRequest) {
  const { rawBody } = request as FastifyRequest & { rawBody?: Buffer }
  if (!processor || !rawBody) return refuse('payment/bad-signature')
  try {
    const event = processor.readWebhook(rawBody, request.headers)
    // Unknown to every module: its checkout was opened and is not committed yet, or a dispute came before its payment. Failing makes the
    // processor send it again.
    if (event && !(await dispatchEvent(house, processor, event))) refuse('payment/not-found')
    return {}
  } catch (error) {
    if (error instanceof BadSignature) refuse('payment/bad-signature')
    throw error
  }
}

/** Hands an event to the module that opened the checkout; false when none did. */
async function dispatchEvent(house: House, processor: Processor, event: Captured | Disputed): Promise<boolean> {
  if (event.kind === 'disputed') return takeDispute(house, processor, event)
  return (await takePayment(house, processor, event)) || (await takeCardPayment(house, processor, event))
}

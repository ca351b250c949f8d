import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../../platform/app-context.ts'
import { BadSignature, ProcessorDown, type Processor } from '../../../domain/processor.ts'
import { Refusal, refuse } from '../../../platform/refusal.ts'
import { receiveEvent } from './receive-event.ts'

/**
 * Receives a processor's call and turns its errors into HTTP responses that make the processor repeat the event, or
 * not.
 */
export async function receiveWebhook(ctx: AppContext, processor: Processor | undefined, request: FastifyRequest) {
  const { rawBody } = request as FastifyRequest & { rawBody?: Buffer }
  if (!processor || !rawBody) return refuse('payment/bad-signature')
  try {
    await receiveEvent(ctx, processor, rawBody, request.headers)
    return {}
  } catch (error) {
    if (error instanceof BadSignature) refuse('payment/bad-signature')
    if (error instanceof ProcessorDown) {
      ctx.log.warn(
        { err: error, processor: processor.name },
        'payments: request to the processor about its event failed',
      )
      refuse('request/unavailable')
    }
    // A refusal is answered with 200, and the processor would count the event as received.
    if (error instanceof Refusal)
      throw new Error(`payments: refusal while booking an event: ${error.reason}`, { cause: error })
    throw error
  }
}

import type { FastifyBaseLogger } from 'fastify'
import pino from 'pino'
import { withoutRowContents } from './error-log.ts'
import { tracing } from './tracing.ts'

export type Logger = FastifyBaseLogger

/**
 * The log of the process, in JSON lines on the standard output. It never holds tokens, keys, passwords or rows.
 * `withTraces`: the lines of a traced request or job carry its ids.
 */
export const createLogger = (level: string, withTraces = false): Logger =>
  pino({
    level,
    ...(withTraces && { mixin: () => tracing()?.logFields() ?? {} }),
    redact: [
      'req.headers.token',
      'req.headers.device',
      'req.headers["idempotency-key"]',
      '*.password',
      '*.paymentPassword',
      '*.loginPassword',
      '*.old',
      '*.again',
    ],
    serializers: { err: withoutRowContents },
  })

import type { FastifyBaseLogger } from 'fastify'
import pino from 'pino'
import { withoutRowContents } from './error-log.ts'

export type Logger = FastifyBaseLogger

/** The log of the process, in JSON lines on the standard output. It never holds tokens, keys, passwords or rows. */
export const createLogger = (level: string): Logger =>
  pino({
    level,
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

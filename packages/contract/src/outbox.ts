/** Messages sent by mail and phone. */
import * as z from 'zod/mini'
import { endpoint, merchant } from './endpoint.ts'
import { empty, id, instant } from './shapes.ts'

/** The channels for messages to a merchant. */
export const channels = ['email', 'phone'] as const
export type Channel = (typeof channels)[number]

/** A message that was sent to a merchant. */
export const outboxMessage = z.object({
  id,
  channel: z.enum(channels),
  to: z.string(),
  at: instant,
  subject: z.nullable(z.string()),
  text: z.string(),
})

export const demoOutbox = endpoint({
  api: 'merchant',
  path: '/merchant/demo/outbox',
  summary:
    'The merchant’s own messages that were not sent because no gateway is configured, newest first. Demo mode only.',
  access: merchant,
  readOnly: true,
  input: empty,
  response: z.object({
    list: z.array(outboxMessage),
  }),
  refusals: ['request/demo-only'],
})

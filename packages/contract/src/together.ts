/** Several reads of the console in one request. */
import * as z from 'zod/mini'
import { anyOperator, endpoint } from './endpoint.ts'

export const maxCallsTogether = 20

export const readTogether = endpoint({
  api: 'platform',
  path: '/platform/together',
  summary:
    'Answers several read-only calls of the platform at once, each as if it had been sent alone: with the caller’s rights, its limits and its row in the audit. `status` and `body` are those of its response.',
  access: anyOperator,
  readOnly: true,
  input: z.strictObject({
    calls: z
      .array(z.strictObject({ path: z.string().check(z.maxLength(100)), input: z.unknown() }))
      .check(z.minLength(1), z.maxLength(maxCallsTogether)),
  }),
  response: z.object({ answers: z.array(z.object({ status: z.int(), body: z.unknown() })) }),
  refusals: ['request/malformed'],
})

import type { Endpoint, RefusalName } from '@quayside/contract'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { Refusal, refuse } from '../refusal.ts'

type Issue = {
  code?: string
  path: PropertyKey[]
  message: string
  input?: unknown
  origin?: string
  errors?: Issue[][]
}

/** Maps each schema issue to a refusal of its field. An issue that no form can cause is `request/malformed`. */
function refuseIssues(issues: readonly Issue[]): never {
  const fields: Record<string, RefusalName> = {}
  for (const issue of issues) {
    const path = issue.path.map(String).join('.')
    if (issue.message.startsWith('field/')) fields[path] ??= issue.message as RefusalName
    else if (issue.code === 'invalid_type' && issue.input === undefined) fields[path] ??= 'field/required'
    else if (issue.code === 'too_small')
      fields[path] ??= issue.origin === 'string' ? 'field/too-short' : 'field/too-small'
    else if (issue.code === 'too_big') fields[path] ??= issue.origin === 'string' ? 'field/too-long' : 'field/too-large'
    else if (issue.code === 'invalid_format' || issue.code === 'invalid_value') fields[path] ??= 'field/invalid'
    else refuse('request/malformed')
  }
  throw new Refusal('request/invalid', {}, fields)
}

/** Reads the input of an endpoint from the request. Refuses an input that does not match the schema. */
export function validateInput(endpoint: Endpoint, request: FastifyRequest): unknown {
  const input = endpoint.method === 'GET' || endpoint.upload ? request.query : (request.body ?? {})
  const result = z.safeParse(endpoint.input, input, { reportInput: true })
  if (!result.success) refuseIssues(result.error.issues as unknown as Issue[])
  return result.data
}

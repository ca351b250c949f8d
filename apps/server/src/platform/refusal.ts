import type { RefusalName, RefusalValues } from '@quayside/contract'

/**
 * An expected refusal with a stable name. The HTTP layer translates it into the caller's language. It rolls the
 * transaction back.
 */
export class Refusal extends Error {
  readonly reason: RefusalName
  readonly values: RefusalValues
  /** Further refusals by field of the input. */
  readonly fields: Record<string, RefusalName>

  constructor(reason: RefusalName, values: RefusalValues = {}, fields: Record<string, RefusalName> = {}) {
    super(reason)
    this.reason = reason
    this.values = values
    this.fields = fields
  }
}

export function refuse(reason: RefusalName, values?: RefusalValues): never {
  throw new Refusal(reason, values)
}

/** Refuses one or more fields of the input, each with its own message. */
export function refuseFields(fields: Record<string, RefusalName>): never {
  throw new Refusal('request/invalid', {}, fields)
}

/** A broken invariant is a bug: it becomes a 500 with a request id and is logged. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`invariant broken: ${message}`)
}

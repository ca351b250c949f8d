import { violatesConstraint } from '../../../platform/database/postgres.ts'
import { Refusal } from '../../../platform/refusal.ts'

/** Turns the violation of a unique code into a refusal at its field. */
export const takenCode = (constraint: string, field: string) => (error: unknown) => {
  if (violatesConstraint(error, constraint))
    throw new Refusal('product/code-taken', {}, { [field]: 'product/code-taken' })
  throw error
}

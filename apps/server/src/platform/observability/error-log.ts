import { stdSerializers, type SerializedError } from 'pino'

/** Fields of a PostgreSQL error that quote rows, parameters or whole statements. */
const quoting = ['detail', 'where', 'internalQuery', 'query', 'parameters', 'hint']

/**
 * Serializes an error for the log: message, stack and codes, without the row contents in PostgreSQL errors.
 */
export function withoutRowContents(error: Error): SerializedError {
  const serialized = stdSerializers.err(error)
  for (const field of quoting) delete serialized[field]
  // `pg` attaches the whole connection object to an error of its pool.
  delete serialized['client']
  return serialized
}

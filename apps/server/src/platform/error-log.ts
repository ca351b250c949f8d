import { stdSerializers, type SerializedError } from 'pino'

/** Fields of a PostgreSQL error that quote rows, parameters or whole statements. */
const quoting = ['detail', 'where', 'internalQuery', 'query', 'parameters', 'hint']

/**
 * How errors are logged: message, stack and codes, without the contents of rows that PostgreSQL puts into its
 * errors.
 */
export function withoutRowContents(error: Error): SerializedError {
  const serialized = stdSerializers.err(error)
  for (const field of quoting) delete serialized[field]
  // `pg` puts its whole connection object onto the errors of its pool.
  delete serialized['client']
  return serialized
}

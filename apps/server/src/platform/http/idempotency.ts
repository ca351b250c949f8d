import { createHash } from 'node:crypto'
import { invariant, refuse } from '../refusal.ts'
import { queryOne, sql, type Queryable, type Tx } from '../database/postgres.ts'

const hashOf = (request: unknown): Buffer => createHash('sha256').update(JSON.stringify(request)).digest()

const readKey = <T>(db: Queryable, scope: string, key: string) =>
  queryOne(
    db,
    sql<{
      request_hash: Buffer
      answer: T
    }>`select request_hash, answer from request_key where scope = ${scope} and key = ${key}`,
  )

/**
 * Runs `act` once for an idempotency key. The same key with the same request returns the stored response.
 * The same key with another request is refused. A concurrent second request waits for the first on the key's row.
 * A refusal or an error rolls the key back too, so the key can be used again.
 */
export async function withIdempotencyKey<T>(
  tx: Tx,
  scope: string,
  key: string | undefined,
  request: unknown,
  act: () => Promise<T>,
): Promise<T> {
  if (!key || key.length > 255) refuse('request/key-missing')
  const requestHash = hashOf(request)
  const claimed = await queryOne(
    tx,
    sql<{ ok: boolean }>`insert into request_key (scope, key, request_hash) values (${scope}, ${key}, ${requestHash})
      on conflict (scope, key) do nothing returning true as ok`,
  )
  if (!claimed) {
    const before = await readKey<T>(tx, scope, key)
    invariant(before, 'a key that could not be claimed exists')
    if (!before.request_hash.equals(requestHash)) refuse('request/key-reused')
    return before.answer
  }
  const answer = await act()
  await sql`update request_key set answer = ${JSON.stringify(answer)} where scope = ${scope} and key = ${key}`.execute(
    tx,
  )
  return answer
}

/** The stored response of this key and request; undefined when the request has not succeeded yet. */
export async function findStoredResponse<T>(
  db: Queryable,
  scope: string,
  key: string | undefined,
  request: unknown,
): Promise<T | undefined> {
  if (!key) return undefined
  const before = await readKey<T>(db, scope, key)
  return before?.request_hash.equals(hashOf(request)) ? before.answer : undefined
}

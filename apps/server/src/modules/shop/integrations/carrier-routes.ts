import * as carriers from '@quayside/contract/carriers'
import { findCarrier } from '../../../domain/carriers.ts'
import { addTime, hours } from '../../../platform/jobs/clock.ts'
import { nextTimeCursor, readTimeCursor } from '../../../platform/http/cursor.ts'
import { notifyOperators } from '../../../platform/events/events.ts'
import type { Queryable } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import { addCarrier, createCarrierKey, proposeSecret, revokeSecret } from './carrier-access.ts'
import {
  findCarrierById,
  listCarrierCalls,
  listCarrierKeys,
  listCarrierRows,
  listCarrierSecrets,
  revokeCarrierKey,
} from './carrier-access-store.ts'
import { endedSecretRetention } from './integration.ts'
import { presentCarrierCall, presentCarrierKey, presentCarrierSecret } from './present.ts'

type CallFilter = { outcome?: carriers.CarrierCall['outcome'] | undefined; limit: number; cursor?: string | undefined }

async function readCalls(db: Queryable, carrierId: string, { outcome, limit, cursor }: CallFilter) {
  const rows = await listCarrierCalls(db, carrierId, { outcome, after: readTimeCursor(cursor), limit })
  return { list: rows.map(presentCarrierCall), cursor: nextTimeCursor(rows, limit, ({ at, id }) => ({ at, id })) }
}

export const carrierRoutes = (): Route[] => [
  defineRoute(carriers.ownCarrierCalls, ({ actor }, input, db) => readCalls(db, actor.carrierId, input)),

  // The console.

  defineRoute(
    carriers.listCarriers,
    async ({ ctx, now }, _input, db) => {
      const endedAfter = addTime(now, -endedSecretRetention)
      const [rows, secrets, keys] = await Promise.all([
        listCarrierRows(db, addTime(now, -hours(24)), now),
        listCarrierSecrets(db, endedAfter),
        listCarrierKeys(db, endedAfter),
      ])
      return {
        list: rows.map((row) => {
          const own = secrets.filter(({ carrier_id: carrierId }) => carrierId === row.id)
          const configured = findCarrier(ctx.settings.carriers, row.name) !== undefined
          return {
            id: row.id,
            name: row.name,
            createdAt: row.created_at.toISOString(),
            configured,
            signed: configured || own.some(({ signed_at: from, ends_at: to }) => from && (!to || to > now)),
            lastCallAt: row.last_call_at?.toISOString() ?? null,
            refusedCalls: row.refused_calls,
            secrets: own.map(presentCarrierSecret),
            keys: keys.filter(({ carrier_id: carrierId }) => carrierId === row.id).map(presentCarrierKey),
            proposal: row.act_id,
          }
        }),
      }
    },
    { audit: { unwritten: 'Access of carriers’ programs is no personal data.' } },
  ),

  defineRoute(
    carriers.addCarrier,
    async ({ actor, now }, { name }, tx) => ({ id: await addCarrier(tx, actor.operatorId, name, now) }),
    {
      audit: {
        subject: 'carrier',
        act: 'created',
        id: (_input, response) => response?.id ?? null,
        detail: ({ name }) => ({ name }),
      },
    },
  ),

  defineRoute(
    carriers.proposeCarrierSecret,
    ({ ctx, actor, now }, input, tx) => proposeSecret(ctx, tx, actor.operatorId, input, now),
    {
      audit: {
        subject: 'carrier',
        act: 'proposed',
        detail: (_input, response) => ({ secretId: response?.secretId, actId: response?.actId }),
      },
    },
  ),

  defineRoute(
    carriers.revokeCarrierSecret,
    async ({ actor, now }, input, tx) => {
      await revokeSecret(tx, actor.operatorId, input, now)
      return {}
    },
    { audit: { subject: 'carrier', act: 'revoked', detail: ({ secretId }) => ({ secretId }) } },
  ),

  defineRoute(
    carriers.createCarrierKey,
    async ({ actor, now }, input, tx) => {
      const { key, keyId, expiresAt } = await createCarrierKey(tx, actor.operatorId, input, now)
      return { key, keyId, expiresAt: expiresAt.toISOString() }
    },
    {
      audit: {
        subject: 'carrier',
        act: 'granted',
        detail: ({ name, scopes, days }, response) => ({ keyId: response?.keyId, name, scopes, days }),
      },
    },
  ),

  defineRoute(
    carriers.revokeCarrierKey,
    async ({ actor, now }, { id: carrierId, keyId: id }, tx) => {
      const revoked = await revokeCarrierKey(tx, { carrierId, id, by: actor.operatorId, now })
      if (!revoked) refuse('integration/not-found')
      await notifyOperators(tx, ['carriers'])
      return {}
    },
    { audit: { subject: 'carrier', act: 'revoked', detail: ({ keyId }) => ({ keyId }) } },
  ),

  defineRoute(
    carriers.carrierCalls,
    async (_call, { id, ...filter }, db) => {
      if (!(await findCarrierById(db, id))) refuse('integration/not-found')
      return readCalls(db, id, filter)
    },
    { audit: { unwritten: 'The log holds ids of messages and no data of a parcel.' } },
  ),
]

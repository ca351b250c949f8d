import * as screening from '@quayside/contract/screening'
import { nextTimeCursor, readTimeCursor } from '../../../platform/http/cursor.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import { decideHit } from './decide-hit.ts'
import { presentHit } from './read-screening.ts'
import { listHits } from './store.ts'

export const screeningRoutes = (): Route[] => [
  defineRoute(
    screening.listScreeningHits,
    async (_call, { limit, cursor, ...filter }, db) => {
      const rows = await listHits(db, filter, readTimeCursor(cursor), limit)
      return {
        list: rows.map((row) => ({
          ...presentHit(row),
          shop: { code: row.code, name: row.shop_name },
          who: row.who,
          where: row.whereabouts,
        })),
        cursor: nextTimeCursor(rows, limit, ({ decide_by, id }) => ({ at: decide_by, id })),
      }
    },
    { audit: { subject: 'screening', act: 'searched', detail: ({ state, subject }) => ({ state, subject }) } },
  ),

  defineRoute(
    screening.decideScreeningHit,
    async ({ actor, now }, input, tx) => ({ state: await decideHit(tx, actor.operatorId, input, now) }),
    {
      decides: { kinds: ['screening'] },
      // A merchant is not told of a hit: who is on a list must not be warned.
      audit: { subject: 'screening', act: 'decided', staffReason: true, detail: ({ decision }) => ({ decision }) },
    },
  ),
]

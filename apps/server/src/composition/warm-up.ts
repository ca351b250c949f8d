import {
  dashboard,
  fundsRecords,
  listListings,
  listMessages,
  listOrders,
  me,
  orderDetail,
  readWallet,
  type Endpoint,
} from '@quayside/contract'
import * as z from 'zod/mini'
import type { AppContext } from '../platform/app-context.ts'
import type { Tx } from '../platform/database/postgres.ts'
import type { StatementNames } from '../platform/database/named-statements.ts'
import { emptyNotes } from '../platform/security/audit.ts'
import type { FindSession } from '../platform/security/actor.ts'
import type { Call, Route } from '../platform/http/route.ts'

/** What every open app asks for. */
const commonest: readonly Endpoint[] = [
  dashboard,
  listOrders,
  orderDetail,
  readWallet,
  fundsRecords,
  listListings,
  listMessages,
  me,
]
/** Connections that are open when the server says that it is ready. Each further one plans before its first use. */
const connections = 4
const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * Lets the database plan the commonest statements before the first request: each is run for a shop that does not
 * exist.
 */
export async function warmUp(
  ctx: AppContext,
  names: StatementNames,
  routes: readonly Route[],
  findSession: FindSession,
): Promise<void> {
  const call: Call = {
    ctx,
    actor: {
      who: 'merchant',
      merchantId: nobody,
      shopId: nobody,
      verified: true,
      closed: false,
      tokenHash: Buffer.alloc(32),
    },
    now: ctx.clock.now(),
    lang: 'en',
    ip: '127.0.0.1',
    userAgent: '',
    device: undefined,
    key: undefined,
    audit: emptyNotes(),
    rightUntil: null,
    request: {} as Call['request'],
  }
  names.isWarmingUp = true
  try {
    await findSession(Buffer.alloc(32), 'merchant')
    for (const { endpoint, handler } of routes) {
      if (!commonest.includes(endpoint)) continue
      // It finds nothing, and may say so by a refusal. The statements have run by then.
      const input = z.safeParse(endpoint.input, { id: nobody })
      await Promise.resolve(handler(call, input.success ? input.data : {}, ctx.db as Tx)).catch(() => undefined)
    }
  } finally {
    names.isWarmingUp = false
  }
  names.warmsConnections = true
  const open = await Promise.all(Array.from({ length: connections }, () => ctx.pool.connect()))
  for (const client of open) client.release()
}

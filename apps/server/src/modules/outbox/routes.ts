import * as outbox from '@quayside/contract/outbox'
import type { AppContext } from '../../platform/app-context.ts'
import { defineRoute, type Route } from '../../platform/route.ts'
import { refuse } from '../../platform/refusal.ts'
import { listOutboxMessages, type MessageRow } from './store.ts'
import { contentOf } from './write-message.ts'

const maxMessages = 20

export const presentMessage = (ctx: AppContext, row: MessageRow) => ({
  id: row.id,
  channel: row.channel,
  to: row.address,
  at: row.written_at.toISOString(),
  ...contentOf(ctx, row),
})

export const outboxRoutes = (): Route[] => [
  defineRoute(outbox.demoOutbox, async ({ ctx, actor }, _input, db) => {
    if (ctx.settings.mode !== 'demo') return refuse('request/demo-only')
    return {
      list: (await listOutboxMessages(db, actor.merchantId, maxMessages)).map((row) => presentMessage(ctx, row)),
    }
  }),
]

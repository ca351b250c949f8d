import * as outbox from '@quayside/contract/outbox'
import * as system from '@quayside/contract/system'
import type { AppContext } from '../../../platform/app-context.ts'
import { nextTimeCursor, readTimeCursor } from '../../../platform/http/cursor.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import { refuse } from '../../../platform/refusal.ts'
import { listOutboxMessages, listOutgoing, listWaitingIds, type MessageRow } from './store.ts'
import { contentOf, enqueueSending } from './write-message.ts'

const maxMessages = 20

export const presentMessage = (ctx: AppContext, row: MessageRow) => ({
  id: row.id,
  channel: row.channel,
  to: row.address,
  at: row.written_at.toISOString(),
  ...contentOf(ctx, row),
})

/** An address of which only the beginning and the domain or the end remain. */
export const hideAddress = (address: string): string =>
  address.includes('@') ? address.replace(/^(.).*@/, '$1•••@') : `•••${address.slice(-3)}`

export const outboxRoutes = (): Route[] => [
  defineRoute(outbox.demoOutbox, async ({ ctx, actor }, _input, db) => {
    if (ctx.settings.mode !== 'demo') return refuse('request/demo-only')
    return {
      list: (await listOutboxMessages(db, actor.merchantId, maxMessages)).map((row) => presentMessage(ctx, row)),
    }
  }),

  // Operators.

  defineRoute(
    system.listOutgoing,
    async (_call, { state, limit, cursor }, db) => {
      const rows = await listOutgoing(db, state, readTimeCursor(cursor), limit)
      return {
        list: rows.map((row) => ({
          id: row.id,
          channel: row.channel,
          to: hideAddress(row.address),
          shopCode: row.shop_code,
          state: row.state,
          writtenAt: row.written_at.toISOString(),
          uselessAt: row.useless_at?.toISOString() ?? null,
        })),
        cursor: nextTimeCursor(rows, limit, ({ written_at, id }) => ({ at: written_at, id })),
      }
    },
    { audit: { unwritten: 'The addresses are hidden.' } },
  ),

  defineRoute(
    system.retryOutgoing,
    async ({ audit }, { ids }, tx) => {
      const waiting = await listWaitingIds(tx, ids)
      for (const id of waiting) await enqueueSending(tx, id)
      Object.assign(audit.detail, { asked: ids.length, messages: waiting.join(' ') })
      return { retried: waiting.length }
    },
    { audit: { subject: 'message', act: 'sent', staffReason: true } },
  ),
]

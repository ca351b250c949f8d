import { demoOutbox } from '@quayside/contract'
import type { House } from '../../platform/house.ts'
import { on, type Route } from '../../platform/http.ts'
import { refuse } from '../../platform/refusal.ts'
import { keptMessages, type MessageRow } from './store.ts'
import { contentOf } from './write-message.ts'

const most = 20

export const presentMessage = (house: House, row: MessageRow) => ({
  id: row.id,
  channel: row.channel,
  to: row.address,
  at: row.written_at.toISOString(),
  ...contentOf(house, row),
})

export const postRoutes = (): Route[] => [
  on(demoOutbox, async ({ house, actor }, _input, db) => {
    if (house.settings.mode !== 'demo') return refuse('request/demo-only')
    return {
      list: (await keptMessages(db, actor.merchantId, most)).map((row) => presentMessage(house, row)),
    }
  }),
]

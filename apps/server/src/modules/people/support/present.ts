import type { AppContext } from '../../../platform/app-context.ts'
import { addTime } from '../../../platform/jobs/clock.ts'
import type { Queryable } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import { typingWindow } from '@quayside/contract'
import { presentAccounts } from '../../money/deposits/transfers/payment-account.ts'
import { presentPixDeposits } from '../../money/deposits/transfers/present-pix.ts'
import { readPrivateFile } from '../../shop/files/private-file.ts'
import type { InboxRow } from './inbox-store.ts'
import { findConversation, findMessageFile, listMessages, type Party } from './store.ts'
import { stateAt } from './support.ts'

/** A page of a conversation, for the side `reader`. */
export async function presentMessages(
  ctx: AppContext,
  db: Queryable,
  party: Party,
  reader: 'party' | 'desk',
  { before, limit }: { before?: number | undefined; limit: number },
  now: Date,
) {
  const [rows, talk] = await Promise.all([listMessages(db, party.id, before, limit), findConversation(db, party.id)])
  const visible = rows.slice(0, limit)
  const accounts = await presentAccounts(
    ctx,
    db,
    party.id,
    visible.flatMap(({ account_id }) => account_id ?? []),
  )
  const pix = await presentPixDeposits(
    ctx,
    db,
    party.id,
    visible.flatMap(({ about_kind, about_id }) => (about_kind === 'deposit' && about_id ? [about_id] : [])),
  )
  const typingAt = reader === 'party' ? talk?.support_typing_at : talk?.merchant_typing_at
  const typingUntil = typingAt ? addTime(typingAt, typingWindow[reader === 'party' ? 'desk' : 'party']) : null
  return {
    list: visible.map((row) => ({
      id: row.id,
      seq: Number(row.seq),
      by: row.by_party,
      staff: row.staff,
      text: row.text,
      picture: row.file_id !== null,
      card:
        row.about_kind && row.about_id && row.about_code
          ? { kind: row.about_kind, id: row.about_id, code: row.about_code, pix: pix.get(row.about_id) ?? null }
          : null,
      account: (row.account_id && accounts.get(row.account_id)) || null,
      at: row.at.toISOString(),
    })),
    more: rows.length > limit,
    readBy: { merchant: Number(talk?.merchant_read ?? 0n), support: Number(talk?.support_read ?? 0n) },
    typingUntil: typingUntil && typingUntil > now ? typingUntil.toISOString() : null,
  }
}

export async function pictureOf(ctx: AppContext, db: Queryable, partyId: string, messageId: string) {
  const row = await findMessageFile(db, partyId, messageId)
  if (!row?.file_id) return refuse('file/not-found')
  const { contentType, content } = await readPrivateFile(ctx, db, row.file_id)
  return { contentType, base64: content.toString('base64') }
}

/** A conversation in the inbox. A claim that ended is none. */
export const presentRow = (row: InboxRow, operatorId: string, now: Date) => {
  const state = stateAt(row, now)
  return {
    id: row.party_id,
    party: row.shop_id === null ? ('buyer' as const) : ('merchant' as const),
    name: row.name,
    code: row.code,
    state,
    snoozedUntil: state === 'snoozed' ? row.snoozed_until!.toISOString() : null,
    lastAt: row.last_at.toISOString(),
    last: row.last,
    found: row.found,
    waitingSince: row.waiting_since?.toISOString() ?? null,
    unread: row.unread,
    assigned: row.assigned_to ? { id: row.assigned_to, name: row.assigned_name! } : null,
    claimed:
      row.claimed_by && row.claimed_until! > now
        ? {
            id: row.claimed_by,
            name: row.claimed_name!,
            until: row.claimed_until!.toISOString(),
            own: row.claimed_by === operatorId,
          }
        : null,
  }
}

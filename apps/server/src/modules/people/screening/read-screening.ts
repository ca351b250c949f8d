import type { ResponseBody } from '@quayside/contract'
import type { registrationDetail } from '@quayside/contract/shop-admin'
import type { AppContext } from '../../../platform/app-context.ts'
import type { Queryable, Tx } from '../../../platform/database/postgres.ts'
import { refuse } from '../../../platform/refusal.ts'
import { noProvider } from './screen.ts'
import { listAnswers, listHitsOf, shareScreening, type HitRow } from './store.ts'

type Screened = ResponseBody<typeof registrationDetail>['screening']

export const presentHit = (row: HitRow) => ({
  shopId: row.shop_id,
  id: row.id,
  subject: row.subject,
  list: row.list,
  entry: row.entry,
  listed: row.listed,
  mark: row.mark,
  score: row.score,
  foundAt: row.found_at.toISOString(),
  decideBy: row.decide_by.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
  state: row.state,
  decided: row.decided_at
    ? { by: row.decider ?? '', at: row.decided_at.toISOString(), reason: row.reason ?? '' }
    : null,
})

/** What the lists say about a shop and one of its destinations; null: about the shop alone. */
export async function readScreening(
  { settings }: Pick<AppContext, 'settings'>,
  db: Queryable,
  shopId: string,
  destinationId: string | null,
): Promise<Screened> {
  const [answers, hits] = await Promise.all([
    listAnswers(db, shopId, destinationId),
    listHitsOf(db, shopId, destinationId),
  ])
  const holds = hits.filter(({ ended_at, state }) => ended_at === null && state !== 'cleared')
  const expected = destinationId === null ? 1 : 2
  const isWaiting = answers.some(({ screened_at }) => screened_at === null)
  const isAsked = answers.length >= expected && answers.every(({ provider }) => provider !== noProvider)
  const state = holds.some((hit) => hit.state === 'confirmed')
    ? 'confirmed'
    : holds.length > 0
      ? 'open'
      : isWaiting || (settings.screening && !isAsked)
        ? 'waiting'
        : isAsked
          ? 'clear'
          : 'off'
  const times = answers.flatMap(({ screened_at, provider }) => (provider === noProvider ? [] : (screened_at ?? [])))
  const oldest = times.toSorted((a, b) => a.getTime() - b.getTime())[0]
  return { state, at: state === 'waiting' ? null : (oldest?.toISOString() ?? null), hits: hits.map(presentHit) }
}

/** What refuses an approval; null when the lists name nobody, or what they name is cleared. */
export const screeningRefusal = ({ state }: Screened) =>
  state === 'waiting'
    ? ('screening/waiting' as const)
    : state === 'open' || state === 'confirmed'
      ? ('screening/open' as const)
      : null

/**
 * Refuses `screening/waiting` until the lists have answered, and `screening/open` while a hit is not cleared by an
 * operator. The database refuses the approval too.
 */
export async function requireScreened(
  ctx: Pick<AppContext, 'settings'>,
  tx: Tx,
  shopId: string,
  destinationId: string | null,
): Promise<void> {
  await shareScreening(tx, shopId, destinationId)
  const refusal = screeningRefusal(await readScreening(ctx, tx, shopId, destinationId))
  if (refusal) refuse(refusal)
}

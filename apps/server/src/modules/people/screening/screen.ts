/** Asks the provider about merchants and destinations, and keeps what the lists say. It decides nothing. */
import { createHmac } from 'node:crypto'
import type { ScreeningProvider, ScreeningQuestion, ScreeningSubject } from '../../../domain/screening.ts'
import type { AppContext } from '../../../platform/app-context.ts'
import { byShop } from '../../../platform/database/by-shop.ts'
import { newId } from '../../../platform/database/ids.ts'
import { withTransaction, type Tx } from '../../../platform/database/postgres.ts'
import { notifyOperators } from '../../../platform/events/events.ts'
import { addTime, hours } from '../../../platform/jobs/clock.ts'
import { enqueueJob } from '../../../platform/jobs/jobs.ts'
import {
  endHits,
  findScreening,
  insertHit,
  insertScreening,
  listActiveHits,
  listOutdated,
  listWaiting,
  lockScreening,
  markScreened,
  setScore,
  type ScreeningKey,
  type SubjectRow,
} from './store.ts'

/** How long an operator has for a hit. */
const decisionWindow = hours(24)
/** Subjects that are looked for at a time. */
const maxAtOnce = 200
/** What stands for the provider of an installation without one. */
export const noProvider = 'none'

/** Has the lists asked about what was just submitted. Without a list nothing is written and nothing waits. */
export async function askScreening(
  ctx: Pick<AppContext, 'settings'>,
  tx: Tx,
  key: ScreeningKey,
  now: Date,
): Promise<void> {
  if (!ctx.settings.screening) return
  await insertScreening(tx, key, now)
  await enqueueJob(tx, 'screen', key, { key: `screen ${key.kind} ${key.id}` })
}

export class Screening {
  readonly #ctx: AppContext
  readonly provider: ScreeningProvider | null
  readonly #subjects: readonly ScreeningSubject[]
  /** The version that everybody was compared with. */
  #complete: string | null = null

  constructor(ctx: AppContext, provider: ScreeningProvider | null, subjects: readonly ScreeningSubject[]) {
    this.#ctx = ctx
    this.provider = provider
    this.#subjects = subjects
  }

  /**
   * Asks about one subject. The provider is asked outside of a transaction; its answer is dropped if something else
   * was submitted meanwhile, which has a job of its own.
   */
  async screen(key: ScreeningKey): Promise<void> {
    const { provider } = this
    const ctx = this.#ctx
    const asked = await findScreening(ctx.db, key)
    if (!asked) return
    const subject = this.#subjects.find(({ kind }) => kind === key.kind)!
    const question = provider && (await subject.read(ctx, ctx.db, key.shopId, key.id))
    // Of a change of the lists between the two calls the older version is kept, so that it is asked again.
    const version = provider ? await provider.version() : noProvider
    const matches = provider && question ? await provider.screen(question) : []
    const digest = question && digestOf(ctx, question)
    await withTransaction(ctx.db, async (tx) => {
      const locked = await lockScreening(tx, key)
      if (locked?.asked_at.getTime() !== asked.asked_at.getTime()) return
      const at = ctx.clock.now()
      const isSame = locked.question !== null && digest?.equals(locked.question) === true
      const active = await listActiveHits(tx, key)
      // Without a list nobody looks again: what an operator has to decide stays.
      const kept = provider ? active.filter((hit) => isSame && matches.some((match) => isSameHit(hit, match))) : active
      await endHits(
        tx,
        key.shopId,
        active.filter((hit) => !kept.includes(hit)).map(({ id }) => id),
        at,
      )
      for (const match of matches) {
        const hit = kept.find((one) => isSameHit(one, match))
        if (!hit) await insertHit(tx, key, { ...match, id: newId(), at, decideBy: addTime(at, decisionWindow) })
        else if (hit.score !== match.score) await setScore(tx, key.shopId, hit.id, match.score)
      }
      await markScreened(tx, key, { provider: provider?.name ?? noProvider, version, question: digest, at })
      if (matches.length > kept.length || active.length > kept.length || locked.screened_at === null)
        await notifyOperators(tx, ['work', 'registrations', 'withdrawals'])
    })
  }

  /**
   * Asks about everything that waits, and, after a change of the lists, about everybody again. A subject that fails is
   * logged and tried again a minute later. Returns how many were asked about.
   */
  async screenDue(): Promise<number> {
    const { db, clock } = this.#ctx
    const version = this.provider ? await this.provider.version() : noProvider
    let done = 0
    let failed = 0
    const ask = async (rows: readonly SubjectRow[]) => {
      for (const { shop_id: shopId, kind, id } of rows)
        try {
          await this.screen({ kind, shopId, id })
          done += 1
        } catch (error) {
          failed += 1
          this.#ctx.log.error({ err: error, shop: shopId, subject: kind, id }, 'screening: a subject was not screened')
        }
    }
    if (this.provider && this.#complete !== version)
      for (const { kind, listUnasked } of this.#subjects)
        for (;;) {
          const rows = await listUnasked(db, maxAtOnce)
          await byShop(db, rows, async (tx, shopId, own) => {
            for (const { id } of own) await insertScreening(tx, { kind, shopId, id }, clock.now())
            return own
          })
          if (rows.length < maxAtOnce) break
        }
    await ask(await listWaiting(db, maxAtOnce))
    if (this.#complete === version) return done
    for (let after: SubjectRow | null = null; ;) {
      const rows: SubjectRow[] = this.provider ? await listOutdated(db, version, after, maxAtOnce) : []
      await ask(rows)
      after = rows.at(-1) ?? null
      if (rows.length < maxAtOnce) break
    }
    if (failed === 0 && done < maxAtOnce) this.#complete = version
    return done
  }
}

const isSameHit = (
  a: { list: string; entry: string; mark: string; listed: string },
  b: { list: string; entry: string; mark: string; listed: string },
): boolean => a.list === b.list && a.entry === b.entry && a.mark === b.mark && a.listed === b.listed

const digestOf = (ctx: AppContext, question: ScreeningQuestion): Buffer =>
  createHmac('sha256', ctx.keys.lookup)
    .update(`screening ${JSON.stringify([question.names, question.address, question.chainAddress])}`)
    .digest()

/** The operators' desk of shops: search, a shop as its merchant sees it, restrictions, notes. */
import { formatCents } from '@quayside/contract'
import * as shopAdmin from '@quayside/contract/shop-admin'
import { addTime, minutes } from '../../../platform/jobs/clock.ts'
import { decodeCursor, encodeCursor } from '../../../platform/http/cursor.ts'
import { refuse } from '../../../platform/refusal.ts'
import { withExport } from '../../../platform/http/list-export.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import { holdsClaim } from '../../../platform/http/work-claim.ts'
import { findOpenActId } from '../acts/store.ts'
import { presentFigures } from '../../shop/insights/present.ts'
import { readDashboard } from '../../shop/insights/store.ts'
import { readBalances } from '../../money/ledger/store.ts'
import { isWithoutNotice } from '../../shop/shops/close-shop.ts'
import { findCurrentClosing } from '../../shop/shops/closing-store.ts'
import { liftRestriction, restrictShop } from '../../shop/shops/restrict-shop.ts'
import { presentClosing, presentRestriction } from '../../shop/shops/shop.ts'
import { findWorkRow } from '../work/store.ts'
import {
  findShopAccess,
  findShopId,
  insertNote,
  listNamedRestrictions,
  listNotes,
  listShopActs,
  readShopDetail,
  searchShopRows,
  writeShopAccess,
  type ShopRow,
} from './store.ts'

/** How long a stated reason holds. */
const shopAccessLifetime = minutes(10)

export const shopAdminRoutes = (): Route[] => [
  ...withExport(
    defineRoute(
      shopAdmin.searchShops,
      async ({ now }, { limit, cursor, ...filter }, db) => {
        const after = cursor ? decodeCursor(cursor, /^[A-Z0-9]{1,20}$/)[0] : undefined
        const rows = await searchShopRows(db, { ...filter, after, limit }, now)
        const last = rows.at(-1)
        return {
          list: rows.map(presentShop),
          cursor: rows.length === limit && last ? encodeCursor(last.code) : null,
        }
      },
      {
        audit: {
          subject: 'shop',
          act: 'searched',
          detail: ({ search, state, country }) => ({ search, state, country }),
        },
      },
    ),
    shopAdmin.exportShops,
    'shops',
  ),

  defineRoute(
    shopAdmin.openShopAccess,
    async ({ actor, now, audit }, { shopId, reason, work }, tx) => {
      if (!(await findShopId(tx, shopId))) refuse('shop/not-found')
      const item =
        work && (await holdsClaim(tx, work, actor.operatorId, now)) ? await findWorkRow(tx, work, now) : undefined
      const why = reason ?? (item?.shop_id === shopId ? `${item.kind} ${item.title}` : undefined)
      if (!why) return refuse('shop/reason-missing')
      audit.detail['reason'] = why
      const until = addTime(now, shopAccessLifetime)
      await writeShopAccess(tx, { operatorId: actor.operatorId, shopId, reason: why, at: now, until })
      return { until: until.toISOString() }
    },
    { audit: { subject: 'shop', act: 'read' } },
  ),

  defineRoute(
    shopAdmin.shopDetail,
    async ({ actor, now }, { shopId }, db) => {
      const shop = await readShopDetail(db, shopId, now)
      if (!shop) return refuse('shop/not-found')
      const access = await findShopAccess(db, actor.operatorId, shopId, now)
      if (!access) return refuse('shop/reason-missing')
      const [figures, has, closing, restrictions, notes, acts] = await Promise.all([
        readDashboard(db, shopId, shop.merchant_id, now),
        readBalances(db, shopId),
        findCurrentClosing(db, shopId),
        listNamedRestrictions(db, shopId),
        listNotes(db, shopId),
        listShopActs(db, shopId),
      ])
      const toSign = await Promise.all(
        restrictions.map(({ id, confirmed_by: by, lifted_at: lifted }) =>
          by || lifted ? null : findOpenActId(db, ['shop.restrict'], id),
        ),
      )
      const closingAct = closing ? await findOpenActId(db, ['shop.close'], shopId) : null
      return {
        ...presentShop(shop),
        logo: shop.logo,
        address: shop.address,
        phone: shop.phone,
        introduction: shop.introduction,
        legalName: shop.legal_name,
        registrationNumber: shop.registration_number,
        contactEmail: shop.contact_email,
        timeZone: shop.time_zone,
        createdAt: shop.created_at.toISOString(),
        accessUntil: access.until.toISOString(),
        merchant: {
          realName: shop.real_name,
          email: shop.merchant_email,
          phone: shop.merchant_phone,
          language: shop.language,
          sessions: shop.sessions,
          lastUsedAt: shop.last_used_at?.toISOString() ?? null,
        },
        figures: presentFigures(figures!),
        balances: {
          balance: formatCents(has.available),
          pending: formatCents(has.pending),
          held: formatCents(has.held),
          escrow: formatCents(has.escrow),
        },
        open: { orders: shop.orders, withdrawals: shop.withdrawals, refunds: shop.refunds },
        unanswered: { orders: shop.to_pick_up, refunds: shop.to_answer },
        closing: closing
          ? {
              ...presentClosing(closing),
              needsSecond: closing.began_at === null && closing.confirmed_at === null && isWithoutNotice(closing),
              madeBy: closing.made_by,
              actId: closingAct,
            }
          : null,
        restrictions: restrictions.map((row, i) => ({
          id: row.id,
          ...presentRestriction(row, now),
          evidence: row.evidence,
          madeBy: { id: row.made_by, name: row.maker },
          madeAt: row.made_at.toISOString(),
          confirmedBy: row.confirmed_by ? { id: row.confirmed_by, name: row.confirmer! } : null,
          actId: toSign[i] ?? null,
          liftedAt: row.lifted_at?.toISOString() ?? null,
          liftReason: row.lift_reason,
        })),
        notes: notes.map(presentNote),
        acts: acts.map((row) => ({
          at: row.at.toISOString(),
          by: row.operator_id ? { id: row.operator_id, name: row.name! } : null,
          act: row.act,
          subject: row.subject_kind,
          reason: row.reason,
          outcome: row.outcome,
        })),
      }
    },
    { audit: { subject: 'shop', act: 'read', id: ({ shopId }) => shopId } },
  ),

  defineRoute(
    shopAdmin.restrictShop,
    ({ actor, now }, { effectiveAt, endsAt, ...proposal }, tx) =>
      restrictShop(
        tx,
        actor.operatorId,
        {
          ...proposal,
          effectiveAt: effectiveAt === undefined ? undefined : new Date(effectiveAt),
          endsAt: endsAt ? new Date(endsAt) : null,
        },
        now,
      ),
    {
      audit: {
        subject: 'restriction',
        act: 'proposed',
        id: (_input, made) => made?.id,
        detail: ({ scope, effectiveAt, endsAt }) => ({ scope, effectiveAt, endsAt }),
      },
    },
  ),

  defineRoute(
    shopAdmin.liftRestriction,
    async ({ actor, now }, key, tx) => {
      await liftRestriction(tx, actor.operatorId, key, now)
      return {}
    },
    { audit: { subject: 'restriction', act: 'lifted' } },
  ),

  defineRoute(
    shopAdmin.listShopNotes,
    async (_call, { shopId }, db) => {
      if (!(await findShopId(db, shopId))) refuse('shop/not-found')
      return { list: (await listNotes(db, shopId)).map(presentNote) }
    },
    { audit: { subject: 'shop', act: 'read', id: ({ shopId }) => shopId } },
  ),

  defineRoute(
    shopAdmin.addShopNote,
    async ({ actor, now }, { shopId, text }, tx) => {
      if (!(await findShopId(tx, shopId))) refuse('shop/not-found')
      await insertNote(tx, { shopId, operatorId: actor.operatorId, at: now, text })
      return {}
    },
    { audit: { subject: 'shop', act: 'changed', reason: () => null } },
  ),
]

const presentNote = ({ at, operator_id: id, name, text }: Awaited<ReturnType<typeof listNotes>>[number]) => ({
  at: at.toISOString(),
  by: { id, name },
  text,
})

const presentShop = (row: ShopRow) => ({
  id: row.id,
  code: row.code,
  name: row.name,
  country: row.country,
  state: row.state,
  verifiedAt: row.verified_at?.toISOString() ?? null,
})

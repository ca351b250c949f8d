import { formatCents, type Language, type RefusalName, type ResponseBody } from '@quayside/contract'
import type { disputeDetail } from '@quayside/contract/payments'
import { refusalMessage } from '@quayside/locales/catalogues'
import type { AppContext } from '../../../platform/app-context.ts'
import type { Queryable } from '../../../platform/database/postgres.ts'
import type { Processors } from '../../../domain/processor.ts'
import { refuse } from '../../../platform/refusal.ts'
import { findEvidence, type EvidenceRow } from '../disputes/evidence-store.ts'
import { findDeposit, findForOperators, type OperatorDisputeRow } from '../disputes/operator-store.ts'
import { readPrivateFile } from '../../shop/files/private-file.ts'
import { listOperatorNames } from '../../people/identity/operators/operator-store.ts'
import { findOrder, type OrderRow } from '../../selling/orders/order-store.ts'
import { listParcels, type ParcelRow } from '../../selling/orders/parcel-store.ts'
import { presentParcel } from '../../selling/orders/present.ts'
import { presentDispute } from './present.ts'

type Detail = ResponseBody<typeof disputeDetail>

/** One dispute with its evidence, and texts that follow from the order. */
export async function readDisputeDetail(
  db: Queryable,
  processors: Processors,
  lang: Language,
  { shopId, id }: { shopId: string; id: string },
  now: Date,
): Promise<Detail> {
  const row = await findForOperators(db, shopId, id)
  if (!row) return refuse('dispute/not-found')
  const [evidence, order, deposit, parcels] = await Promise.all([
    findEvidence(db, row),
    row.order_id ? findOrder(db, shopId, row.order_id) : undefined,
    row.deposit_id ? findDeposit(db, shopId, row.deposit_id) : undefined,
    row.order_id ? listParcels(db, shopId, row.order_id) : [],
  ])
  const names = await listOperatorNames(db, [evidence?.saved_by ?? null, evidence?.sent_by ?? null])
  const shares = {
    refund: row.from_refund,
    escrow: row.from_escrow,
    pending: row.from_pending,
    shipping: row.from_shipping,
    tax: row.from_tax,
    due: row.owed,
    balance:
      row.amount - row.from_refund - row.from_escrow - row.from_pending - row.from_shipping - row.from_tax - row.owed,
  }
  const saving = evidenceRefusal(row, evidence, now)
  return {
    ...presentDispute(row, now),
    round: row.round,
    shares: (Object.entries(shares) as [keyof typeof shares, bigint][])
      .filter(([, amount]) => amount > 0n)
      .map(([from, amount]) => ({ from, amount: formatCents(amount) })),
    order: order
      ? {
          title: order.title,
          total: formatCents(order.total_payment),
          status: order.status,
          paidAt: iso(order.paid_at),
          shippedAt: iso(order.shipped_at),
          receivedAt: iso(order.received_at),
          parcels: parcels.map((parcel) => presentParcel(parcel, order)),
        }
      : null,
    deposit: deposit ? { amount: formatCents(deposit.amount), creditedAt: iso(deposit.credited_at) } : null,
    evidence: evidence
      ? {
          texts: evidence.texts,
          files: evidence.files,
          savedAt: evidence.saved_at.toISOString(),
          savedBy: names.get(evidence.saved_by)!,
          sentAt: iso(evidence.sent_at),
          sentBy: (evidence.sent_by && names.get(evidence.sent_by)) || null,
          failure: evidence.failure,
        }
      : null,
    suggested: suggestTexts(row, order, parcels, deposit),
    may: {
      save: permission(lang, saving ?? (evidence?.handed_over_at ? 'dispute/evidence-sent' : null)),
      send: permission(
        lang,
        saving ??
          (!evidence || Object.keys({ ...evidence.texts, ...evidence.files }).length === 0
            ? 'dispute/evidence-empty'
            : processors[row.processor]
              ? null
              : 'payment/processor-down'),
      ),
    },
  }
}

/** One picture of the evidence of the present round. */
export async function readEvidencePicture(
  ctx: AppContext,
  db: Queryable,
  { shopId, id, kind }: { shopId: string; id: string; kind: string },
) {
  const row = await findForOperators(db, shopId, id)
  if (!row) return refuse('dispute/not-found')
  const file = (await findEvidence(db, row))?.files[kind]
  if (!file) return refuse('file/not-found')
  const { contentType, content } = await readPrivateFile(ctx, db, file)
  return { contentType, base64: content.toString('base64') }
}

const iso = (at: Date | null) => at?.toISOString() ?? null
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

function evidenceRefusal(row: OperatorDisputeRow, evidence: EvidenceRow | undefined, now: Date): RefusalName | null {
  if (row.state !== 'open') return 'dispute/closed'
  if (evidence?.sent_at) return 'dispute/evidence-sent'
  return row.evidence_by && row.evidence_by <= now ? 'dispute/evidence-late' : null
}

/** Texts for the bank that say only what the rows say. Banks read them in English. */
function suggestTexts(
  row: OperatorDisputeRow,
  order: OrderRow | undefined,
  parcels: readonly ParcelRow[],
  deposit: { amount: bigint; credited_at: Date | null } | undefined,
): Detail['suggested'] {
  if (deposit)
    return {
      product: `Recharge ${row.code} of ${formatCents(deposit.amount)} USD to a merchant's balance.`,
      ...(deposit.credited_at ? { statement: `The amount was credited on ${dayOf(deposit.credited_at)}.` } : {}),
    }
  if (!order) return {}
  const facts = [
    order.paid_at && `paid on ${dayOf(order.paid_at)}`,
    order.shipped_at && `shipped on ${dayOf(order.shipped_at)}`,
    order.received_at && `received on ${dayOf(order.received_at)}`,
  ].filter((fact) => fact !== null)
  return {
    product: `${order.title} (${order.quantity})`,
    statement: `Order ${order.code} was ${facts.join(', ')}.`,
    ...(parcels.length > 0
      ? {
          carrier: [...new Set(parcels.map(({ carrier }) => carrier))].join(', '),
          'tracking-number': parcels.map((parcel) => parcel.tracking_number).join(', '),
        }
      : {}),
    ...(order.shipped_at ? { 'shipped-on': dayOf(order.shipped_at) } : {}),
  }
}

const permission = (lang: Language, refusal: RefusalName | null) =>
  refusal === null ? (true as const) : { no: refusal, sentence: refusalMessage(lang, refusal, {}) }

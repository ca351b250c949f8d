/**
 * What the ledger must know about its subjects: orders, deposits, withdrawals and refunds. Other modules implement it.
 */
import type { SubjectKind } from '@quayside/contract'

/** The business row that a transfer is about. */
export type Subject = { kind: SubjectKind; id: string; code: string }

/** What a merchant knows an order by: its first product and its buyer. */
export type OrderBrief = { title: string; picture: string | null; buyer: string }

/**
 * Finds the subjects of transfers. The ledger itself does not know orders, so `subjects.ts` implements this interface.
 */
export type SubjectResolver = {
  /** Subjects of the shop by their ids; an unknown id is missing from the map. */
  byIds(shopId: string, ids: string[]): Promise<Map<string, Subject>>
  /** The orders behind orders and refunds of the shop, by the ids of those. */
  ordersBehind(shopId: string, ids: string[]): Promise<Map<string, OrderBrief>>
  /** Ids of the subjects whose code (the number on the screen) is `code`. */
  byCode(shopId: string, code: string): Promise<string[]>
  /** What staff wrote about adjustments and assigned transfers of the shop, by their ids. */
  notesOf(shopId: string, ids: string[]): Promise<Map<string, { code: string; reason: string }>>
  /** Ids of an order and of its refunds. */
  ofOrder(shopId: string, orderId: string): Promise<string[]>
}

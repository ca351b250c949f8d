/**
 * What concerns all shops: statements that read rows of every shop. Each would have to leave the shop's database if
 * there were several, so each has its reason, and a new one needs one. Keys that are unique over all shops are declared
 * at their tables (`@unique-over-all-shops`).
 */

type AboutAllShops = {
  reason: string
  /** A file below `apps/server/src/modules` or `apps/server/src`, and a text of the statement with single spaces. */
  statements: [file: string, sql: RegExp][]
  /** Files of which every statement that only reads is meant. */
  readsOf?: string[]
}

export const aboutAllShops: AboutAllShops[] = [
  {
    reason: 'A desk of the operators lists, counts or finds rows of all shops.',
    readsOf: [
      'adjustments/store.ts',
      'audit/store.ts',
      'buyer-records/store.ts',
      'disputes/operator-store.ts',
      'identity/registrations/registration-review-store.ts',
      'integrations/desk-store.ts',
      'ledger/books-store.ts',
      'order-talks/desk-store.ts',
      'orders/fulfilment/operator-order-store.ts',
      'platform-figures/store.ts',
      'price-history/store.ts',
      'refunds/operator-store.ts',
      'screening/store.ts',
      'search/store.ts',
      'shop-admin/store.ts',
      'support/inbox-store.ts',
      'unidentified/store.ts',
      'withdrawals/payouts/batch-store.ts',
      'withdrawals/desk/operator-store.ts',
      'work/store.ts',
    ],
    statements: [
      ['deposits/store.ts', /shop_name, s\.code as shop_code from deposit d|from deposit d join shop s/],
      ['deposits/store.ts', /group by d\.channel, d\.state/],
      ['identity/store.ts', /min\(submitted_at\)/],
      ['orders/order-list-store.ts', /^select id, shop_id, code, status/],
      ['payments/refund-payment-store.ts', /r\.cause, r\.state|as due, /],
      ['reviews/store.ts', /s\.code as shop_code|as n from review_case c where/],
      ['self-dealing/store.ts', /where v\.state = /],
      ['shops/closing-store.ts', /c\.lifted_at is null\) as closed/],
      ['shops/store.ts', /from shop where verified_at is not null/],
      ['support/store.ts', /from talk_answer/],
      ['withdrawals/rails/rail-store.ts', /group by d\.network/],
      ['platform/jobs/deadlines.ts', /order by first_failed_at/],
    ],
  },
  {
    reason: 'A coupon of the platform counts in every shop: its uses by one buyer are counted over all of them.',
    statements: [['coupons/store.ts', /^select count\(\*\)::int as n from coupon_use/]],
  },
  {
    reason: 'A job looks for what is due, without locks. It then locks and changes shop by shop.',
    statements: [
      ['deposits/store.ts', /^select distinct shop_id from deposit/],
      ['identity/store.ts', /^select shop_id from registration/],
      ['messages/store.ts', /^select shop_id, type from message_telling/],
      ['orders/pickup/overdue-store.ts', /^select shop_id, id from orders where/],
      ['orders/placing/stock-hold.ts', /where \(h\.until <= /],
      ['refunds/store.ts', /^select ([ro]\.)?shop_id, ([ro]\.)?id from/],
      ['shops/closing-store.ts', /^select c\.shop_id, c\.id from/],
      ['withdrawals/requests/appeal-store.ts', /a\.decide_by <= /],
      [
        'withdrawals/store.ts',
        /^select w\.shop_id, w\.id from withdrawal w (join|where)|^select d\.shop_id, d\.id from/,
      ],
      [
        'withdrawals/store.ts',
        /w\.state in \('approved', 'sending', 'unknown'\)|order by w\.requested_at, w\.id limit 500/,
      ],
      ['integrations/webhook-store.ts', /with due as /],
      ['deposits/chain/chain-store.ts', /^select t\.\*, d\.confirmations/],
      ['platform/events/events.ts', /from event_waiting/],
      ['orders/order-search-store.ts', /^select shop_id, id from order_search/],
      ['composition/waiting-store.ts', /clock_timestamp/],
    ],
  },
  {
    reason: 'A bank file pays withdrawals of many shops at once.',
    statements: [
      [
        'withdrawals/store.ts',
        /w\.batch_id = |w\.rail = \$1( and not screening_blocks\(.*\))?$|for update of w skip locked$/,
      ],
    ],
  },
  {
    reason: 'It deletes what reached the end of its time. Each database can do that for itself.',
    statements: [
      ['identity/registrations/registration-review-store.ts', /^delete from document_access/],
      ['identity/confirmation/payment-passkey-store.ts', /^delete from payment_challenge where expires_at/],
      ['integrations/key-store.ts', /^delete from api_key/],
      ['integrations/webhook-store.ts', /set former_secret = null/],
      ['listings/change-store.ts', /^delete from listing_change/],
      ['orders/pickup/pickup-store.ts', /^delete from pickup_plan/],
      ['shop-admin/store.ts', /^delete from shop_access/],
      ['withdrawals/store.ts', /^delete from withdrawal_quote/],
      ['platform/jobs/deadlines.ts', /^delete from deadline_failure/],
    ],
  },
  {
    reason: 'It finds the shop of a value that somebody outside names: see `@unique-over-all-shops`.',
    statements: [
      ['carts/store.ts', /where s\.code = /],
      ['deposits/chain/chain-store.ts', /from deposit_address|^select \* from chain_transfer where network/],
      ['deposits/store.ts', /reference = \$\d+ for update$/],
      ['disputes/dispute-store.ts', /processor = \$\d+ and reference = /],
      ['integrations/key-store.ts', /where k\.token_hash = /],
      ['orders/fulfilment/carrier-store.ts', /carrier_key/],
      ['orders/order-store.ts', /where s\.code = /],
      ['orders/placing/payment-store.ts', /processor = \$\d+ and (capture_)?reference|id::text = |r\.reference = /],
      ['payments/pix-store.ts', /^with named as/],
      ['payments/refund-payment-store.ts', /where id::text = /],
      ['reports/store.ts', /where s\.code = /],
      ['reviews/store.ts', /from review where id = |where c\.id = /],
      ['shops/store.ts', /from shop where code = /],
      ['withdrawals/store.ts', /where payment_reference = /],
    ],
  },
  {
    reason: 'Goods and places of a network are short for all shops: it looks without locks, then locks shop by shop.',
    statements: [['orders/placing/make-room.ts', /from stock_hold h/]],
  },
  {
    reason: 'A buyer is a person of all shops, and a cart is of one browser.',
    statements: [
      ['buyer-accounts/store.ts', /buyer_id/],
      ['carts/store.ts', /cart_id = /],
      ['orders/buyer-order-store.ts', /where o\.buyer_id = /],
      ['orders/order-store.ts', /buyer_id = /],
      ['refunds/store.ts', /buyer_id = /],
    ],
  },
  {
    reason: 'The catalogue is one for all shops: it says what a change of products means for each of them.',
    readsOf: ['catalogue/product-change-store.ts', 'catalogue/product-store.ts'],
    statements: [
      ['catalogue/supplier-store.ts', /from supplier/],
      ['listings/commission-store.ts', /with losing as/],
      ['listings/notice-store.ts', /with b(ack)? as/],
      ['listings/store.ts', /count\(distinct d\.shop_id\)/],
    ],
  },
  {
    reason: 'The storefront shows the offers of all shops together.',
    readsOf: ['storefront/page-store.ts'],
    statements: [],
  },
  {
    reason: 'The money of the platform is the sum over its accounts of all shops.',
    statements: [['treasury/store.ts', /from ledger\.posting p/]],
  },
  {
    reason: 'An announcement or a new version of the settings goes to every shop of its audience.',
    statements: [
      ['messages/announcement-store.ts', /announcement_audience|announcement_id = a\.id/],
      ['business-settings/store.ts', /from shop where verified_at is not null/],
    ],
  },
  {
    reason: 'A document or a destination that other shops use too is a sign of fraud.',
    statements: [['deposits/store.ts', /bit_count\(/]],
  },
  {
    reason: 'It checks or measures the whole platform.',
    readsOf: ['monitoring/store.ts', 'reconciliation/store.ts', 'recovery/store.ts'],
    statements: [],
  },
]

const writes = /\b(insert into|update|delete from|for (no key )?(update|share))\b/

/** The place in the list of a statement at `file:line`; null if it is not listed. */
export function listedPlace(place: string, text: string): string | null {
  const file = place.replace(/^apps\/server\/src\/(modules\/[^/]+\/)?/, '').replace(/:\d+$/, '')
  const line = text.trim().replaceAll(/\s+/g, ' ')
  for (const { statements, readsOf = [] } of aboutAllShops) {
    const found = statements.find(([one, sql]) => one === file && sql.test(line))
    if (found) return found.join(' ')
    if (readsOf.includes(file) && !writes.test(line)) return file
  }
  return null
}
export const listedPlaces = (): string[] =>
  aboutAllShops.flatMap(({ statements, readsOf = [] }) => [...readsOf, ...statements.map((one) => one.join(' '))])

/**
 * Statements inside functions and triggers that do not name the shop of their rows, by function; a trigger's is
 * `function on table`.
 */
export const functionsAboutAllShops: { reason: string; functions: string[] }[] = [
  {
    reason: 'It checks transfers that were posted in this transaction, by their ids. All else is joined by their shop.',
    functions: [
      'ledger.check_adjustment',
      'ledger.check_buyer_refund',
      'ledger.check_deposit',
      'ledger.check_dispute',
      'ledger.check_order',
      'ledger.check_order_dispute',
      'ledger.check_processor_fee',
      'ledger.check_due',
      'ledger.check_refund',
      'ledger.check_unchecked on ledger.unchecked',
      'ledger.check_unidentified',
      'ledger.check_withdrawal',
    ],
  },
  {
    reason: 'Two shops cannot have a transfer of one id: it looks for the id in all of them.',
    functions: ['ledger.check_transfers on ledger.transfer'],
  },
  {
    reason: 'The tree of a day and the chain of the audit are one for all shops.',
    functions: ['ledger.keep_root', 'public.count_broken_audit_records'],
  },
  {
    reason: 'Figures of the platform are over all shops.',
    functions: ['public.postings_of_day', 'public.make_cohort_month', 'public.make_service_totals'],
  },
  {
    reason: 'The work queue of the operators has the items of all shops.',
    functions: ['public.work_page'],
  },
  {
    reason: 'An adjustment names the transfer that it takes back by its id alone.',
    functions: ['public.adjustment_fits on adjustment'],
  },
  {
    reason: 'A change of a product concerns the shops that list it.',
    functions: ['public.tell_shelf_of_product on product', 'public.tell_shelf_of_product on product_variant'],
  },
  {
    reason: 'An announcement goes to every shop of its audience.',
    functions: ['public.announcement_audience'],
  },
  {
    reason: 'A coupon of the platform counts in every shop.',
    functions: ['public.count_coupon_use on coupon_use', 'public.count_coupon_card on coupon_use'],
  },
  {
    reason: 'It deletes what reached the end of its time. Each database can do that for itself.',
    functions: ['public.shred_identity_photos'],
  },
  {
    reason: 'A buyer is a person of all shops.',
    functions: [
      'public.buyer_erasure_blockers',
      'public.erase_order_talks_of_buyer on buyer',
      'public.delete_files_of_buyer',
      'public.erase_one_buyer',
    ],
  },
]

/** Functions with a statement that is made while it runs, and so is not read. */
export const functionsWithMadeStatements: Record<string, string> = {
  'public.add_partitions':
    'It makes a partition, and moves the rows of its time into it: of all shops, as each database can for itself.',
  'public.count_partition_strays': 'It counts the rows of a default partition, of all shops.',
  'public.delete_expired_rows':
    'It deletes what reached the end of its time, of all shops, as each database can for itself.',
  'public.delete_expired_strays': 'It deletes what reached the end of its time from single partitions, of all shops.',
  'public.drop_expired_partitions': 'It drops partitions in which every row reached the end of its time.',
  'ledger.check_unchecked': 'It calls the check of each family of events, which is a function that is read.',
  'public.check_sealing_key': 'It reads a column of the row that is written, by its name.',
  'public.read_audit_subject': 'It reads one row of a table of `audit_subject`, with the shop if the caller names it.',
}

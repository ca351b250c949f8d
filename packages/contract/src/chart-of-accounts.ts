/**
 * The chart of accounts. Each account has a name in code (the key), a stored code (the value) and a readable code
 * (`readableCodes`). The database, the wire and the request hash of a transfer contain the stored code, so it never
 * changes (docs/decisions/0010).
 */
export const accounts = {
  /** Money that the card processor Stripe holds for the platform. Owner: the platform. */
  processorStripe: 'A.PSP.stripe',
  /** Money that the simulated card processor of demo mode and tests holds. Owner: the platform. */
  processorTest: 'A.PSP.test',
  /** What Stripe is expected to keep of it as its fee: a credit, which makes the money of the processor net. */
  expectedFeeStripe: 'A.PSPFEE.stripe',
  /** What the simulated card processor is expected to keep. Owner: the platform. */
  expectedFeeTest: 'A.PSPFEE.test',
  /** The platform's bank account. Owner: the platform. */
  bank: 'A.BANK',
  /** USDT recharges on the chain addresses of the shops. Owner: the platform. */
  chainUsdt: 'A.CHAIN.usdt',
  /** USDC recharges on the chain addresses of the shops. Owner: the platform. */
  chainUsdc: 'A.CHAIN.usdc',
  /** The hot wallet that pays chain withdrawals. Owner: the platform. */
  hotWallet: 'A.HOT',
  /** Debt of a merchant to the platform, settled from new earnings, or at once. Owner: one shop. */
  merchantDue: 'A.DUE',
  /** The merchant's balance: pays pick-ups and withdrawals. Owner: one shop. */
  merchantAvailable: 'L.M.available',
  /** Earnings of received orders inside the protection window. Owner: one shop. */
  merchantPending: 'L.M.pending',
  /** Amounts of open withdrawals. Owner: one shop. */
  merchantHeld: 'L.M.held',
  /** Chain recharges below the minimum, set aside until the next one reaches it. Owner: one shop. */
  merchantUnidentified: 'L.UNIDENTIFIED',
  /** The buyer's payment until the order is received or cancelled. Owner: one order. */
  orderEscrow: 'L.O.escrow',
  /** The purchase cost that the merchant paid, until the order ships. Owner: one order. */
  orderProcurement: 'L.O.procure',
  /** What the buyer paid for shipping, until the order is received or cancelled. Owner: one order. */
  orderShipping: 'L.O.shipping',
  /** The tax that the buyer paid, until the order is received or cancelled. Owner: one order. */
  orderTax: 'L.O.tax',
  /** Debt to a buyer: a refund that is not sent yet. Owner: one payment. */
  paymentRefund: 'L.REFUND',
  /** The amount that a card's bank reclaims, until it decides. Owner: one dispute. */
  cardDispute: 'L.DISPUTE',
  /** Debt to the suppliers for shipped goods. Owner: the platform. */
  supplierPayable: 'L.S.payable',
  /** Approved withdrawals that are neither paid nor returned. Owner: the platform. */
  payout: 'L.PAYOUT',
  /** Tax of received orders, which the platform owes to the authorities. Owner: the platform. */
  taxPayable: 'L.TAX',
  /** The platform's commission on received orders. Owner: the platform. */
  commission: 'I.COMMISSION',
  /** What buyers paid for shipping of received orders. Owner: the platform. */
  shippingIncome: 'I.SHIPPING',
  /** Fees of paid withdrawals. Owner: the platform. */
  withdrawalFee: 'I.WDFEE',
  /** Refunds and credits that the platform pays itself. Owner: the platform. */
  goodwill: 'E.GOODWILL',
  /** The platform's part of the goods of orders with one of its coupons. Owner: the platform. */
  coupon: 'E.COUPON',
  /** Money that arrived and that no merchant has claimed. Owner: the platform. */
  unidentified: 'L.SUSPENSE',
  /** Fees of the card processors. Owner: the platform. */
  processorFee: 'E.PSPFEE',
  /** What the fees of the card processors were above (or below) what was expected. Owner: the platform. */
  processorFeeDifference: 'E.PSPDIFF',
  /** Fees of banks, exchanges and networks. Owner: the platform. */
  transferFee: 'E.TRANSFERFEE',
  /** What the platform pays to carriers. Owner: the platform. */
  shippingExpense: 'E.SHIPPING',
  /** Debts of merchants that the platform has cancelled. Owner: the platform. */
  writeOff: 'E.WRITEOFF',
  /** Money that the platform's owner has put in, less what the owner has taken out. Owner: the platform. */
  ownerCapital: 'Q.OWNER',
} as const

/** An account as the database and the wire name it. */
export type AccountCode = (typeof accounts)[keyof typeof accounts]

/** Readable code: class, then owner, then purpose. Used in documents. */
export const readableCodes: Record<AccountCode, string> = {
  [accounts.processorStripe]: 'asset:processor:stripe',
  [accounts.processorTest]: 'asset:processor:test',
  [accounts.expectedFeeStripe]: 'asset:expected-fee:stripe',
  [accounts.expectedFeeTest]: 'asset:expected-fee:test',
  [accounts.bank]: 'asset:bank',
  [accounts.chainUsdt]: 'asset:chain:usdt',
  [accounts.chainUsdc]: 'asset:chain:usdc',
  [accounts.hotWallet]: 'asset:hot-wallet',
  [accounts.merchantDue]: 'asset:merchant:due',
  [accounts.merchantAvailable]: 'liability:merchant:available',
  [accounts.merchantPending]: 'liability:merchant:pending',
  [accounts.merchantHeld]: 'liability:merchant:held',
  [accounts.merchantUnidentified]: 'liability:merchant:unidentified',
  [accounts.orderEscrow]: 'liability:order:escrow',
  [accounts.orderProcurement]: 'liability:order:procurement',
  [accounts.orderShipping]: 'liability:order:shipping',
  [accounts.orderTax]: 'liability:order:tax',
  [accounts.paymentRefund]: 'liability:payment:refund',
  [accounts.cardDispute]: 'liability:dispute:reclaimed',
  [accounts.supplierPayable]: 'liability:supplier:payable',
  [accounts.payout]: 'liability:payout',
  [accounts.taxPayable]: 'liability:tax',
  [accounts.commission]: 'income:commission',
  [accounts.shippingIncome]: 'income:shipping',
  [accounts.withdrawalFee]: 'income:withdrawal-fee',
  [accounts.goodwill]: 'expense:goodwill',
  [accounts.coupon]: 'expense:coupon',
  [accounts.unidentified]: 'liability:unidentified',
  [accounts.processorFee]: 'expense:processor-fee',
  [accounts.processorFeeDifference]: 'expense:processor-fee-difference',
  [accounts.transferFee]: 'expense:transfer-fee',
  [accounts.shippingExpense]: 'expense:shipping',
  [accounts.writeOff]: 'expense:write-off',
  [accounts.ownerCapital]: 'equity:owner',
}

/** Beginnings of stored codes, for sums over a class of accounts. */
export const accountPrefixes = { asset: 'A.', liability: 'L.', expense: 'E.', chain: 'A.CHAIN.' } as const

/** The account of each card processor. */
export const processorAccounts = { stripe: accounts.processorStripe, test: accounts.processorTest } as const

/** The account of the fees that each card processor is expected to keep. */
export const expectedFeeAccounts = { stripe: accounts.expectedFeeStripe, test: accounts.expectedFeeTest } as const

/** The account of each token that merchants recharge with. */
export const chainAccounts = { USDT: accounts.chainUsdt, USDC: accounts.chainUsdc } as const

/** The accounts of a merchant, by their names on the wire. */
export const merchantAccounts = {
  available: accounts.merchantAvailable,
  pending: accounts.merchantPending,
  held: accounts.merchantHeld,
} as const

/** Every account that the postings of an order can name. A screen has words for each. */
export const orderAccounts = [
  accounts.processorStripe,
  accounts.processorTest,
  accounts.orderEscrow,
  accounts.orderProcurement,
  accounts.merchantAvailable,
  accounts.merchantPending,
  accounts.merchantDue,
  accounts.paymentRefund,
  accounts.supplierPayable,
  accounts.cardDispute,
  accounts.commission,
  accounts.goodwill,
  accounts.orderShipping,
  accounts.shippingIncome,
  accounts.orderTax,
  accounts.taxPayable,
  accounts.bank,
  accounts.coupon,
  accounts.transferFee,
] as const

/**
 * Terms with one word in each language: the English word and its meaning. The file of a language has its word.
 * `src/glossary.test.ts` finds messages that use another word.
 */
export const terms = {
  order: { english: /\borders?\b/i, means: 'what a buyer bought from one shop; never an arrangement or a command' },
  shop: { english: /\bshops?\b/i, means: 'what a merchant runs here' },
  product: { english: /\bproducts?\b/i, means: 'a thing that is sold' },
  buyer: { english: /\bbuyers?\b|\bbuyer[’']s\b/i, means: 'who buys from a shop' },
  'pick up': {
    english: /\bpick(s|ed|ing)?[ -]?ups?\b/i,
    means: 'pay the purchase cost of an order that a buyer has paid, so that it ships; nobody fetches anything',
  },
  balance: { english: /\bbalance\b/i, means: 'the money that a merchant can use now' },
  pending: { english: /\bpending\b/i, means: 'earned, but not yet in the balance' },
  withdrawal: { english: /\bwithdraw(s|n|als?|ing)?\b/i, means: 'taking money out to a bank card or a chain address' },
  recharge: { english: /\brecharge[sd]?\b/i, means: 'putting money in; nobody has to' },
  refund: { english: /\brefund(s|ed|ing)?\b/i, means: 'money back to a buyer' },
  'payment password': {
    english: /\bpayment password\b/i,
    means: 'the six digits that are asked for before money moves',
  },
  'login password': { english: /\blogin password\b/i, means: 'what is asked for at the login' },
  'invitation code': { english: /\binvitation code\b/i, means: 'opens a registration, once' },
  voucher: { english: /\bvouchers?\b/i, means: 'the picture that proves a transfer; no gift card' },
  statement: { english: /\bstatements?\b/i, means: 'every movement of an account in a period' },
  profit: { english: /\bprofits?\b/i, means: 'earnings less cost' },
  fee: { english: /\bfees?\b/i, means: 'what a withdrawal costs' },
  network: { english: /\bnetworks?\b/i, means: 'a blockchain’s network' },
  'customer service': { english: /\bcustomer service\b/i, means: 'the platform’s people who answer merchants' },
  'distribution center': {
    english: /\bdistribution center\b/i,
    means: 'the catalogue from which shops are filled; no warehouse',
  },
  'in withdrawal': {
    english: /\bin withdrawal\b/i,
    means: 'money of open withdrawals, on its way out; nothing is withheld or blocked',
  },
  contest: {
    english: /\bcontest(s|ed|ing)?\b/i,
    means: 'a shop does not agree with a buyer’s refund request; Quayside then decides',
  },
  appeal: {
    english: /\bappeal(s|ed|ing)?\b/i,
    means: 'a merchant asks for another decision of Quayside, by another person',
  },
  'card dispute': {
    english: /\bdisput(e|es|ed|ing)\b|\bcharged back\b/i,
    means: 'a card issuer reclaims a payment for its customer: a chargeback',
  },
  shelf: { english: /\bshelf\b/i, means: 'on shelf: for sale; off shelf: not for sale' },
  'tracking number': { english: /\btracking number\b/i, means: 'a carrier’s number of a parcel' },
} as const

export type Term = keyof typeof terms

/**
 * The words of a language for each term: the word, then the stems of its inflected forms. `except` names messages
 * that correctly use another word.
 */
export type Glossary = Record<Term, { word: string; forms?: string[]; except?: string[] }>

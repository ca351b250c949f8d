/** Withdrawals for operators: the list, one withdrawal with all that decides it, decisions and appeals. */
import * as z from 'zod/mini'
import { endpoint, operator } from './endpoint.ts'
import { anyOf, fileOf, linked, listEndpoint, oneOf, searched, yesNo } from './list-endpoint.ts'
import { money, signedMoney } from './money.ts'
import { merchantSignature } from './passkey.ts'
import { screeningResult } from './screening.ts'
import { actionPermission, day, empty, id, instant, ok, openAct } from './shapes.ts'
import { staffText } from './staff-text.ts'
import {
  appeal,
  appealStates,
  destinationKinds,
  rejectionReasons,
  withdrawalMethods,
  withdrawalReasons,
  withdrawalRow,
  withdrawalStates,
  withdrawalWaits,
} from './withdrawals.ts'

/** A withdrawal is found by its shop and its id. */
export const withdrawalKey = { shopId: id, id }

const operatorWithdrawal = z.object({
  ...withdrawalRow.shape,
  shopId: id,
  shop: z.nullable(z.string()),
  verifiedName: z.nullable(z.string()),
  holder: z.string(),
  network: z.string(),
  ending: z.string(),
  usableAt: instant,
  decideBy: instant,
  payBy: z.nullable(instant),
  sentAt: z.nullable(instant),
  /** The time when it was handed over for days without proof. */
  escalatedAt: z.nullable(instant),
  /** The current deadline: of the decision, later of the payment; null for a withdrawal that ended. */
  dueAt: z.nullable(instant),
  /** Whether decision and confirmation need two operators; determined at the request. */
  needsTwo: z.boolean(),
  approvedOnce: z.boolean(),
  rail: z.nullable(z.enum(['bank-file', 'chain', 'test'])),
  batchId: z.nullable(id),
  waits: z.nullable(z.enum(withdrawalWaits)),
  appeal: z.nullable(z.enum(appealStates)),
})

export const listWithdrawals = listEndpoint({
  path: '/platform/withdrawal/list',
  summary:
    'Withdrawals with who they go to, filtered and searched. `due`: the open ones by their deadline. `newest`: all of them, the newest first. A search finds the number of a withdrawal, the name or code of a shop, and the last four characters of a destination.',
  access: operator('finance', 'auditor'),
  filters: {
    sort: oneOf(['due', 'newest'], 'due'),
    state: anyOf(withdrawalStates),
    search: searched(60),
    shopId: linked(id),
    batchId: linked(id),
    method: anyOf(withdrawalMethods),
    /** Only those past their deadline, or only the others. */
    overdue: yesNo(),
    /** Only those handed over without proof for days, or only the others. */
    escalated: yesNo(),
    needsTwo: yesNo(),
    appeal: anyOf(appealStates),
    from: linked(day),
    to: linked(day),
  },
  row: operatorWithdrawal,
  refusals: ['request/malformed'],
})

export const exportWithdrawals = fileOf(listWithdrawals, {
  path: '/platform/withdrawal/export',
  list: 'Withdrawals',
})

export const countWithdrawals = endpoint({
  api: 'platform',
  path: '/platform/withdrawal/counts',
  summary:
    'How many withdrawals are in each open state, overdue and without proof, and how many appeals wait. The overdue ones are counted by the query behind the figures that merchants read.',
  access: operator('finance', 'auditor'),
  readOnly: true,
  input: empty,
  response: z.object({
    pending: z.int(),
    approved: z.int(),
    sending: z.int(),
    unknown: z.int(),
    overdue: z.int(),
    escalated: z.int(),
    appeals: z.int(),
  }),
  refusals: [],
})

const operatorName = z.object({ id, name: z.string() })

/** The events of an account that a thief would cause: what the changes of a withdrawal can be. */
export const accountChanges = [
  'login.new-device',
  'login-password.changed',
  'payment-password.set',
  'payment-password.changed',
  'payment-password.disabled',
  'passkey.added',
  'passkey.removed',
  'contact.changed',
  'destination.added',
  'destination.removed',
] as const

export const withdrawalDetail = endpoint({
  api: 'platform',
  path: '/platform/withdrawal/detail',
  summary:
    'One withdrawal with all that decides it: the destination with its age and use, the verified name, the wallet with its last records and the head of its chain, open disputes and refunds, devices, recent changes of contacts and passwords, why two people are needed, and what the merchant will read.',
  access: operator('finance', 'auditor'),
  readOnly: true,
  input: z.strictObject(withdrawalKey),
  response: z.object({
    ...operatorWithdrawal.shape,
    shopCode: z.string(),
    decidedAt: z.nullable(instant),
    finishedAt: z.nullable(instant),
    paymentReference: z.nullable(z.string()),
    reason: z.nullable(z.enum(withdrawalReasons)),
    note: z.nullable(z.string()),
    destination: z.object({
      kind: z.enum(destinationKinds),
      holder: z.string(),
      bankName: z.nullable(z.string()),
      nameMatches: z.boolean(),
      /** The name as the payment file has it; null for an address, and until the merchant has entered it. */
      bankHolder: z.nullable(z.string()),
      createdAt: instant,
      removedAt: z.nullable(instant),
      /** Earlier withdrawals to it that were paid, and the time of the last one. */
      paid: z.int(),
      lastPaidAt: z.nullable(instant),
      /** Whether another shop has saved the same destination. */
      otherShops: z.int(),
    }),
    /** What lists of sanctions say about the merchant and the destination. */
    screening: screeningResult,
    wallet: z.object({
      available: money,
      pending: money,
      held: money,
      due: money,
      /** The newest entry of the chain of the balance: its place and its hash. Null for an unused account. */
      head: z.nullable(z.object({ seq: z.int(), hash: z.string() })),
      records: z.array(
        z.object({ at: instant, event: z.string(), amount: signedMoney, balanceAfter: money, seq: z.int() }),
      ),
    }),
    disputes: z.array(z.object({ id, code: z.string(), amount: money, evidenceBy: z.nullable(instant) })),
    refunds: z.array(z.object({ id, code: z.string(), amount: money, state: z.string() })),
    devices: z.array(
      z.object({ agent: z.nullable(z.string()), address: z.nullable(z.string()), since: instant, usedAt: instant }),
    ),
    /** Changes of the last 30 days that a thief of the account would make, newest first. */
    changes: z.array(z.object({ at: instant, what: z.string() })),
    /** Why two people decide; null when one is enough. Amounts at the time of the request. */
    two: z.nullable(z.object({ above: z.nullable(money), requestedBefore: z.nullable(money) })),
    actId: openAct,
    /** By which passkey the merchant confirmed the request; null by the payment password. */
    signature: z.nullable(merchantSignature),
    firstApproval: z.nullable(z.object({ by: operatorName, at: z.nullable(instant) })),
    decidedBy: z.nullable(operatorName),
    appeal: z.nullable(z.object({ ...appeal.shape, decidedBy: z.nullable(operatorName) })),
    /** For each reason of a rejection, what the merchant will read, in the caller's language. */
    sentences: z.array(z.object({ reason: z.enum(rejectionReasons), reads: z.string(), next: z.string() })),
    history: z.array(
      z.object({
        at: instant,
        from: z.nullable(z.string()),
        to: z.string(),
        reason: z.nullable(z.string()),
        by: z.string(),
      }),
    ),
    may: z.object({ approve: actionPermission, reject: actionPermission, decideAppeal: actionPermission }),
  }),
  refusals: ['withdrawal/not-found'],
})

export const approveWithdrawal = endpoint({
  api: 'platform',
  path: '/platform/withdrawal/approve',
  summary:
    'Approves a withdrawal. A second, different operator must sign the act if at the time of the request it was above the installation’s limit, alone or with the shop’s other withdrawals of that day.',
  access: operator('finance'),
  idempotent: true,
  input: z.strictObject(withdrawalKey),
  /** `actId`: the act that waits for the second person; null when it is approved now. */
  response: z.object({ approved: z.boolean(), actId: openAct }),
  refusals: [
    'withdrawal/not-found',
    'withdrawal/not-pending',
    'withdrawal/cooling-down',
    'withdrawal/method-off',
    'withdrawal/payouts-paused',
    'screening/open',
    'screening/waiting',
    'act/already-open',
    'operator/too-new',
    'work/claimed',
  ],
})

export const rejectWithdrawal = endpoint({
  api: 'platform',
  path: '/platform/withdrawal/reject',
  summary:
    'Rejects a withdrawal with a reason from the closed list. The amount returns to the balance in the same transaction.',
  access: operator('finance'),
  idempotent: true,
  input: z.strictObject({
    ...withdrawalKey,
    reason: z.enum(rejectionReasons),
    note: staffText(0, 300),
  }),
  response: ok,
  refusals: ['withdrawal/not-found', 'withdrawal/not-pending', 'work/claimed'],
})

export const decideAppeal = endpoint({
  api: 'platform',
  path: '/platform/withdrawal/appeal/decide',
  summary:
    'Grants or declines an appeal against a rejection. The person who rejected the withdrawal cannot decide it. The merchant reads the answer. No money moves: after a granted appeal the merchant requests the withdrawal again.',
  access: operator('finance'),
  idempotent: true,
  input: z.strictObject({ ...withdrawalKey, decision: z.enum(['grant', 'decline']), answer: staffText(3, 1000) }),
  response: ok,
  refusals: ['withdrawal/not-found', 'appeal/not-open', 'operator/second-person', 'operator/too-new', 'work/claimed'],
})

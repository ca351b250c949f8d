/**
 * The finance operators of a running demo, and the bank that sends their statements. A transfer needs three people:
 * one imports the statement, one approves, and one signs the act. They have no passkey: the last one confirms with a
 * code of the authenticator, and each code counts once.
 */
import { randomUUID } from 'node:crypto'
import {
  accounts,
  actDetail,
  approveDeposit,
  approveWithdrawal,
  confirmBankRefund,
  confirmPaymentAccount,
  importBankLines,
  listActs,
  listBankLines,
  listDeposits,
  listMovements,
  listPaymentAccounts,
  listRefundPayments,
  listWithdrawals,
  operatorOrderDetail,
  operatorOrders,
  orderStatus,
  proposeMovement,
  proposeRefundWay,
  rejectDeposit,
  rejectWithdrawal,
  claimDeposit,
  signAct,
  depositChannelTraits,
  type ActKindName,
  type ResponseBody,
  type Endpoint,
  type RequestBody,
} from '@quayside/contract'
import { Refused } from './api-client.ts'

type As = <E extends Endpoint>(endpoint: E, input: RequestBody<E>, key?: string) => Promise<ResponseBody<E>>

export type FinanceDesk = {
  first: As
  second: As
  /** The code of the second operator’s authenticator. */
  code: () => string
  importer: As
  /** True once something has been in its state for some seconds. */
  due: (what: string, low: number, high: number) => boolean
  log: (line: string) => void
  now: () => Date
  /** How many times longer a shop waits. Default: once for all. */
  patienceFor?: (shopId: string) => number
}

type Report = (
  reference: string,
  entry: { side: 'credit' | 'debit'; amount: string; currency: 'USD' | 'BRL' },
) => Promise<string | undefined>

/** Amounts with this ending are rejected, so that the demo shows a rejection. */
export const refusedEnding = '.13'

/** Ignores a refusal because the merchant was faster or the other operator has to act first. */
async function met(act: Promise<unknown>): Promise<void> {
  try {
    await act
  } catch (error) {
    const passes =
      error instanceof Refused && !error.reason.startsWith('session/') && !error.reason.startsWith('request/')
    if (!passes) throw error
  }
}

/** One round: recharges by transfer, then withdrawals, then what buyers pay by PIX and get back. */
export async function workAtDesk({
  first,
  second,
  code,
  importer,
  due,
  log,
  now,
  patienceFor = () => 1,
}: FinanceDesk): Promise<void> {
  /** The bank's statement of today with one entry, once. Returns the id of the entry. */
  const report: Report = async (reference, { side, amount, currency }) => {
    const today = now().toISOString().slice(0, 10)
    const entry = { line: 1, side, amount, valueDate: today, payer: 'Demo bank customer', reference }
    if ((await first(listBankLines, { reference, limit: 1 })).total === 0)
      await met(
        importer(importBankLines, {
          account: `DEMO BANK ${currency}`,
          statement: reference,
          currency,
          from: today,
          to: today,
          opening: '0',
          closing: side === 'credit' ? amount : `-${amount}`,
          lines: [{ ...entry, entryReference: reference }],
        }),
      )
    return (await first(listBankLines, { reference, limit: 1 })).list[0]?.id
  }

  if (!isFunded) isFunded = await payCapital(first, report)

  for (const state of ['awaiting-transfer', 'under-review'] as const) {
    const { list } = await first(listDeposits, { state, limit: 50 })
    for (const { id, shopId, code: number, channel, amount, currency, expected, approvedOnce } of list) {
      const { approvableStates, hasVoucher } = depositChannelTraits[channel]
      if (approvableStates.length === 0 || approvedOnce) continue
      const named = { shopId, id }
      if (hasVoucher && state === 'awaiting-transfer') {
        const times = patienceFor(shopId)
        if (due(`take ${id}`, 10 * times, 20 * times)) await met(first(claimDeposit, named))
        continue
      }
      const times = patienceFor(shopId)
      if (!due(`credit ${id}`, 12 * times, 25 * times)) continue
      if (hasVoucher && amount.endsWith(refusedEnding)) {
        await met(first(rejectDeposit, { ...named, reason: 'not-arrived', note: '' }))
        log(`recharge ${number} was rejected`)
        continue
      }
      // A real bank sends its statement after the payment.
      const bankLineId = await report(number, { side: 'credit', amount: expected, currency })
      if (!bankLineId) continue
      await met(first(approveDeposit, { ...named, bankLineId }, randomUUID()))
      log(`recharge ${number} was approved by the first of two`)
    }
  }

  const { list } = await first(listWithdrawals, { state: 'pending', limit: 50 })
  for (const { id, shopId, code: number, gross, usableAt, approvedOnce } of list) {
    const times = patienceFor(shopId)
    if (approvedOnce || new Date(usableAt) > now() || !due(`withdrawal ${id}`, 15 * times, 30 * times)) continue
    const named = { shopId, id }
    if (gross.endsWith(refusedEnding)) {
      await met(first(rejectWithdrawal, { ...named, reason: 'destination-unsupported', note: '' }, randomUUID()))
      log(`withdrawal ${number} was rejected`)
      continue
    }
    await met(first(approveWithdrawal, named, randomUUID()))
    log(`withdrawal ${number} was approved`)
  }

  // Buyers pay their PIX codes. The server finds the entry, and the second person signs.
  const unpaid = await first(operatorOrders, { status: orderStatus.awaitingPayment, limit: 100 })
  for (const { id, shopId, code: number } of unpaid.list) {
    if (!due(`pix ${id}`, 15, 45) || now().getTime() - (lookedAt.get(id) ?? 0) < lookAgain) continue
    if (lookedAt.size > 10_000) lookedAt.clear()
    lookedAt.set(id, now().getTime())
    const { pix } = await first(operatorOrderDetail, { id, shopId })
    if (!pix?.open || !(await report(pix.reference, { side: 'credit', amount: pix.reais, currency: 'BRL' }))) continue
    log(`the bank reported the PIX payment of order ${number}`)
  }
  for (const state of ['failed', 'by-bank'] as const)
    for (const { id, shopId, actId, reais, order } of (await first(listRefundPayments, { state, limit: 50 })).list) {
      const named = { shopId, id }
      if (reais === null || actId !== null || !due(`refund ${state} ${id}`, 10, 30)) continue
      if (state === 'failed') {
        const way = { way: 'bank' as const, accountEnding: 'DEMO', reason: 'The account of the credit' }
        await met(
          first(proposeRefundWay, { ...named, ...way }, randomUUID()).then(({ actId: own }) => ownActs.add(own)),
        )
        continue
      }
      const bankLineId = await report(`BACK ${id}`, { side: 'debit', amount: reais, currency: 'BRL' })
      if (!bankLineId) continue
      await met(first(confirmBankRefund, { ...named, bankLineId }, randomUUID()))
      log(`order ${order.code} was refunded by PIX`)
    }

  for (const { state, digest } of (await first(listPaymentAccounts, {})).list)
    if (state === 'unconfirmed') await met(first(confirmPaymentAccount, { digest }, randomUUID()))
  await signOne(second, code, log)
}

/** Dollars that the platform's owner pays in. */
const capital = '10000.00'
/** Whether the capital is paid in, or proposed. */
let isFunded = false

/**
 * Proposes the funding by the platform's owner, once. Without money of its own the platform holds what it owes and not
 * a cent more, and each check of the cover warns. Returns whether it was there already.
 */
async function payCapital(first: As, report: Report): Promise<boolean> {
  if ((await first(listMovements, { kind: 'funding', limit: 1 })).list.length > 0) return true
  const inLineId = await report('CAPITAL', { side: 'credit', amount: capital, currency: 'USD' })
  if (!inLineId) return false
  const paid = { kind: 'funding' as const, from: accounts.ownerCapital, to: accounts.bank, amount: capital, inLineId }
  await met(first(proposeMovement, paid, randomUUID()).then(({ actId }) => ownActs.add(actId)))
  // The next round finds it, or proposes it again.
  return false
}

/** The acts that the robots sign. A person signs the others. */
const signedByRobots: readonly ActKindName[] = [
  'deposit.approve',
  'withdrawal.approve',
  'payment-account.confirm',
  'payment.pix',
]
/** The acts that the first operator proposed: ways of PIX refunds, and the platform's capital. */
const ownActs = new Set<string>()
/** When an unpaid order was looked at for its PIX code, and how long it is left alone then. */
const lookedAt = new Map<string, number>()
const lookAgain = 20_000
let lastCode = ''

/** Confirms the oldest act, when the authenticator shows a new code. */
async function signOne(second: As, code: () => string, log: FinanceDesk['log']): Promise<void> {
  const shown = code()
  if (shown === lastCode) return
  const { list } = await second(listActs, { limit: 100 })
  const act = list.findLast(
    ({ id, kind, maySign }) => maySign === true && (signedByRobots.includes(kind) || ownActs.has(id)),
  )
  if (!act) return
  const { digest } = await second(actDetail, { id: act.id })
  lastCode = shown
  // A code that somebody used to log in is refused; the next one is tried.
  await met(second(signAct, { id: act.id, digest, code: shown }))
  log(`${act.kind} was signed by the second of two`)
}

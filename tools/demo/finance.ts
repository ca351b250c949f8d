/**
 * The finance operators of a running demo, and the bank that sends their statements. A transfer needs three people:
 * one imports the statement, one approves, and one signs the act. They have no passkey: the last one confirms with a
 * code of the authenticator, and each code counts once.
 */
import { randomUUID } from 'node:crypto'
import {
  actDetail,
  approveDeposit,
  approveWithdrawal,
  confirmPaymentAccount,
  importBankLines,
  listActs,
  listBankLines,
  listDeposits,
  listPaymentAccounts,
  listWithdrawals,
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

/** One round: recharges by transfer, then withdrawals. */
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
      // The bank statement with the payment of this recharge. A real bank sends it after the payment.
      const today = now().toISOString().slice(0, 10)
      const entry = {
        line: 1,
        side: 'credit' as const,
        amount: expected,
        valueDate: today,
        payer: 'Demo bank customer',
        reference: number,
        entryReference: number,
      }
      if ((await first(listBankLines, { reference: number, limit: 1 })).total === 0)
        await met(
          importer(importBankLines, {
            account: `DEMO BANK ${currency}`,
            statement: number,
            currency,
            from: today,
            to: today,
            opening: '0',
            closing: expected,
            lines: [entry],
          }),
        )
      const found = await first(listBankLines, { reference: number, limit: 1 })
      const bankLineId = found.list[0]?.id
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

  for (const { state, digest } of (await first(listPaymentAccounts, {})).list)
    if (state === 'unconfirmed') await met(first(confirmPaymentAccount, { digest }, randomUUID()))
  await signOne(second, code, log)
}

/** The acts that the robots sign. A person signs the others. */
const signedByRobots: readonly ActKindName[] = ['deposit.approve', 'withdrawal.approve', 'payment-account.confirm']
let lastCode = ''

/** Confirms the oldest act, when the authenticator shows a new code. */
async function signOne(second: As, code: () => string, log: FinanceDesk['log']): Promise<void> {
  const shown = code()
  if (shown === lastCode) return
  const { list } = await second(listActs, { limit: 100 })
  const act = list.findLast(({ kind }) => signedByRobots.includes(kind))
  if (!act) return
  const { digest } = await second(actDetail, { id: act.id })
  lastCode = shown
  // A code that somebody used to log in is refused; the next one is tried.
  await met(second(signAct, { id: act.id, digest, code: shown }))
  log(`${act.kind} was signed by the second of two`)
}

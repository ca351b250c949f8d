/**
 * The finance operators of a running demo, and the bank that sends their statements. A transfer needs three people:
 * one imports the statement, two others approve.
 */
import { randomUUID } from 'node:crypto'
import {
  approveDeposit,
  approveWithdrawal,
  importBankLines,
  listBankLines,
  listDeposits,
  listWithdrawals,
  rejectDeposit,
  rejectWithdrawal,
  claimDeposit,
  depositChannelTraits,
  type ResponseBody,
  type Endpoint,
  type RequestBody,
} from '@quayside/contract'
import { Refused } from './api-client.ts'

type As = <E extends Endpoint>(endpoint: E, input: RequestBody<E>, key?: string) => Promise<ResponseBody<E>>

export type FinanceDesk = {
  first: As
  second: As
  importer: As
  /** True once something has been in its state for some seconds. */
  due: (what: string, low: number, high: number) => boolean
  log: (line: string) => void
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
export async function workAtDesk({ first, second, importer, due, log }: FinanceDesk): Promise<void> {
  for (const state of ['awaiting-transfer', 'under-review'] as const) {
    const { list } = await first(listDeposits, { state, limit: 50 })
    for (const { id, shopId, code, channel, amount, currency, expected } of list) {
      const { approvableStates, hasVoucher } = depositChannelTraits[channel]
      if (approvableStates.length === 0) continue
      const named = { shopId, id }
      if (hasVoucher && state === 'awaiting-transfer') {
        if (due(`take ${id}`, 10, 20)) await met(first(claimDeposit, named))
        continue
      }
      if (!due(`credit ${id}`, 12, 25)) continue
      if (hasVoucher && amount.endsWith(refusedEnding)) {
        await met(first(rejectDeposit, { ...named, reason: 'not-arrived', note: '' }))
        log(`recharge ${code} was rejected`)
        continue
      }
      // The bank statement with the payment of this recharge. A real bank sends it after the payment.
      const today = new Date().toISOString().slice(0, 10)
      const entry = {
        line: 1,
        side: 'credit' as const,
        amount: expected,
        valueDate: today,
        payer: 'Demo bank customer',
        reference: code,
        entryReference: code,
      }
      if ((await first(listBankLines, { reference: code, limit: 1 })).total === 0)
        await met(
          importer(importBankLines, {
            account: `DEMO BANK ${currency}`,
            statement: code,
            currency,
            from: today,
            to: today,
            opening: '0',
            closing: expected,
            lines: [entry],
          }),
        )
      const found = await first(listBankLines, { reference: code, limit: 1 })
      const bankLineId = found.list[0]?.id
      if (!bankLineId) continue
      await met(first(approveDeposit, { ...named, bankLineId }, randomUUID()))
      await met(second(approveDeposit, { ...named, bankLineId }, randomUUID()))
      log(`recharge ${code} was credited`)
    }
  }

  const { list } = await first(listWithdrawals, { state: 'pending', limit: 50 })
  for (const { id, shopId, code, gross, usableAt } of list) {
    if (new Date(usableAt) > new Date() || !due(`withdrawal ${id}`, 15, 30)) continue
    const named = { shopId, id }
    if (gross.endsWith(refusedEnding)) {
      await met(first(rejectWithdrawal, { ...named, reason: 'destination-unsupported', note: '' }, randomUUID()))
      log(`withdrawal ${code} was rejected`)
      continue
    }
    await met(first(approveWithdrawal, named, randomUUID()))
    await met(second(approveWithdrawal, named, randomUUID()))
    log(`withdrawal ${code} was approved`)
  }
}

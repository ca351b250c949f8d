/** Recharges, withdrawals and bank statements. */
import {
  addDestination,
  approveDeposit,
  approveWithdrawal,
  confirmPaymentAccount,
  parseCents,
  importBankLines,
  listBankLines,
  listPaymentAccounts,
  listActs,
  openCardDeposit,
  quoteWithdrawal,
  requestWithdrawal,
  asCents,
  formatCents,
  type BankSide,
} from '@quayside/contract'
import { matchPix } from '../../src/modules/money/payments/match-pix.ts'
import { openPix } from '../../src/modules/money/payments/open-pix.ts'
import { newCode, newId } from '../../src/platform/database/ids.ts'
import { networkHash } from '../../src/platform/http/network.ts'
import { queryOne, sql } from '../../src/platform/database/postgres.ts'
import type { TestServer } from '../server.ts'
import { paymentPassword, type TestMerchant, anOperator, type Signer, aSigner, mustSign, realName } from './people.ts'
import { webhook, sendWebhook } from './payments.ts'

/** Approves a withdrawal; where two people are needed, the signer signs the act. */
export async function approveByTwo(
  server: TestServer,
  key: { shopId: string; id: string },
  first: { token: string },
  signer: Signer,
): Promise<void> {
  const { actId } = await server.must(approveWithdrawal, key, { token: first.token, key: newId() })
  if (actId) await mustSign(server, signer, actId)
}

/** Two people credit a transfer by a bank line. */
export async function creditTransfer(
  server: TestServer,
  input: { shopId: string; id: string; bankLineId: string },
  first: { token: string },
  signer: Signer,
): Promise<void> {
  const { actId } = await server.must(approveDeposit, input, { token: first.token, key: newId() })
  await mustSign(server, signer, actId)
}

/** The buyer chooses PIX. Returns what the bank's entry has to name, and the reais. */
export async function openPixOf(
  server: Pick<TestServer, 'app' | 'owner'>,
  order: { id: string },
): Promise<{ reference: string; reais: string }> {
  const { ctx } = server.app
  const { buyer_id: buyerId } = (await queryOne(
    server.owner,
    sql<{ buyer_id: string }>`select buyer_id from orders where id = ${order.id}`,
  ))!
  await openPix(ctx, undefined, { buyerId, network: networkHash(ctx.keys.lookup, '10.3.0.1') }, order.id)
  const row = (await queryOne(
    server.owner,
    sql<{ reference: string; centavos: bigint }>`select reference, centavos from payment
      where order_id = ${order.id} and processor = 'pix' order by created_at desc limit 1`,
  ))!
  return { reference: row.reference, reais: formatCents(asCents(row.centavos)) }
}

/** The bank reports an order's PIX payment, and a second person signs it. */
export async function creditPix(
  server: TestServer,
  order: { id: string },
  pix: { reference: string; reais: string },
  importer: { token: string },
  signer: Signer,
): Promise<void> {
  await aBankLine(server, importer, { amount: pix.reais, currency: 'BRL', reference: pix.reference })
  await matchPix(server.app.ctx)
  await mustSign(server, signer, await openActOf(server, order.id, signer))
}

/** The id of the newest act about a subject. */
export async function openActOf(
  server: Pick<TestServer, 'must'>,
  subjectId: string,
  { token }: { token: string },
): Promise<string> {
  const { list } = await server.must(listActs, { limit: 100 }, { token })
  return list.find(({ subject }) => subject.id === subjectId)!.id
}

/** Two operators confirm the PIX account of the settings. */
export async function confirmPix(server: TestServer): Promise<void> {
  const [first, signer] = [await anOperator(server, 'finance'), await aSigner(server, 'finance')]
  const { list } = await server.must(listPaymentAccounts, {}, first)
  const { digest } = list.find(({ channel, configured }) => channel === 'pix' && configured)!
  const { actId } = await server.must(confirmPaymentAccount, { digest }, { token: first.token, key: newId() })
  await mustSign(server, signer, actId)
}

/** Recharges by card. The money is final immediately unless the test has set a delay. Returns the deposit's id. */
export async function creditMerchant(server: TestServer, shop: TestMerchant, amount: string): Promise<string> {
  const { id, checkoutUrl } = await server.must(openCardDeposit, { amount }, { token: shop.token, key: newId() })
  const reference = checkoutUrl.split('/').at(-1)!
  const status = await sendWebhook(server, webhook(reference, formatCents(parseCents(amount))))
  if (status !== 200) throw new Error(`the webhook was answered ${status}`)
  return id
}

/** The processor's reference of the checkout of a recharge. */
export async function referenceOf(server: TestServer, depositId: string): Promise<string> {
  const row = await queryOne(
    server.owner,
    sql<{ reference: string }>`select reference from deposit where id = ${depositId}`,
  )
  return row!.reference
}

/** A bank card with a valid check digit. */
export const cardNumber = '4242424242424242'

/** A bank card that the test bank does not know. */
export const unknownCard = '4000000000000002'

/** Saves a bank card as a destination without a cool-down. */
export async function aDestination(server: TestServer, shop: TestMerchant, card = cardNumber): Promise<string> {
  const before = server.app.ctx.settings.money.coolDown
  server.app.ctx.settings.money.coolDown = 0
  try {
    const { id } = await server.must(
      addDestination,
      { method: 'bank', holder: realName, bankName: 'Harbour Bank', cardNumber: card, paymentPassword },
      { token: shop.token },
    )
    return id
  } finally {
    server.app.ctx.settings.money.coolDown = before
  }
}

/** Requests a withdrawal to a destination. */
export async function withdraw(server: TestServer, shop: TestMerchant, destinationId: string, amount: string) {
  const quote = await server.must(quoteWithdrawal, { method: 'bank', amount }, { token: shop.token })
  return server.must(
    requestWithdrawal,
    { quoteId: quote.id, destinationId, paymentPassword },
    { token: shop.token, key: newId() },
  )
}

/** The platform's own account, as in its bank statements. */
export const bankAccount = 'IE29 AIBK 9311 5212 3456 78'

type StatementLine = {
  amount: string
  side?: BankSide
  currency?: 'USD' | 'BRL'
  reference?: string
  payer?: string
  valueDate?: string
  entryReference?: string
  charges?: string
}

/** A consistent bank statement with one entry. */
export const statementOf = ({ currency = 'USD', ...line }: StatementLine, statement = newCode(10)) => ({
  account: bankAccount,
  statement,
  currency,
  from: line.valueDate ?? '2026-11-21',
  to: line.valueDate ?? '2026-11-21',
  opening: '0.00',
  closing: `${line.side === 'debit' ? '-' : ''}${line.amount}`,
  lines: [
    {
      line: 1,
      side: 'credit' as const,
      payer: realName,
      reference: '',
      valueDate: '2026-11-21',
      entryReference: statement,
      ...line,
    },
  ],
})

/** Imports a statement with one entry. The importer cannot approve with it. Returns the entry's id. */
export async function aBankLine(
  server: Pick<TestServer, 'must'>,
  importer: { token: string },
  line: StatementLine,
  number = newCode(10),
): Promise<string> {
  const given = statementOf(line, number)
  await server.must(importBankLines, given, importer)
  for (let page = 1; ; page += 1) {
    const { list } = await server.must(listBankLines, { limit: 100, page }, importer)
    const found = list.find(({ statement }) => statement === given.statement)
    if (found) return found.id
    if (list.length === 0) throw new Error('the imported entry is not listed')
  }
}

/** The end of a chain payout whose network has left the settings: the server cannot ask it, so two people say it. */
import { accounts, formatCents } from '@quayside/contract'
import { chainOutcomes } from '@quayside/contract/payouts'
import * as z from 'zod/mini'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Tx } from '../../../../platform/database/postgres.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { defineActKind, lastSigner } from '../../../staff/acts/act.ts'
import { proposeAct } from '../../../staff/acts/propose-act.ts'
import { finishFailed, finishPaid } from './send-payout.ts'
import { findDestinationOf, lockWithdrawal } from '../store.ts'

type Key = { shopId: string; id: string }

/** Locks a transfer on its way. Refuses while its network is configured: then only the network ends it. */
async function lockOrphan(ctx: AppContext, tx: Tx, { shopId, id }: Key) {
  const withdrawal = await lockWithdrawal(tx, shopId, id)
  if (!withdrawal) return refuse('withdrawal/not-found')
  if (withdrawal.rail !== 'chain' || withdrawal.state !== 'sending' || !withdrawal.payment_reference)
    return refuse('decision/changed')
  const { network } = (await findDestinationOf(tx, withdrawal))!
  if (ctx.settings.money.chains.some((chain) => chain.network === network)) refuse('payout/rail-runs')
  return { withdrawal, network, transaction: withdrawal.payment_reference }
}

/** Proposes what became of the transfer. Returns the id of the act. */
export async function proposeChainEnd(
  ctx: AppContext,
  tx: Tx,
  operatorId: string,
  { outcome, evidence, ...key }: Key & { outcome: (typeof chainOutcomes)[number]; evidence: string },
  now: Date,
): Promise<string> {
  const orphan = await lockOrphan(ctx, tx, key)
  return proposeAct(tx, {
    kind: 'payout.chain-end',
    desk: 'finance',
    shopId: key.shopId,
    subject: { kind: 'withdrawal', id: key.id },
    body: bodyOf(orphan, { outcome, evidence }),
    proposedBy: operatorId,
    now,
  })
}

const endBody = z.strictObject({
  shopId: z.string(),
  id: z.string(),
  code: z.string(),
  net: z.string(),
  network: z.string(),
  transaction: z.string(),
  outcome: z.enum(chainOutcomes),
  evidence: z.string(),
})

/** What the second person signs. No row holds the outcome and its evidence before. */
const bodyOf = (
  { withdrawal, network, transaction }: Awaited<ReturnType<typeof lockOrphan>>,
  { outcome, evidence }: Pick<z.output<typeof endBody>, 'outcome' | 'evidence'>,
): z.output<typeof endBody> => ({
  shopId: withdrawal.shop_id,
  id: withdrawal.id,
  code: withdrawal.code,
  net: formatCents(withdrawal.net),
  network,
  transaction,
  outcome,
  evidence,
})

/** Ends it with the second person's signature: paid, or the whole amount returns to the balance. */
export const chainEndAct = defineActKind({
  kind: 'payout.chain-end',
  schema: endBody,
  describe: ({ code, net, network, transaction, outcome, evidence }) => [
    { label: 'code', value: code, format: 'code' },
    { label: 'pays', value: net, format: 'amount' },
    { label: 'method', value: network, format: 'code' },
    { label: 'transaction', value: transaction, format: 'code' },
    { label: 'outcome', value: outcome, format: 'code' },
    { label: 'why', value: evidence, format: 'text' },
  ],
  async lock(ctx, tx, signed) {
    const orphan = await lockOrphan(ctx, tx, signed)
    return { subject: orphan, body: bodyOf(orphan, signed) }
  },
  async execute(_ctx, tx, { withdrawal, transaction }, { outcome }, act) {
    const actor = `operator:${lastSigner(act)}`
    if (outcome === 'paid') await finishPaid(tx, withdrawal, accounts.hotWallet, transaction, actor, act.now)
    else await finishFailed(tx, withdrawal, actor, act.now)
  },
})

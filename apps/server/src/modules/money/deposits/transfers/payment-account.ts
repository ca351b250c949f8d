/** The payment accounts of the settings: their confirmation by two operators, and the card that a merchant sees. */
import { createHash } from 'node:crypto'
import { accountChannels, type accountCard } from '@quayside/contract'
import * as z from 'zod/mini'
import type { AppContext } from '../../../../platform/app-context.ts'
import { newId } from '../../../../platform/database/ids.ts'
import type { Queryable, Tx } from '../../../../platform/database/postgres.ts'
import { refuse } from '../../../../platform/refusal.ts'
import type { MoneySettings } from '../../../../settings.ts'
import { defineActKind, lastSigner } from '../../../staff/acts/act.ts'
import { proposeAct, withdrawAct } from '../../../staff/acts/propose-act.ts'
import { findOrCreateAddress } from '../chain/address.ts'
import { listShopAddresses } from '../chain/chain-store.ts'
import {
  insertAccount,
  listAccountRows,
  listAccountsById,
  lockAccount,
  lockOpenAccount,
  writeSecondConfirmation,
  writeWithdrawal,
  type AccountContent,
  type AccountRow,
} from './payment-account-store.ts'

/** The accounts that the settings have. */
export function configuredAccounts({ pix, payees, chains }: MoneySettings): AccountContent[] {
  return [
    ...(pix
      ? [{ channel: 'pix' as const, network: 'pix', holder: pix.name, lines: [{ label: null, value: pix.key }] }]
      : []),
    ...payees.map(({ network, lines }) => ({ channel: 'manual' as const, network, holder: null, lines })),
    ...chains.map(({ network, chainId, xpub }) => ({
      channel: 'chain' as const,
      network,
      holder: null,
      lines: [
        { label: 'chain id', value: String(chainId) },
        { label: 'xpub', value: xpub },
      ],
    })),
  ]
}

/** SHA-256 of the content. The fields are written in a fixed order, so equal content has an equal digest. */
export const digestOf = ({ channel, network, holder, lines }: AccountContent): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([channel, network, holder, lines.map(({ label, value }) => [label, value])]))
    .digest()

const configuredDigests = (money: MoneySettings): Set<string> =>
  new Set(configuredAccounts(money).map((content) => digestOf(content).toString('hex')))

/** The accounts of the settings, and the confirmed ones that the settings no longer have. */
export async function listAccounts(ctx: AppContext, db: Queryable) {
  const rows = await listAccountRows(db)
  const byDigest = new Map(rows.map((row) => [row.digest.toString('hex'), row]))
  const configured = configuredAccounts(ctx.settings.money).map((content) => ({
    content,
    digest: digestOf(content).toString('hex'),
  }))
  const listed = new Set(configured.map(({ digest }) => digest))
  const former = rows
    .map((row) => ({ content: row.content, digest: row.digest.toString('hex') }))
    .filter(({ digest }) => !listed.has(digest))
  const present = ({ content, digest }: { content: AccountContent; digest: string }, isConfigured: boolean) => {
    const row = byDigest.get(digest)
    return {
      digest,
      ...content,
      configured: isConfigured,
      state: !isConfigured
        ? ('outdated' as const)
        : row?.second_at
          ? ('confirmed' as const)
          : row
            ? ('needs-second' as const)
            : ('unconfirmed' as const),
      id: row?.id ?? null,
      first: row ? { name: row.first_name, at: row.first_at.toISOString() } : null,
      second: row?.second_at ? { name: row.second_name!, at: row.second_at.toISOString() } : null,
      actId: row?.act_id ?? null,
    }
  }
  return [...configured.map((one) => present(one, true)), ...former.map((one) => present(one, false))]
}

/**
 * Confirms the content with this digest as the first person. Returns the id of the act that a second person signs.
 */
export async function confirmAccount(
  ctx: AppContext,
  tx: Tx,
  operatorId: string,
  digestHex: string,
  now: Date,
): Promise<string> {
  const content = configuredAccounts(ctx.settings.money).find((one) => digestOf(one).toString('hex') === digestHex)
  if (!content) return refuse('payment-account/not-configured')
  const id = newId()
  const digest = digestOf(content)
  if (!(await insertAccount(tx, { id, content, digest, by: operatorId, at: now }))) {
    const row = await lockOpenAccount(tx, digest)
    if (!row) return refuse('request/busy')
    return refuse(row.second_by ? 'payment-account/already-confirmed' : 'act/already-open')
  }
  return proposeAct(tx, {
    kind: 'payment-account.confirm',
    desk: 'finance',
    shopId: null,
    subject: { kind: 'payment-account', id },
    body: { id, ...content, digest: digestHex },
    proposedBy: operatorId,
    now,
  })
}

const accountBody = z.strictObject({
  id: z.string(),
  channel: z.enum(accountChannels),
  network: z.string(),
  holder: z.nullable(z.string()),
  lines: z.array(z.strictObject({ label: z.nullable(z.string()), value: z.string() })),
  digest: z.string(),
})

/** The second confirmation of a payment account. Refused when the settings no longer have its content. */
export const accountAct = defineActKind({
  kind: 'payment-account.confirm',
  schema: accountBody,
  describe: ({ channel, network, holder, lines, digest }) => [
    { label: 'channel', value: channel, format: 'code' },
    { label: 'network', value: network, format: 'code' },
    ...(holder === null ? [] : [{ label: 'holder', value: holder, format: 'text' as const }]),
    ...lines.map(({ label, value }) => ({ label: label ?? 'value', value, format: 'code' as const })),
    { label: 'content-digest', value: digest, format: 'code' },
  ],
  async lock(ctx, tx, { id }) {
    const row = await lockAccount(tx, id)
    if (!row || row.withdrawn_at || row.second_by) return refuse('decision/changed')
    const digest = row.digest.toString('hex')
    if (!configuredDigests(ctx.settings.money).has(digest)) refuse('payment-account/not-configured')
    return { subject: row, body: { id, ...row.content, lines: [...row.content.lines], digest } }
  },
  async execute(_ctx, tx, row, _body, act) {
    await writeSecondConfirmation(tx, row.id, lastSigner(act), act.now)
  },
  async abandon(_ctx, tx, { id }, { endedBy, reason, now }) {
    const row = await lockAccount(tx, id)
    if (row && !row.withdrawn_at) await writeWithdrawal(tx, id, endedBy, reason ?? 'not signed', now)
  },
})

export async function withdrawAccount(
  tx: Tx,
  operatorId: string,
  { id, reason }: { id: string; reason: string },
  now: Date,
): Promise<void> {
  const row = await lockAccount(tx, id)
  if (!row || row.withdrawn_at) refuse('payment-account/not-found')
  await withdrawAct(tx, 'payment-account.confirm', id, { by: operatorId, reason, now })
  await writeWithdrawal(tx, id, operatorId, reason, now)
}

/**
 * Refuses an account that two operators did not confirm, or that the settings no longer have. Locks it until the
 * message is stored. On a chain it creates the shop's own address, which the card shows.
 */
export async function requireSendableAccount(
  ctx: AppContext,
  tx: Tx,
  { id, shopId }: { id: string; shopId: string },
  now: Date,
): Promise<void> {
  const row = await lockAccount(tx, id)
  if (!row || row.withdrawn_at) return refuse('payment-account/not-found')
  if (!row.second_by || !configuredDigests(ctx.settings.money).has(row.digest.toString('hex')))
    return refuse('payment-account/not-confirmed')
  const chain = row.channel === 'chain' && ctx.settings.money.chains.find((one) => one.network === row.network)
  if (chain) await findOrCreateAddress(tx, chain, shopId, now)
}

/** Refuses while two operators have not confirmed the PIX account of the settings. Without one nothing is refused. */
export async function requireConfirmedPix(ctx: AppContext, tx: Tx): Promise<void> {
  const content = configuredAccounts(ctx.settings.money).find(({ channel }) => channel === 'pix')
  if (content && !(await lockOpenAccount(tx, digestOf(content)))?.second_by) refuse('payment-account/not-confirmed')
}

/**
 * The cards of these accounts as a shop sees them. An account that was withdrawn, or that the settings no longer have,
 * is outdated and shows no values. On a chain the card has the shop's own address.
 */
export async function presentAccounts(
  ctx: AppContext,
  db: Queryable,
  shopId: string,
  ids: readonly string[],
): Promise<Map<string, z.output<typeof accountCard>>> {
  if (ids.length === 0) return new Map()
  const { money } = ctx.settings
  const digests = configuredDigests(money)
  const rows = await listAccountsById(db, ids)
  const onChain = rows.some((row) => row.channel === 'chain')
  const addresses = new Map(
    onChain ? (await listShopAddresses(db, shopId)).map(({ network, address }) => [network, address]) : [],
  )
  const linesOf = (row: AccountRow) => {
    if (row.channel !== 'chain') return row.content.lines
    const address = addresses.get(row.network)
    return address ? [{ label: null, value: address }] : []
  }
  return new Map(
    rows.map((row) => {
      const current = row.withdrawn_at === null && row.second_at !== null && digests.has(row.digest.toString('hex'))
      return [
        row.id,
        {
          id: row.id,
          channel: row.channel,
          network: row.network,
          holder: row.content.holder,
          lines: current ? linesOf(row) : [],
          state: current ? ('current' as const) : ('outdated' as const),
          confirmedAt: row.second_at!.toISOString(),
        },
      ]
    }),
  )
}

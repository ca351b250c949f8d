/** Merchants, operators and buyers, inserted as the owner of the database. */
import { createHash, randomBytes } from 'node:crypto'
import {
  beginActSignature,
  closeShop,
  joinAsBuyer,
  signAct,
  type ClosingScope,
  type OperatorRole,
} from '@quayside/contract'
import { totpContext } from '../../src/modules/people/identity/operators/operator-store.ts'
import { hashPassword } from '../../src/modules/people/identity/password.ts'
import { newCode, newId } from '../../src/platform/database/ids.ts'
import type { MessageRow } from '../../src/modules/people/outbox/store.ts'
import { contentOf, type Content } from '../../src/modules/people/outbox/write-message.ts'
import { queryAll, queryOne, sql } from '../../src/platform/database/postgres.ts'
import { firstOperator, type TestServer } from '../server.ts'
import { Authenticator } from '../authenticator.ts'

export const loginPassword = 'correct horse battery'
export const paymentPassword = '493817'
let passwordHash: string | undefined

export type TestMerchant = { token: string; merchantId: string; shopId: string; shopCode: string; email: string }

async function session(server: TestServer, who: string, subjectId: string, shopId: string | null): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  const now = server.clock.now()
  await sql`insert into session (token_hash, who, subject_id, shop_id, created_at, used_at, expires_at, second_factor_at)
    values (${createHash('sha256').update(token).digest()}, ${who}, ${subjectId}, ${shopId}, ${now}, ${now}, ${new Date(now.getTime() + 90 * 86_400_000)},
      ${who === 'operator' ? now : null})`.execute(server.owner)
  return token
}

/** A merchant with a shop, verified and open by default. */
export async function aMerchant(
  server: TestServer,
  { verified = true, closed = false, timeZone = 'UTC' } = {},
): Promise<TestMerchant> {
  passwordHash ??= await hashPassword(loginPassword)
  const now = server.clock.now()
  const [merchantId, shopId, shopCode] = [newId(), newId(), newCode(8)]
  const email = `${shopCode.toLowerCase()}@merchant.example`
  await sql`insert into shop (id, code, name, time_zone, verified_at, closed_at, created_at)
    values (${shopId}, ${shopCode}, ${`Shop ${shopCode}`}, ${timeZone}, ${verified ? now : null}, ${closed ? now : null}, ${now})`.execute(
    server.owner,
  )
  await sql`insert into merchant (id, shop_id, email, phone, real_name, password_hash, created_at)
    values (${merchantId}, ${shopId}, ${email}, ${`+1${shopCode}`}, 'Ada Quay', ${passwordHash}, ${now})`.execute(
    server.owner,
  )
  await sql`insert into registration (shop_id, state, created_at) values (${shopId}, ${verified ? 'verified' : 'draft'}, ${now})`.execute(
    server.owner,
  )
  return { token: await session(server, 'merchant', merchantId, shopId), merchantId, shopId, shopCode, email }
}

/** An operator with these roles and a complete session, who can approve money immediately. */
export async function anOperator(server: TestServer, ...roles: OperatorRole[]): Promise<{ token: string; id: string }> {
  const id = newId()
  const now = server.clock.now()
  const sealed = server.app.ctx.keys.seal('totp', randomBytes(20), totpContext(id))
  await sql`insert into operator (id, name, email, password_hash, password_chosen_at, totp_sealed, may_approve_from, created_at)
    values (${id}, 'Op Erator', ${`${id}@platform.example`}, 'none', ${now}, ${sealed}, to_timestamp(0), ${now})`.execute(
    server.owner,
  )
  for (const role of roles)
    await sql`insert into operator_desk (operator_id, desk, granted_at) values (${id}, ${role}, ${now})`.execute(
      server.owner,
    )
  return { id, token: await session(server, 'operator', id, null) }
}

/** An operator with the password `loginPassword` and no second factor yet. Returns the e-mail address too. */
export async function anOperatorWithPassword(
  server: TestServer,
  ...roles: OperatorRole[]
): Promise<{ id: string; email: string }> {
  const { id } = await anOperator(server, ...roles)
  const email = `${newId()}@platform.example`
  passwordHash ??= await hashPassword(loginPassword)
  await sql`update operator set email = ${email}, password_hash = ${passwordHash}, totp_sealed = null where id = ${id}`.execute(
    server.owner,
  )
  return { id, email }
}

/** An operator with a passkey, who can sign acts. */
export type Signer = { token: string; id: string; passkey: Authenticator }

export async function aSigner(server: TestServer, ...roles: OperatorRole[]): Promise<Signer> {
  const operator = await anOperator(server, ...roles)
  const passkey = new Authenticator(new URL(server.app.ctx.settings.consoleUrl).origin)
  await sql`insert into operator_passkey (id, operator_id, name, public_key, counter, transports, backup_eligible, backed_up, aaguid, created_at)
    values (${passkey.id}, ${operator.id}, 'Test key', ${passkey.publicKey}, 0, '{}', true, false, ${newId()}, ${server.clock.now()})`.execute(
    server.owner,
  )
  return { ...operator, passkey }
}

/** Signs an act with the passkey of this operator. */
export async function signs(
  server: Pick<TestServer, 'call'>,
  { token, passkey }: Pick<Signer, 'token' | 'passkey'>,
  actId: string,
) {
  const begun = await server.call(beginActSignature, { id: actId }, { token })
  if (begun.code === 0) return begun as never
  const { digest, passkey: options } = begun.data
  return server.call(signAct, { id: actId, digest, assertion: passkey.get(options!) }, { token })
}

/** Signs an act, which runs. Throws when the signature is refused. */
export async function mustSign(server: TestServer, signer: Pick<Signer, 'token' | 'passkey'>, actId: string) {
  const signed = await signs(server, signer, actId)
  if (signed.code === 0) throw new Error(`signing refused: ${signed.reason}`)
}

/** Closes a shop without notice, by two people. */
export async function closeShopNow(
  server: TestServer,
  shopId: string,
  scope: ClosingScope = 'all',
  note = 'A test closes it',
): Promise<void> {
  const wish = { shopId, scope, reason: 'fraud' as const, note, effectiveAt: server.clock.now().toISOString() }
  const { actId } = await server.must(closeShop, wish, { token: (await anOperator(server, 'support')).token })
  await mustSign(server, await aSigner(server, 'review'), actId!)
}

/** A complete session of the first operator, whose only role is owner. */
export async function theOwner(server: TestServer): Promise<string> {
  const row = await queryOne(
    server.owner,
    sql<{
      id: string
    }>`update operator set password_chosen_at = created_at, totp_sealed = coalesce(totp_sealed, '\\x00')
      where email = ${firstOperator.email} returning id`,
  )
  return session(server, 'operator', row!.id, null)
}

/** An unused IP address. */
export const anAddress = (): string => `10.${[...randomBytes(3)].join('.')}`

/** Repeats the registration while the queue of password hashes is full. */
export async function aBuyer(server: TestServer): Promise<{ token: string; buyerId: string }> {
  const email = `${newCode(10).toLowerCase()}@buyer.example`
  const ip = anAddress()
  for (;;) {
    const reply = await server.call(joinAsBuyer, { name: 'Bea Buyer', email, password: 'a buyer’s password' }, { ip })
    if (reply.code === 1) return reply.data
    if (reply.reason !== 'request/busy') throw new Error(`joining refused: ${reply.reason} (${reply.msg})`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

export const realName = 'Ada Quay'

/** The mails to an address of a buyer that stayed in the outbox, oldest first. */
export const mailsToBuyer = async (server: TestServer, email: string): Promise<Content[]> =>
  (
    await queryAll(
      server.owner,
      sql<MessageRow>`select * from outbox where to_buyer and address = ${email} order by written_at, id`,
    )
  ).map((row) => contentOf(server.app.ctx, row))

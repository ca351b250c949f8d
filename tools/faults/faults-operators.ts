/** Faults in logins, operators and the defences against strangers. */
import { fault, schemaOf, type Fault } from './fault.ts'

const identity = 'apps/server/src/modules/people/identity'
const operatorTests = [`${identity}/operators/operators.test.ts`]
const lockOutTests = [`${identity}/login/lock-outs.test.ts`]

export const operatorsFaults: Fault[] = [
  fault(
    'a password alone opens an operator’s desks',
    'apps/server/src/platform/security/authorize.ts',
    `    if (actor.next && !access.during?.includes(actor.next)) refuse('login/unfinished', { next: actor.next })
`,
    ``,
    operatorTests,
  ),
  fault(
    'servers that start at the same time fail at the first operator',
    `${identity}/operators/first-operator.ts`,
    `    await lockInstallation(tx)
    if (await anyOperator(tx)) return
`,
    ``,
    operatorTests,
  ),
  fault(
    'a page that polls keeps an operator’s session open',
    'apps/server/src/platform/security/authorize.ts',
    `access.who === 'operator' && request.headers['background'] !== undefined`,
    `false`,
    operatorTests,
  ),
  fault(
    'owners are at every desk without a grant',
    'apps/server/src/platform/security/authorize.ts',
    `!roles.some((role) => actor.roles.includes(role))`,
    `!actor.roles.includes('owner') && !roles.some((role) => actor.roles.includes(role))`,
    operatorTests,
  ),
  fault(
    'a code of the second factor works twice',
    `${identity}/operators/operator-store.ts`,
    `where id = \${id} and (totp_step is null or totp_step < \${step}) returning`,
    `where id = \${id} returning`,
    operatorTests,
  ),
  fault(
    'a recovery code works twice',
    `${identity}/operators/operator-store.ts`,
    `delete from operator_recovery_code where operator_id = \${operatorId} and code_hash = any(\${hashes}::bytea[]) returning true as ok`,
    `select true as ok from operator_recovery_code where operator_id = \${operatorId} and code_hash = any(\${hashes}::bytea[]) limit 1`,
    operatorTests,
  ),
  fault(
    'one of two owners signs an invitation alone',
    schemaOf('identity'),
    `  if new.confirmed_by = new.invited_by then`,
    `  if false then`,
    operatorTests,
  ),
  fault(
    'the server admits operators without an invitation',
    schemaOf('identity'),
    `create trigger operator_admitted before insert on operator for each row execute function check_new_operator();`,
    ``,
    operatorTests,
  ),
  fault(
    'the token of an operator’s invitation works twice',
    `${identity}/operators/admit-operator.ts`,
    `      await markInvitationUsed(tx, invitation.id, now)
`,
    ``,
    operatorTests,
  ),
  fault(
    'a new operator approves money at once',
    schemaOf('platform'),
    `  if allowed > at then`,
    `  if false then`,
    operatorTests,
  ),
  fault(
    'two operators whom one owner admitted alone are two people',
    schemaOf('platform'),
    `
    or (x.invited_by = x.confirmed_by and y.invited_by = y.confirmed_by and x.invited_by = y.invited_by))`,
    `)`,
    operatorTests,
  ),
  fault(
    'who invited and who was invited are two people',
    schemaOf('platform'),
    `    x.invited_by = y.id or y.invited_by = x.id
    or (`,
    `    (`,
    operatorTests,
  ),
  fault(
    'owners are not notified of what other owners do',
    `${identity}/operators/operator-events.ts`,
    `  for (const { email } of await readOwners(tx))`,
    `  for (const { email } of (await readOwners(tx)).slice(0, 0))`,
    operatorTests,
  ),
  fault(
    'operator sessions have the idle timeout of merchants',
    `${identity}/operators/operator-sessions.ts`,
    `      idleTimeout: operatorIdleTimeout,`,
    `      idleTimeout: 48 * operatorIdleTimeout,`,
    operatorTests,
  ),
  fault(
    'unknown devices that retry more often overtake those that wait',
    `${identity}/login/log-in-limits.ts`,
    `        holder: networkOf(ip),`,
    `        holder: 'all',`,
    lockOutTests,
  ),
  fault(
    'a correct second factor does not bypass the limit of unknown devices',
    `${identity}/operators/operator-login.ts`,
    `  const proven = !known && (await`,
    `  const proven = known !== undefined && (await`,
    lockOutTests,
  ),
  fault(
    'a second-factor code allows many password guesses',
    `${identity}/operators/operator-login.ts`,
    `    if (proven) await spendSecondFactor(ctx, ctx.db, operator!, input.code!, now)\n`,
    ``,
    lockOutTests,
  ),
  fault(
    'unknown devices are not rate limited',
    'apps/server/src/platform/http/rate-limit.ts',
    `  if (row!.attempts < free) return 0
`,
    `  if (row!.attempts < free * 1000) return 0
`,
    lockOutTests,
  ),
  fault(
    'successful log-ins count as failures',
    `${identity}/login/log-in.ts`,
    `  await returnRateLimitTokens(ctx.db, keys)\n`,
    `  void returnRateLimitTokens\n`,
    lockOutTests,
  ),
  fault(
    'failures of merchants slow operators down',
    `${identity}/login/log-in-limits.ts`,
    `key: \`login \${kind} from \${networkOf(ip)}\``,
    `key: \`login from \${networkOf(ip)}\``,
    lockOutTests,
  ),
  fault(
    'unknown devices use up the codes for a forgotten password',
    `${identity}/login/login-password.ts`,
    `  const requester = known ? device.id : network`,
    `  const requester = known ? device.id : network.slice(0, 0)`,
    lockOutTests,
  ),
  fault(
    'the end of a lock-out resets the failed payment passwords',
    `${identity}/confirmation/payment-password.ts`,
    `  const failures = row.failures + lost`,
    `  const failures = (row.locked_until ? 0 : row.failures) + lost`,
    [`${identity}/confirmation/payment-password.test.ts`],
  ),
  fault(
    'concurrent correct payment passwords lock each other out',
    `${identity}/confirmation/payment-password.ts`,
    `    if (open > 0) return { wait: true }
`,
    ``,
    [`${identity}/confirmation/payment-password.test.ts`],
  ),
  fault(
    'an attempt at the payment password is not counted when the server dies during the comparison',
    `${identity}/confirmation/payment-password.ts`,
    `  const tries = (row.locked_until ? 0 : row.tries) + lost`,
    `  const tries = row.locked_until ? 0 : row.tries`,
    [`${identity}/confirmation/payment-password.test.ts`],
  ),
  fault(
    'no message says that a payment password was disabled',
    `${identity}/confirmation/payment-password.ts`,
    `      await sendPasswordNotice(ctx, tx, notice, { lang: row.lang ?? defaultLanguage, now })\n`,
    ``,
    [`${identity}/confirmation/payment-password.test.ts`],
  ),
  fault(
    'payment passwords share the comparison slots of log-ins and registrations',
    `${identity}/password.ts`,
    `  queues[queue](() => verify(storedHash, password.normalize('NFKC')))`,
    `  queues[queue === 'payment' ? 'login' : queue](() => verify(storedHash, password.normalize('NFKC')))`,
    [`${identity}/password.test.ts`],
  ),
  fault(
    'registrations wait in an unlimited queue',
    `${identity}/password.ts`,
    `  join: limitConcurrency(1, 60),`,
    `  join: limitConcurrency(1),`,
    [`${identity}/password.test.ts`],
  ),
  fault(
    'common passwords with digits for letters are accepted',
    `${identity}/password.ts`,
    `text.replace(/[0134571@$!|]/g, (sign) => digitsForLetters[sign] ?? sign)`,
    `text`,
    [`${identity}/password.test.ts`],
  ),
  fault(
    'mirrored payment passwords are accepted',
    `${identity}/password.ts`,
    `    code === digits.toReversed().join('') ||
`,
    ``,
    [`${identity}/password.test.ts`],
  ),
  fault(
    'registration reveals who registered before',
    schemaOf('identity'),
    `create table buyer (
  id uuid primary key,
  name text not null,
  email text not null,`,
    `create table buyer (
  id uuid primary key,
  name text not null,
  email text not null unique,`,
    [`${identity}/login/enumeration.test.ts`],
  ),
  fault(
    'one invitation asks for any number of contacts',
    `${identity}/registrations/register.ts`,
    `      await countNameTakenAnswer(ctx.db, input.invitationCode)`,
    `      void countNameTakenAnswer`,
    [`${identity}/login/enumeration.test.ts`],
  ),
  fault(
    'a push subscription can be taken over by anybody who knows its address',
    'apps/server/src/modules/people/messages/store.ts',
    `      where p.shop_id = excluded.shop_id or (p.p256dh = excluded.p256dh and p.auth = excluded.auth)
        or not exists (select from session where token_hash = p.token_hash and expires_at > \${s.at})
`,
    ``,
    ['apps/server/src/modules/people/messages/push.test.ts'],
  ),
  fault(
    'a shop name may imitate the platform in letters of another script',
    'apps/server/src/modules/shop/shops/shop-name.ts',
    `.map((letter) => lookAlikes[letter] ?? letter)`,
    `.map((letter) => letter)`,
    ['apps/server/src/modules/shop/shops/shop-name.test.ts'],
  ),
  fault(
    'the name of a verified shop is changed without a review',
    'apps/server/src/modules/shop/shops/save-shop.ts',
    `  if (name === null) wrong['name'] = 'field/name-misleading'
`,
    ``,
    ['apps/server/src/modules/shop/shops/shops.test.ts'],
  ),
  fault(
    'one of two withdrawal approvers may be too new',
    schemaOf('platform'),
    `    if named like '%@%' then`,
    `    if false then`,
    operatorTests,
  ),
  fault(
    'the server gives an operator the desk of finance without a signed act',
    schemaOf('identity'),
    `  if new.desk in ('owner', 'finance') and new.granted_by is not null\n`,
    `  if false\n`,
    operatorTests,
  ),
  fault(
    'refunds are signed by one person with two log-ins',
    schemaOf('refunds'),
    `create trigger refund_signers after insert or update of first_signer, decided_by_operator on refund_order for each row
  execute function check_signers('first_signer@changed_at', 'decided_by_operator@changed_at', 'opened_by_operator');`,
    ``,
    operatorTests,
  ),
]

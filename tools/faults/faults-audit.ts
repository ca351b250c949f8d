/** Faults of the audit, of signed acts and of passkeys. */
import { fault, schemaOf, type Fault } from './fault.ts'

const auditTests = ['apps/server/src/platform/security/audit.test.ts']
const actTests = ['apps/server/src/modules/staff/acts/acts.test.ts']
const passkeyTests = ['apps/server/src/modules/people/identity/confirmation/passkeys.test.ts']
const paymentTests = ['apps/server/src/modules/people/identity/confirmation/payment-passkeys.test.ts']
const webauthn = 'apps/server/src/platform/security/webauthn.ts'
const routes = 'apps/server/src/platform/http/register-routes.ts'
const identity = 'apps/server/src/modules/people/identity'

export const auditFaults: Fault[] = [
  fault(
    'a change by an operator writes no audit row',
    routes,
    `    await audit?.succeed(tx, data, ran ? 'done' : 'repeated')\n`,
    ``,
    auditTests,
  ),
  fault(
    'a refused call of an operator writes no audit row',
    routes,
    `  if (!audit?.hasOperator) return\n`,
    `  if (audit !== null) return\n`,
    auditTests,
  ),
  fault(
    'a call with transactions of its own leaves no row before it',
    routes,
    `    if (endpoint.ownTransaction && audit?.hasOperator) await audit.begin(ctx.db)\n`,
    ``,
    auditTests,
  ),
  fault(
    'the hash of an audit row leaves out the operator',
    schemaOf('audit'),
    `r.request_id, r.operator_id, r.desk,`,
    `r.request_id, r.desk,`,
    auditTests,
  ),
  fault(
    'the server can rewrite the audit',
    schemaOf('audit'),
    `grant select on audit_record to quayside_app;`,
    `grant select, update, delete on audit_record to quayside_app;`,
    auditTests,
  ),
  fault(
    'the database lets the proposer sign an act',
    schemaOf('acts'),
    `  perform assert_two_people(new.signer, a.proposed_by);\n`,
    ``,
    actTests,
  ),
  fault(
    'the database lets a person of another desk sign an act',
    schemaOf('acts'),
    `  perform assert_holds_desk(new.signer, a.desk);\n`,
    ``,
    actTests,
  ),
  fault(
    'the database runs an act without its signatures',
    schemaOf('acts'),
    `<> new.signatures_needed)`,
    `< 0)`,
    actTests,
  ),
  fault(
    'a signer signs another digest than the one shown',
    'apps/server/src/modules/staff/acts/sign-act.ts',
    `  if (found.digest.toString('hex') !== input.digest) refuse('act/changed')\n`,
    ``,
    actTests,
  ),
  fault(
    'an act runs though its subject changed after the proposal',
    'apps/server/src/modules/staff/acts/act.ts',
    `      if (!isDeepStrictEqual(found.body, signed)) refuse('decision/changed')\n`,
    ``,
    actTests,
  ),
  fault(
    'a passkey answers without verifying its user',
    webauthn,
    `      counter: Number(key.counter),\n    },\n    requireUserVerification: true,`,
    `      counter: Number(key.counter),\n    },\n    requireUserVerification: false,`,
    [...passkeyTests, ...paymentTests],
  ),
  fault(
    'a challenge for a passkey does not expire',
    `${identity}/confirmation/passkey-store.ts`,
    ` and expires_at > \${now} returning true as ok`,
    ` and \${now}::timestamptz is not null returning true as ok`,
    passkeyTests,
  ),
  fault(
    'the last factor can be removed',
    `${identity}/operators/operator-passkeys.ts`,
    `    if (!locked.totp_sealed && (await listPasskeys(tx, actor.operatorId)).length === 0) refuse('credential/last')\n`,
    ``,
    passkeyTests,
  ),
  fault(
    'an authenticator is removed without a passkey beside it',
    `${identity}/operators/operator-passkeys.ts`,
    `  if (!operator.has_passkey) refuse('credential/last')\n  await verifyLoginAssertion(ctx, operator.id, assertion, now)\n`,
    ``,
    passkeyTests,
  ),
  fault(
    'a passkey answers for another site',
    webauthn,
    `    expectedChallenge: challenge.toString('base64url'),\n    expectedOrigin: party.origin,\n    expectedRPID: party.id,\n    credential: {`,
    `    expectedChallenge: challenge.toString('base64url'),\n    expectedOrigin: [party.origin, 'http://evil.example'],\n    expectedRPID: [party.id, 'evil.example'],\n    credential: {`,
    paymentTests,
  ),
  fault(
    'a new passkey is accepted without verifying its user',
    webauthn,
    `    requireUserVerification: true,\n    supportedAlgorithmIDs`,
    `    requireUserVerification: false,\n    supportedAlgorithmIDs`,
    paymentTests,
  ),
  fault(
    'the signature over one act confirms another one',
    `${identity}/confirmation/payment-passkeys.ts`,
    `  if (canonicalJson({ ...signed, ...contentOf(ctx, act, input, idempotencyKey) }) !== document)\n    return refuse('credential/wrong')\n`,
    ``,
    paymentTests,
  ),
  fault(
    'the idempotency key of an act is not signed',
    `${identity}/confirmation/payment-passkeys.ts`,
    `    key: key ?? null,\n`,
    `    key: key === '' ? key : null,\n`,
    paymentTests,
  ),
  fault(
    'a challenge confirms twice',
    `${identity}/confirmation/payment-passkeys.ts`,
    `      if (!(await spendPaymentChallenge(tx, owner, challenge, 'confirm', now))) refuse('credential/expired')\n`,
    ``,
    paymentTests,
  ),
  fault(
    'the database stores a confirmation by another key than that of the passkey',
    schemaOf('identity'),
    ` and p.public_key = new.public_key`,
    ``,
    paymentTests,
  ),
  fault(
    'a copied passkey with an old counter confirms',
    `${identity}/confirmation/payment-passkeys.ts`,
    `      if (!(await touchPaymentPasskey(tx, owner, key.id, { counter, backedUp, at: now }))) refuse('credential/wrong')\n`,
    ``,
    paymentTests,
  ),
  fault(
    'an act of money runs without a confirmation',
    `${identity}/confirmation/confirmed-route.ts`,
    `    if ((paymentPassword === undefined) === (passkey === undefined))`,
    `    if (paymentPassword !== undefined && passkey !== undefined)`,
    paymentTests,
  ),
  fault(
    'an act that a passkey confirmed leaves no proof',
    `${identity}/confirmation/confirmed-route.ts`,
    `        await signed?.store(tx, subjectOf(input, response))\n`,
    ``,
    paymentTests,
  ),
  fault(
    'the database stores a confirmation without the user verified',
    schemaOf('identity'),
    `    or get_byte(new.authenticator_data, 32) & 5 <> 5\n`,
    ``,
    paymentTests,
  ),
  fault(
    'the database stores a confirmation of another document',
    schemaOf('identity'),
    `    or said ->> 'challenge' is distinct from translate(rtrim(encode(new.digest, 'base64'), '='), '+/', '-_')\n`,
    ``,
    paymentTests,
  ),
  fault(
    'nobody is told of a new passkey',
    `${identity}/confirmation/payment-passkeys.ts`,
    `    await notifyChange(ctx, tx, owner, { event: 'passkey.added', words: addedWords, name }, { lang, now })\n`,
    ``,
    paymentTests,
  ),
]

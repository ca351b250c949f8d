/** Time-based codes (RFC 6238) and recovery codes of operators. */
import { createHmac } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { AppContext } from '../../../../platform/app-context.ts'
import { newCode } from '../../../../platform/database/ids.ts'
import { keyIdOf } from '../../../../platform/security/keys.ts'
import type { Queryable } from '../../../../platform/database/postgres.ts'
import { spendRecoveryCode, spendStep, totpContext, type OperatorRow } from './operator-store.ts'

/** Seconds. */
const period = 30
/** Steps before and after the current one whose codes are accepted, because clocks differ. */
const tolerance = 1
export const recoveryCodesMade = 10
const recoveryCodeLength = 12

const codesOf = (secret: Secret, label: string) =>
  new TOTP({ issuer: 'Quayside', label, algorithm: 'SHA1', digits: 6, period, secret })

/** A new secret: encrypted for the database, and in the form that an authenticator app reads. */
export function makeSecret(ctx: AppContext, operator: OperatorRow): { sealed: Buffer; secret: string; uri: string } {
  const secret = new Secret({ size: 20 })
  return {
    sealed: ctx.keys.seal('totp', Buffer.from(secret.bytes), totpContext(operator.id)),
    secret: secret.base32,
    uri: codesOf(secret, operator.email).toString(),
  }
}

/** The time step of a code; null for a code that is not accepted now. Does not spend the code. */
export function totpStepOf(
  ctx: AppContext,
  operatorId: string,
  sealed: Buffer,
  code: string,
  now: Date,
): bigint | null {
  if (!/^\d{6}$/.test(code)) return null
  const bytes = ctx.keys.open('totp', sealed, totpContext(operatorId))
  const secret = new Secret({ buffer: new Uint8Array(bytes).buffer })
  const delta = codesOf(secret, '').validate({ token: code, timestamp: now.getTime(), window: tolerance })
  return delta === null ? null : BigInt(Math.floor(now.getTime() / 1000 / period) + delta)
}

/** The codes are too long to guess. The key is not in the database, so a stolen table is useless as well. */
const hashOf = (key: Buffer, operatorId: string, code: string): Buffer =>
  createHmac('sha256', key)
    .update(`recovery ${operatorId}:${code.toUpperCase().replace(/[^A-Z0-9]/g, '')}`)
    .digest()

/** New recovery codes, to be shown once, and their hashes. */
export function makeRecoveryCodes(
  ctx: AppContext,
  operatorId: string,
): { codes: string[]; hashes: Buffer[]; keyId: string } {
  const [key] = ctx.keys.pins
  const codes = Array.from({ length: recoveryCodesMade }, () =>
    newCode(recoveryCodeLength).replace(/(.{4})(?=.)/g, '$1-'),
  )
  return { codes, hashes: codes.map((code) => hashOf(key, operatorId, code)), keyId: keyIdOf(key) }
}

/** Whether a code is a current, unspent code of the authenticator. Does not spend it. */
export function isFreshCode(ctx: AppContext, operator: OperatorRow, code: string, now: Date): boolean {
  if (!operator.totp_sealed) return false
  const step = totpStepOf(ctx, operator.id, operator.totp_sealed, code, now)
  return step !== null && (operator.totp_step === null || operator.totp_step < step)
}

/** A code of the authenticator as people type it: with a blank or a hyphen between its halves. */
export const typedDigits = (input: string): string => input.replace(/[\s-]/g, '')

/**
 * Spends a code of the authenticator or a recovery code. Of several parallel calls with the same code one succeeds, and
 * no later call does. Returns the kind of the code; null for a wrong or spent one.
 */
export async function spendSecondFactor(
  ctx: AppContext,
  db: Queryable,
  operator: OperatorRow,
  input: string,
  now: Date,
): Promise<'authenticator' | 'recovery' | null> {
  const digits = typedDigits(input)
  if (/^\d{6}$/.test(digits)) {
    if (!operator.totp_sealed) return null
    const step = totpStepOf(ctx, operator.id, operator.totp_sealed, digits, now)
    return step !== null && (await spendStep(db, operator.id, step)) ? 'authenticator' : null
  }
  const code = input.replace(/\s/g, '')
  const hashes = ctx.keys.pins.map((key) => hashOf(key, operator.id, code))
  return (await spendRecoveryCode(db, operator.id, hashes)) ? 'recovery' : null
}

/**
 * The next code that the operator's authenticator shows and that is not spent; null when there is none at the moment.
 * Only for a demo, whose visitors have no authenticator.
 */
export function demoCode(ctx: AppContext, operator: OperatorRow, now: Date, enrolling: boolean): string | null {
  const sealed = enrolling ? operator.totp_pending : operator.totp_sealed
  if (!sealed) return null
  const secret = new Secret({
    buffer: new Uint8Array(ctx.keys.open('totp', sealed, totpContext(operator.id))).buffer,
  })
  const present = BigInt(Math.floor(now.getTime() / 1000 / period))
  const spent = enrolling ? null : operator.totp_step
  const step = [present, present + BigInt(tolerance)].find((one) => spent === null || one > spent)
  return step === undefined ? null : codesOf(secret, '').generate({ timestamp: Number(step) * period * 1000 })
}

/** The code that an authenticator shows at an instant. For the demo's operators and tests. */
export const codeShown = (secret: string, at: Date): string =>
  codesOf(Secret.fromBase32(secret), '').generate({ timestamp: at.getTime() })

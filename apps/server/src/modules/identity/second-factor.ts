/** Time-based codes (RFC 6238) and recovery codes of operators. */
import { createHmac } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { AppContext } from '../../platform/app-context.ts'
import { newCode } from '../../platform/ids.ts'
import type { Queryable } from '../../platform/postgres.ts'
import { encrypt, decrypt } from '../files/encryption.ts'
import { spendRecoveryCode, spendStep, type OperatorRow } from './operator-store.ts'

const period = 30
/** Steps before and after the present one whose codes are taken, because clocks differ. */
const tolerance = 1
export const recoveryCodesMade = 10
const recoveryCodeLength = 12

const context = (operatorId: string) => `totp ${operatorId}`
const codesOf = (secret: Secret, label: string) =>
  new TOTP({ issuer: 'Quayside', label, algorithm: 'SHA1', digits: 6, period, secret })

/** A new secret: sealed for the database, and as the operator's authenticator takes it. */
export function makeSecret(ctx: AppContext, operator: OperatorRow): { sealed: Buffer; secret: string; uri: string } {
  const secret = new Secret({ size: 20 })
  return {
    sealed: encrypt(ctx.settings.masterKey, Buffer.from(secret.bytes), context(operator.id)),
    secret: secret.base32,
    uri: codesOf(secret, operator.email).toString(),
  }
}

/** The time step whose code this is; null when it is none of those taken now. Uses nothing up. */
export function totpStepOf(
  ctx: AppContext,
  operatorId: string,
  sealed: Buffer,
  code: string,
  now: Date,
): bigint | null {
  if (!/^\d{6}$/.test(code)) return null
  const bytes = decrypt(ctx.settings.masterKey, sealed, context(operatorId))
  const secret = new Secret({ buffer: new Uint8Array(bytes).buffer })
  const delta = codesOf(secret, '').validate({ token: code, timestamp: now.getTime(), window: tolerance })
  return delta === null ? null : BigInt(Math.floor(now.getTime() / 1000 / period) + delta)
}

/** Codes are long enough that guessing is useless; the key, which is not in the database, keeps a stolen table useless as well. */
const hashOf = (ctx: AppContext, operatorId: string, code: string): Buffer =>
  createHmac('sha256', ctx.settings.pinKey)
    .update(`recovery ${operatorId}:${code.toUpperCase().replace(/[^A-Z0-9]/g, '')}`)
    .digest()

/** New recovery codes, as they are shown once, and their hashes. */
export function makeRecoveryCodes(ctx: AppContext, operatorId: string): { codes: string[]; hashes: Buffer[] } {
  const codes = Array.from({ length: recoveryCodesMade }, () =>
    newCode(recoveryCodeLength).replace(/(.{4})(?=.)/g, '$1-'),
  )
  return { codes, hashes: codes.map((code) => hashOf(ctx, operatorId, code)) }
}

/** Whether it is a code of the authenticator that was not used yet. Uses nothing up. */
export function isFreshCode(ctx: AppContext, operator: OperatorRow, code: string, now: Date): boolean {
  if (!operator.totp_sealed) return false
  const step = totpStepOf(ctx, operator.id, operator.totp_sealed, code, now)
  return step !== null && (operator.totp_step === null || operator.totp_step < step)
}

/**
 * Uses up a code of the authenticator or a recovery code: of many at once with the same one succeeds, and none succeeds again. Answers
 * which it was; null when it is wrong or was used before.
 */
export async function lockSecondFactor(
  ctx: AppContext,
  db: Queryable,
  operator: OperatorRow,
  given: string,
  now: Date,
): Promise<'authenticator' | 'recovery' | null> {
  const code = given.replace(/\s/g, '')
  if (!operator.totp_sealed) return null
  if (/^\d{6}$/.test(code)) {
    const step = totpStepOf(ctx, operator.id, operator.totp_sealed, code, now)
    return step !== null && (await spendStep(db, operator.id, step)) ? 'authenticator' : null
  }
  return (await spendRecoveryCode(db, operator.id, hashOf(ctx, operator.id, code))) ? 'recovery' : null
}

/** What an authenticator shows for a secret at an instant; for the demo's operators and for tests. */
export const codeShown = (secret: string, at: Date): string =>
  codesOf(Secret.fromBase32(secret), '').generate({ timestamp: at.getTime() })

import { operatorIdleTimeout } from '@quayside/contract/constants'
import { addTime } from '../../../../platform/jobs/clock.ts'
import type { Tx } from '../../../../platform/database/postgres.ts'
import { deleteSession, insertSession } from '../login/session-store.ts'
import {
  newToken,
  operatorSessionLifetime,
  pendingLoginLifetime,
  recognizeDevice,
  type SessionOrigin,
} from '../login/sessions.ts'

async function openSession(
  tx: Tx,
  operatorId: string,
  origin: SessionOrigin,
  now: Date,
  { complete, deviceId }: { complete: boolean; deviceId: string | null },
): Promise<string> {
  const token = newToken()
  await insertSession(
    tx,
    {
      token,
      who: 'operator',
      subjectId: operatorId,
      shopId: null,
      expiresAt: addTime(now, complete ? operatorSessionLifetime : pendingLoginLifetime),
      idleTimeout: operatorIdleTimeout,
      secondFactorAt: complete ? now : null,
      deviceId,
      agent: origin.userAgent,
      address: origin.ip,
    },
    now,
  )
  return token
}

/** Opens a session after the password alone: it can only complete the login. */
export const openPendingSession = (tx: Tx, operatorId: string, origin: SessionOrigin, now: Date): Promise<string> =>
  openSession(tx, operatorId, origin, now, { complete: false, deviceId: null })

/** Opens a session after password and second factor. The pending session ends. A new device gets its secret. */
export async function openOperatorSession(
  tx: Tx,
  operatorId: string,
  pendingSession: Buffer | null,
  origin: SessionOrigin,
  now: Date,
): Promise<{ token: string; device: string | null }> {
  if (pendingSession) await deleteSession(tx, pendingSession)
  const { id: deviceId, newSecret } = await recognizeDevice(tx, 'operator', operatorId, origin.device, now)
  return { token: await openSession(tx, operatorId, origin, now, { complete: true, deviceId }), device: newSecret }
}

/** How somebody becomes an operator: one owner invites, another confirms, the invited chooses a password. */
import { createHash, randomBytes } from 'node:crypto'
import type { Language, OperatorRole } from '@quayside/contract'
import { letter } from '@quayside/locales/catalogues'
import { after, days, hours } from '../../platform/clock.ts'
import type { House } from '../../platform/house.ts'
import { newId } from '../../platform/ids.ts'
import { breaks, transact, type Tx } from '../../platform/postgres.ts'
import { invariant, refuse } from '../../platform/refusal.ts'
import { networkOf } from '../../platform/network.ts'
import { takeAttempt } from '../../platform/throttle.ts'
import { isHeard, writeMessage } from '../post/write-message.ts'
import { recordOperatorEvent, tellOwners } from './operator-events.ts'
import { mustBeGoodPassword } from './operator-login.ts'
import { endOperatorSessions } from './operator-sessions.ts'
import {
  confirmInvitationRow,
  emailIsOperators,
  endOpenInvitations,
  findInvitationByToken,
  insertDesk,
  insertOperator,
  insertOperatorInvitation,
  markInvitationUsed,
  readmitRow,
  readOperator,
  readOwners,
  replaceRecoveryCodes,
  revokeInvitationRow,
  takeInvitationByToken,
  takeOpenInvitation,
  takeOwners,
  type InvitationRow,
} from './operator-store.ts'
import { hashPassword } from './password.ts'

/** A token holds for so long after the confirmation. */
export const tokenHolds = days(3)
const mostGuesses = 30

const hashToken = (token: string): Buffer => createHash('sha256').update(`operator ${token}`).digest()

type By = { operatorId: string; lang: Language; now: Date }

/** Invites somebody who is no operator yet. Answers whether it is confirmed already, which it is while there is one owner. */
export async function inviteOperator(
  house: House,
  tx: Tx,
  given: { name: string; email: string; desks: readonly OperatorRole[] },
  by: By,
): Promise<{ id: string; confirmed: boolean }> {
  if (await emailIsOperators(tx, given.email)) refuse('registration/email-taken')
  return invite(house, tx, { ...given, operatorId: null }, by)
}

/** Invites an operator who lost the password or the second factor to choose both anew. */
export async function readmitOperator(house: House, tx: Tx, id: string, by: By) {
  const operator = await readOperator(tx, id)
  if (!operator || id === by.operatorId) return refuse('operator/not-found')
  return invite(house, tx, { name: operator.name, email: operator.email, desks: operator.roles, operatorId: id }, by)
}

async function invite(
  house: House,
  tx: Tx,
  given: { name: string; email: string; desks: readonly OperatorRole[]; operatorId: string | null },
  by: By,
): Promise<{ id: string; confirmed: boolean }> {
  if (!isHeard(house.settings, 'email')) refuse('code/channel-off')
  const id = newId()
  const desks = [...new Set(given.desks)].sort()
  // Locks the owners: nobody becomes the second one while it is seen that there is one.
  const owners = await takeOwners(tx)
  await endOpenInvitations(tx, given.email, by.now)
  await insertOperatorInvitation(tx, {
    id,
    operator_id: given.operatorId,
    name: given.name,
    email: given.email,
    desks,
    invited_by: by.operatorId,
    invited_at: by.now,
  })
  await recordOperatorEvent(tx, 'operator.invited', {
    operatorId: given.operatorId,
    by: by.operatorId,
    data: { invitation: id, email: given.email, desks },
    at: by.now,
  })
  await tellOwners(house, tx, 'mail.operator-invitation.text', await namesOf(tx, given, by), by.lang, by.now)
  const alone = owners.every((owner) => owner === by.operatorId || owner === given.operatorId)
  if (alone) await confirm(house, tx, (await takeOpenInvitation(tx, id))!, by)
  return { id, confirmed: alone }
}

const namesOf = async (
  tx: Tx,
  { name, email, desks }: { name: string; email: string; desks: readonly string[] },
  by: By,
): Promise<Record<string, string>> => ({
  name,
  email,
  desks: [...desks].sort().join(', '),
  by: (await readOwners(tx)).find((owner) => owner.id === by.operatorId)?.email ?? '',
})

/** Confirms what another owner has begun; the database refuses the one who invited. */
export async function confirmOperatorInvitation(house: House, tx: Tx, id: string, by: By): Promise<void> {
  await takeOwners(tx)
  const invitation = await takeOpenInvitation(tx, id)
  if (!invitation) return refuse('invitation/unknown')
  if (invitation.confirmed_by) refuse('invitation/used')
  if (invitation.invited_by === by.operatorId) refuse('operator/second-person')
  await confirm(house, tx, invitation, by)
}

async function confirm(house: House, tx: Tx, invitation: InvitationRow, by: By): Promise<void> {
  if (!isHeard(house.settings, 'email')) refuse('code/channel-off')
  const token = randomBytes(32).toString('base64url')
  const expiresAt = after(by.now, tokenHolds)
  await confirmInvitationRow(tx, invitation.id, {
    by: by.operatorId,
    tokenHash: hashToken(token),
    expiresAt,
    at: by.now,
  })
  const values = {
    name: invitation.name,
    token,
    url: house.settings.publicUrl,
    until: expiresAt.toISOString(),
  }
  await writeMessage(
    house,
    tx,
    {
      merchantId: null,
      channel: 'email',
      address: invitation.email,
      content: {
        subject: letter(by.lang, 'mail.operator-token.subject', values),
        text: letter(by.lang, 'mail.operator-token.text', values),
      },
      uselessAt: expiresAt,
    },
    by.now,
  )
  await recordOperatorEvent(tx, 'operator.invitation-confirmed', {
    operatorId: invitation.operator_id,
    by: by.operatorId,
    data: { invitation: invitation.id, email: invitation.email },
    at: by.now,
  })
}

export async function revokeOperatorInvitation(tx: Tx, id: string, { operatorId, now }: By): Promise<void> {
  const invitation = await revokeInvitationRow(tx, id, now)
  if (!invitation) return refuse('invitation/unknown')
  await recordOperatorEvent(tx, 'operator.invitation-revoked', {
    operatorId: invitation.operator_id,
    by: operatorId,
    data: { invitation: id, email: invitation.email },
    at: now,
  })
}

/**
 * The invited chooses a password with the token, once. A new operator holds the desks of the invitation, granted by who confirmed it, and may
 * approve no money for a while. Refuses `invitation/unknown` for a token that was used, revoked or never made.
 */
export async function acceptOperatorInvitation(
  house: House,
  given: { token: string; password: string; again: string },
  { ip, lang, now }: { ip: string; lang: Language; now: Date },
): Promise<string> {
  mustBeGoodPassword(given.password, given.again)
  if (!(await takeAttempt(house.db, `operator token from ${networkOf(ip)}`, mostGuesses, hours(1), now)).allowed)
    refuse('request/too-many')
  const tokenHash = hashToken(given.token)
  mustHold(await findInvitationByToken(house.db, tokenHash), now)
  // Before the transaction: a hash takes its time, and a row lock should not.
  const passwordHash = await hashPassword(given.password)
  try {
    return await transact(house.db, async (tx) => {
      const invitation = await takeInvitationByToken(tx, tokenHash)
      mustHold(invitation, now)
      const mayApproveFrom = after(now, house.settings.money.newOperatorWait)
      const operatorId = invitation.operator_id ?? newId()
      if (invitation.operator_id) {
        await readmitRow(tx, operatorId, passwordHash, mayApproveFrom, now)
        await replaceRecoveryCodes(tx, operatorId, [])
        await endOperatorSessions(tx, operatorId, null)
      } else {
        const { name, email } = invitation
        await insertOperator(tx, {
          id: operatorId,
          name,
          email,
          passwordHash,
          passwordChosenAt: now,
          invitation,
          mayApproveFrom,
          at: now,
        })
        invariant(invitation.confirmed_by, 'a token is made at the confirmation')
        for (const desk of invitation.desks) await insertDesk(tx, operatorId, desk, invitation.confirmed_by, now)
      }
      await markInvitationUsed(tx, invitation.id, now)
      const is = invitation.operator_id ? 'readmitted' : 'admitted'
      await recordOperatorEvent(tx, `operator.${is}`, {
        operatorId,
        by: operatorId,
        data: { invitation: invitation.id, desks: invitation.desks },
        at: now,
      })
      await tellOwners(
        house,
        tx,
        `mail.operator-${is}.text`,
        { name: invitation.name, email: invitation.email, desks: invitation.desks.join(', ') },
        lang,
        now,
      )
      return operatorId
    })
  } catch (error) {
    if (breaks(error, 'operator_email')) return refuse('registration/email-taken')
    throw error
  }
}

function mustHold(invitation: InvitationRow | undefined, now: Date): asserts invitation is InvitationRow {
  if (!invitation) refuse('invitation/unknown')
  if (!invitation.expires_at || invitation.expires_at <= now) refuse('invitation/expired')
}

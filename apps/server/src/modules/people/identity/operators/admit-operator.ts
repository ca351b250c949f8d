/** Admission of operators: one owner invites, another owner confirms, the invited person chooses a password. */
import { createHash, randomBytes } from 'node:crypto'
import type { Language, OperatorRole } from '@quayside/contract'
import { mailLetter, mailMessage } from '@quayside/locales/catalogues'
import { addTime, days, hours } from '../../../../platform/jobs/clock.ts'
import type { AppContext } from '../../../../platform/app-context.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { violatesConstraint, withTransaction, type Tx } from '../../../../platform/database/postgres.ts'
import { invariant, refuse } from '../../../../platform/refusal.ts'
import { networkOf } from '../../../../platform/http/network.ts'
import { consumeRateLimit } from '../../../../platform/http/rate-limit.ts'
import { isConfigured, writeMessage } from '../../outbox/write-message.ts'
import { recordOperatorEvent, notifyOwners } from './operator-events.ts'
import { assertAcceptablePassword } from './operator-login.ts'
import { endSessions } from '../login/sessions.ts'
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
  lockInvitationByToken,
  lockOpenInvitation,
  lockOwners,
  type InvitationRow,
} from './operator-store.ts'
import { removePasskeys } from '../confirmation/passkey-store.ts'
import { hashPassword } from '../password.ts'

/** Lifetime of a token after the confirmation. */
export const tokenLifetime = days(3)
/** Guesses at tokens from one network in an hour. */
const maxGuesses = 30

const hashToken = (token: string): Buffer => createHash('sha256').update(`operator ${token}`).digest()

type Operator = { operatorId: string; lang: Language; now: Date }

/**
 * Invites a new operator. `confirmed` is true while there is a single owner: then the invitation needs no second
 * person.
 */
export async function inviteOperator(
  ctx: AppContext,
  tx: Tx,
  given: { name: string; email: string; desks: readonly OperatorRole[] },
  by: Operator,
): Promise<{ id: string; confirmed: boolean }> {
  if (await emailIsOperators(tx, given.email)) refuse('registration/email-taken')
  return invite(ctx, tx, { ...given, operatorId: null }, by)
}

/** Invites an operator who lost the password or the second factor to set both again. */
export async function readmitOperator(ctx: AppContext, tx: Tx, id: string, by: Operator) {
  const operator = await readOperator(tx, id)
  if (!operator || id === by.operatorId) return refuse('operator/not-found')
  return invite(ctx, tx, { name: operator.name, email: operator.email, desks: operator.roles, operatorId: id }, by)
}

async function invite(
  ctx: AppContext,
  tx: Tx,
  given: { name: string; email: string; desks: readonly OperatorRole[]; operatorId: string | null },
  by: Operator,
): Promise<{ id: string; confirmed: boolean }> {
  if (!isConfigured(ctx.settings, 'email')) refuse('code/channel-off')
  const id = newId()
  const desks = [...new Set(given.desks)].sort()
  // Lock the owners: no second owner can appear while this invitation relies on a single one.
  const owners = await lockOwners(tx)
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
  await notifyOwners(ctx, tx, 'mail.operator-invitation.text', await namesOf(tx, given, by), by.lang, by.now)
  const alone = owners.every((owner) => owner === by.operatorId || owner === given.operatorId)
  if (alone) await confirm(ctx, tx, (await lockOpenInvitation(tx, id))!, by)
  return { id, confirmed: alone }
}

const namesOf = async (
  tx: Tx,
  { name, email, desks }: { name: string; email: string; desks: readonly string[] },
  by: Operator,
): Promise<Record<string, string>> => ({
  name,
  email,
  desks: [...desks].sort().join(', '),
  by: (await readOwners(tx)).find((owner) => owner.id === by.operatorId)?.email ?? '',
})

/** Confirms the invitation of another owner; the database refuses the inviter. */
export async function confirmOperatorInvitation(ctx: AppContext, tx: Tx, id: string, by: Operator): Promise<void> {
  await lockOwners(tx)
  const invitation = await lockOpenInvitation(tx, id)
  if (!invitation) return refuse('invitation/unknown')
  if (invitation.confirmed_by) refuse('invitation/used')
  if (invitation.invited_by === by.operatorId) refuse('operator/second-person')
  await confirm(ctx, tx, invitation, by)
}

async function confirm(ctx: AppContext, tx: Tx, invitation: InvitationRow, by: Operator): Promise<void> {
  if (!isConfigured(ctx.settings, 'email')) refuse('code/channel-off')
  const token = randomBytes(32).toString('base64url')
  const expiresAt = addTime(by.now, tokenLifetime)
  await confirmInvitationRow(tx, invitation.id, {
    by: by.operatorId,
    tokenHash: hashToken(token),
    expiresAt,
    at: by.now,
  })
  const values = {
    name: invitation.name,
    token,
    // After `#`: a browser does not send it, so no log of a proxy holds the token.
    url: `${ctx.settings.consoleUrl}/invitation#${token}`,
    until: expiresAt.toISOString(),
  }
  await writeMessage(
    ctx,
    tx,
    {
      merchantId: null,
      channel: 'email',
      address: invitation.email,
      content: {
        subject: mailMessage(by.lang, 'mail.operator-token.subject', values),
        text: mailLetter(by.lang, mailMessage(by.lang, 'mail.operator-token.text', values)),
      },
      expiresAt,
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

export async function revokeOperatorInvitation(tx: Tx, id: string, { operatorId, now }: Operator): Promise<void> {
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
 * Accepts an invitation with its token, once, and sets the password. A new operator gets the desks of the invitation,
 * granted by its confirmer, and cannot approve money during a waiting time. Refuses `invitation/unknown` for a token
 * that is spent, revoked or invented.
 */
export async function acceptOperatorInvitation(
  ctx: AppContext,
  given: { token: string; password: string; again: string },
  { ip, lang, now }: { ip: string; lang: Language; now: Date },
): Promise<string> {
  assertAcceptablePassword(given.password, given.again)
  // Counted here and not by the route: a request with a refused password is no guess of a token.
  if (!(await consumeRateLimit(ctx.db, `operator token from ${networkOf(ip)}`, maxGuesses, hours(1), now)).allowed)
    refuse('request/too-many')
  const tokenHash = hashToken(given.token)
  assertUsable(await findInvitationByToken(ctx.db, tokenHash), now)
  // Before the transaction: hashing is slow, and no row lock should wait for it.
  const passwordHash = await hashPassword(given.password)
  try {
    return await withTransaction(ctx.db, async (tx) => {
      const invitation = await lockInvitationByToken(tx, tokenHash)
      assertUsable(invitation, now)
      const mayApproveFrom = addTime(now, ctx.settings.money.newOperatorWait)
      const operatorId = invitation.operator_id ?? newId()
      if (invitation.operator_id) {
        await readmitRow(tx, operatorId, passwordHash, mayApproveFrom, now)
        await replaceRecoveryCodes(tx, operatorId, [], null)
        await removePasskeys(tx, operatorId, now)
        await endSessions(tx, 'operator', operatorId, null, { forgetDevices: true })
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
        invariant(invitation.confirmed_by, 'an invitation with a token is confirmed')
        for (const desk of invitation.desks) await insertDesk(tx, operatorId, desk, invitation.confirmed_by, now)
      }
      await markInvitationUsed(tx, invitation.id, now)
      const outcome = invitation.operator_id ? 'readmitted' : 'admitted'
      await recordOperatorEvent(tx, `operator.${outcome}`, {
        operatorId,
        by: operatorId,
        data: { invitation: invitation.id, desks: invitation.desks },
        at: now,
      })
      await notifyOwners(
        ctx,
        tx,
        `mail.operator-${outcome}.text`,
        { name: invitation.name, email: invitation.email, desks: invitation.desks.join(', ') },
        lang,
        now,
      )
      return operatorId
    })
  } catch (error) {
    if (violatesConstraint(error, 'operator_email')) return refuse('registration/email-taken')
    throw error
  }
}

function assertUsable(invitation: InvitationRow | undefined, now: Date): asserts invitation is InvitationRow {
  if (!invitation) refuse('invitation/unknown')
  if (!invitation.expires_at || invitation.expires_at <= now) refuse('invitation/expired')
}

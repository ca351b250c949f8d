import * as operators from '@quayside/contract/operators'
import { nextKeyCursor, readKeyCursor } from '../../../../platform/http/cursor.ts'
import { defineRoute, defineRawRoute, type Route } from '../../../../platform/http/route.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { presentMessage } from '../../outbox/routes.ts'
import { listOperatorOutboxMessages } from '../../outbox/store.ts'
import {
  acceptOperatorInvitation,
  confirmOperatorInvitation,
  inviteOperator,
  readmitOperator,
  revokeOperatorInvitation,
} from './admit-operator.ts'
import { readAgent } from '../login/user-agent.ts'
import { deactivateOperator, grantDesk, withdrawDesk } from './operator-desks.ts'
import {
  countPasskeyLogin,
  logInByPasskey,
  verifyPasskeyStep,
  beginSecondFactor,
  chooseOperatorPassword,
  confirmSecondFactor,
  verifySecondFactor,
  logInOperator,
  type OperatorLogin,
} from './operator-login.ts'
import {
  countRecoveryCodes,
  listEvents,
  listOpenInvitations,
  listOperatorRows,
  readOperator,
  readOwners,
  type OperatorRow,
} from './operator-store.ts'
import {
  beginPasskey,
  confirmPasskey,
  ownPasskeyChallenge,
  removeOwnAuthenticator,
  removeOwnPasskey,
  renewRecoveryCodes,
} from './operator-passkeys.ts'
import { listPasskeys } from '../confirmation/passkey-store.ts'
import { loginOptions } from '../confirmation/passkeys.ts'
import { futureInstant } from '../present.ts'
import { demoCode } from './second-factor.ts'
import { deleteSession, deleteSessionById, listOpenSessions } from '../login/session-store.ts'

const opened = ({ token, device, operator, next }: OperatorLogin) => ({
  token,
  device,
  operatorId: operator.id,
  name: operator.name,
  roles: operator.roles,
  next,
  factors: [...(operator.has_passkey ? ['passkey' as const] : []), ...(operator.totp_sealed ? ['code' as const] : [])],
})
const originOf = ({
  actor,
  lang,
  now,
}: { actor: { operatorId: string } } & Pick<Parameters<typeof grantDesk>[4], 'lang' | 'now'>) => ({
  operatorId: actor.operatorId,
  lang,
  now,
})

export const operatorRoutes = (): Route[] => [
  // Logging in and out.

  defineRawRoute(
    operators.operatorLogin,
    async (call, input) => opened(await logInOperator(call.ctx, input, call, call.now)),
    { audit: { subject: 'session', act: 'logged-in', detail: (_input, session) => ({ next: session?.next ?? null }) } },
  ),
  defineRawRoute(
    operators.verifySecondFactor,
    async (call, { code }) => opened(await verifySecondFactor(call.ctx, call.actor, code, call, call.now)),
    { audit: { subject: 'session', act: 'logged-in' } },
  ),
  defineRawRoute(
    operators.beginPasskeyLogin,
    async ({ ctx, ip, now }) => {
      await countPasskeyLogin(ctx, ip, now)
      return { options: await loginOptions(ctx, null, now) }
    },
    { audit: { subject: 'session' } },
  ),
  defineRawRoute(
    operators.passkeyLogin,
    async (call, { assertion }) => opened(await logInByPasskey(call.ctx, assertion, call, call.now)),
    { audit: { subject: 'session', act: 'logged-in', detail: () => ({ by: 'passkey' }) } },
  ),
  defineRawRoute(
    operators.passkeyChallenge,
    async ({ ctx, actor, now }) => ({ options: await ownPasskeyChallenge(ctx, actor, now) }),
    { audit: { subject: 'credential', act: 'read' } },
  ),
  defineRawRoute(
    operators.verifyPasskey,
    async (call, { assertion }) => opened(await verifyPasskeyStep(call.ctx, call.actor, assertion, call, call.now)),
    { audit: { subject: 'session', act: 'logged-in', detail: () => ({ by: 'passkey' }) } },
  ),
  defineRawRoute(
    operators.beginPasskey,
    async (call, factor) => ({ options: await beginPasskey(call.ctx, call.actor, factor, call, call.now) }),
    { audit: { subject: 'credential', act: 'read' } },
  ),
  defineRawRoute(
    operators.confirmPasskey,
    async (call, input) => {
      const { id, session, recoveryCodes } = await confirmPasskey(call.ctx, call.actor, input, call, call.now)
      return { id, session: session && opened(session), recoveryCodes }
    },
    { audit: { subject: 'credential', act: 'created', id: (_input, passkey) => passkey?.id } },
  ),
  defineRoute(
    operators.listPasskeys,
    async ({ actor }, _input, db) => {
      const [operator, keys] = await Promise.all([
        readOperator(db, actor.operatorId),
        listPasskeys(db, actor.operatorId),
      ])
      if (!operator) return refuse('session/expired')
      return {
        list: keys.map((key) => ({
          id: key.id.toString('base64url'),
          name: key.name,
          createdAt: key.created_at.toISOString(),
          usedAt: key.used_at?.toISOString() ?? null,
          backedUp: key.backed_up,
        })),
        authenticator: operator.totp_sealed !== null,
        recoveryCodesLeft: await countRecoveryCodes(db, operator.id),
      }
    },
    { audit: { unwritten: 'Operators read their own passkeys.' } },
  ),
  defineRawRoute(
    operators.removePasskey,
    async (call, input) => {
      await removeOwnPasskey(call.ctx, call.actor, input, call, call.now)
      return {}
    },
    { audit: { subject: 'credential', act: 'deleted' } },
  ),
  defineRawRoute(
    operators.chooseOperatorPassword,
    async (call, input) => ({
      next: await chooseOperatorPassword(call.ctx, call.actor, input, call.now),
    }),
    { audit: { subject: 'credential' } },
  ),
  defineRawRoute(
    operators.beginSecondFactor,
    (call, factor) => beginSecondFactor(call.ctx, call.actor, factor, call, call.now),
    { audit: { subject: 'credential', act: 'created' } },
  ),
  defineRawRoute(
    operators.confirmSecondFactor,
    async (call, { code }) => {
      const { recoveryCodes, ...session } = await confirmSecondFactor(call.ctx, call.actor, code, call, call.now)
      return { ...opened(session), recoveryCodes }
    },
    { audit: { subject: 'credential', act: 'confirmed' } },
  ),
  defineRawRoute(
    operators.removeSecondFactor,
    async ({ ctx, actor, now }, { assertion }) => {
      await removeOwnAuthenticator(ctx, actor, assertion, now)
      return {}
    },
    { audit: { subject: 'credential', act: 'deleted', detail: () => ({ factor: 'authenticator' }) } },
  ),
  defineRawRoute(
    operators.makeRecoveryCodes,
    async (call, factor) => ({
      recoveryCodes: await renewRecoveryCodes(call.ctx, call.actor, factor, call, call.now),
    }),
    { audit: { subject: 'credential', act: 'created', detail: () => ({ factor: 'recovery-codes' }) } },
  ),
  defineRoute(
    operators.operatorLogout,
    async ({ actor }, _input, tx) => {
      await deleteSession(tx, actor.tokenHash)
      return {}
    },
    { audit: { subject: 'session', act: 'logged-out' } },
  ),
  defineRoute(
    operators.operatorMe,
    async ({ actor, now }, _input, db) => {
      const operator: OperatorRow | undefined = await readOperator(db, actor.operatorId)
      if (!operator) return refuse('session/expired')
      return {
        operatorId: operator.id,
        name: operator.name,
        email: operator.email,
        roles: operator.roles,
        mayApproveFrom: futureInstant(operator.may_approve_from, now),
        recoveryCodesLeft: await countRecoveryCodes(db, operator.id),
        owners: (await readOwners(db)).length,
      }
    },
    { audit: { unwritten: 'Operators read their own name and desks.' } },
  ),
  defineRoute(
    operators.listOperatorSessions,
    async ({ actor, now }, _input, db) => ({
      list: (await listOpenSessions(db, 'operator', actor.operatorId, now)).map((session) => ({
        id: session.id,
        ...readAgent(session.agent ?? ''),
        address: session.address,
        since: session.created_at.toISOString(),
        usedAt: session.used_at.toISOString(),
        here: session.token_hash.equals(actor.tokenHash),
      })),
    }),
    { audit: { unwritten: 'Operators read their own sessions.' } },
  ),
  defineRoute(
    operators.endOperatorSession,
    async ({ actor }, { id }, tx) => {
      if (!(await deleteSessionById(tx, 'operator', actor.operatorId, id))) refuse('session/not-found')
      return {}
    },
    { audit: { subject: 'session', act: 'closed' } },
  ),

  // People and desks.

  defineRoute(operators.inviteOperator, (call, input, tx) => inviteOperator(call.ctx, tx, input, originOf(call)), {
    audit: {
      subject: 'operator-invitation',
      act: 'invited',
      id: (_input, invitation) => invitation?.id,
      detail: ({ desks }) => ({ desks }),
    },
  }),
  defineRoute(operators.readmitOperator, (call, { id }, tx) => readmitOperator(call.ctx, tx, id, originOf(call)), {
    audit: { subject: 'operator', act: 'invited' },
  }),
  defineRoute(
    operators.confirmOperatorInvitation,
    async (call, { id }, tx) => {
      await confirmOperatorInvitation(call.ctx, tx, id, originOf(call))
      return {}
    },
    { audit: { subject: 'operator-invitation', act: 'confirmed' } },
  ),
  defineRoute(
    operators.revokeOperatorInvitation,
    async (call, { id }, tx) => {
      await revokeOperatorInvitation(tx, id, originOf(call))
      return {}
    },
    { audit: { subject: 'operator-invitation', act: 'revoked' } },
  ),
  defineRoute(
    operators.listOperatorInvitations,
    async ({ now }, _input, db) => ({
      list: (await listOpenInvitations(db, now)).map((row) => ({
        id: row.id,
        name: row.name,
        email: row.email,
        desks: row.desks,
        invitedBy: row.inviter,
        invitedById: row.invited_by,
        invitedAt: row.invited_at.toISOString(),
        confirmedBy: row.confirmer,
        expiresAt: row.expires_at?.toISOString() ?? null,
      })),
    }),
    { audit: { subject: 'operator-invitation', act: 'searched' } },
  ),
  defineRawRoute(
    operators.acceptOperatorInvitation,
    async (call, input) => {
      const operatorId = await acceptOperatorInvitation(call.ctx, input, call)
      call.audit.operatorId = operatorId
      return { operatorId }
    },
    { audit: { subject: 'operator', act: 'created', id: (_input, operator) => operator?.operatorId } },
  ),
  defineRoute(
    operators.grantDesk,
    async (call, { id, desk }, tx) => ({ actId: await grantDesk(call.ctx, tx, id, desk, originOf(call)) }),
    { audit: { subject: 'operator', act: 'granted', detail: ({ desk }) => ({ desk }) } },
  ),
  defineRoute(
    operators.withdrawDesk,
    async (call, { id, desk }, tx) => {
      await withdrawDesk(tx, id, desk, originOf(call))
      return {}
    },
    { audit: { subject: 'operator', act: 'revoked', detail: ({ desk }) => ({ desk }) } },
  ),
  defineRoute(
    operators.deactivateOperator,
    async (call, { id }, tx) => {
      await deactivateOperator(call.ctx, tx, id, originOf(call))
      return {}
    },
    { audit: { subject: 'operator', act: 'closed' } },
  ),
  defineRoute(
    operators.listOperators,
    async (_call, { limit, cursor }, db) => {
      const [after = null] = readKeyCursor(cursor, /^([0-9a-f-]{36})$/) ?? []
      const rows = await listOperatorRows(db, after, limit)
      return {
        list: rows.map((row) => ({
          id: row.id,
          name: row.name,
          email: row.email,
          roles: row.roles,
          deactivatedAt: row.deactivated_at?.toISOString() ?? null,
          invitedBy: row.invited_by,
          confirmedBy: row.confirmed_by,
          mayApproveFrom: row.may_approve_from.toISOString(),
          secondFactor: row.enrolled,
          lastCallAt: row.last_call_at?.toISOString() ?? null,
        })),
        cursor: nextKeyCursor(rows, limit, ({ id }) => [id]),
      }
    },
    { audit: { subject: 'operator', act: 'searched' } },
  ),
  defineRoute(
    operators.listOperatorEvents,
    async (_call, { operatorId, limit, cursor }, db) => {
      const [before = null] = readKeyCursor(cursor, /^(\d{1,18})$/) ?? []
      const rows = await listEvents(db, operatorId ?? null, before, limit)
      return {
        list: rows.map((event) => ({
          at: event.at.toISOString(),
          name: event.name,
          operatorId: event.operator_id,
          by: event.by_operator,
          byName: event.by_name,
          data: event.data,
        })),
        cursor: nextKeyCursor(rows, limit, ({ id }) => [id]),
      }
    },
    { audit: { subject: 'operator', act: 'searched' } },
  ),
  defineRoute(
    operators.demoSecondFactorCode,
    async ({ ctx, actor, now }, _input, db) => {
      if (ctx.settings.mode !== 'demo') return refuse('request/demo-only')
      const operator = await readOperator(db, actor.operatorId)
      if (!operator) return refuse('session/expired')
      return { code: demoCode(ctx, operator, now, actor.next === 'enrol-second-factor') ?? refuse('login/code-wrong') }
    },
    { audit: { unwritten: 'Operators of a demo read their own code.' } },
  ),
  defineRoute(
    operators.demoOperatorOutbox,
    async ({ ctx }, _input, db) => {
      if (ctx.settings.mode !== 'demo') return refuse('request/demo-only')
      return { list: (await listOperatorOutboxMessages(db, 50)).map((row) => presentMessage(ctx, row)) }
    },
    { audit: { subject: 'message', act: 'searched' } },
  ),
]

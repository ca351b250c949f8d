import * as operators from '@quayside/contract/operators'
import { defineRoute, defineRawRoute, type Route } from '../../platform/route.ts'
import { refuse } from '../../platform/refusal.ts'
import { presentMessage } from '../outbox/routes.ts'
import { listOperatorOutboxMessages } from '../outbox/store.ts'
import {
  acceptOperatorInvitation,
  confirmOperatorInvitation,
  inviteOperator,
  readmitOperator,
  revokeOperatorInvitation,
} from './admit-operator.ts'
import { readAgent } from './user-agent.ts'
import { deactivateOperator, grantDesk, withdrawDesk } from './operator-desks.ts'
import {
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
  type OperatorRow,
} from './operator-store.ts'
import { futureInstant } from './present.ts'
import { deleteSession, deleteSessionById, listOpenSessions } from './session-store.ts'

const opened = ({ token, device, operator, next }: OperatorLogin) => ({
  token,
  device,
  operatorId: operator.id,
  name: operator.name,
  roles: operator.roles,
  next,
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

  defineRawRoute(operators.operatorLogin, async (call, input) =>
    opened(await logInOperator(call.ctx, input, call, call.now)),
  ),
  defineRawRoute(operators.verifySecondFactor, async (call, { code }) =>
    opened(await verifySecondFactor(call.ctx, call.actor, code, call, call.now)),
  ),
  defineRawRoute(operators.chooseOperatorPassword, async (call, input) => ({
    next: await chooseOperatorPassword(call.ctx, call.actor, input, call.now),
  })),
  defineRawRoute(operators.beginSecondFactor, (call, { present }) =>
    beginSecondFactor(call.ctx, call.actor, present, call, call.now),
  ),
  defineRawRoute(operators.confirmSecondFactor, async (call, { code }) => {
    const { recoveryCodes, ...session } = await confirmSecondFactor(call.ctx, call.actor, code, call, call.now)
    return { ...opened(session), recoveryCodes }
  }),
  defineRoute(operators.operatorLogout, async ({ actor }, _input, tx) => {
    await deleteSession(tx, actor.tokenHash)
    return {}
  }),
  defineRoute(operators.operatorMe, async ({ actor, now }, _input, db) => {
    const operator: OperatorRow | undefined = await readOperator(db, actor.operatorId)
    if (!operator) return refuse('session/expired')
    return {
      operatorId: operator.id,
      name: operator.name,
      email: operator.email,
      roles: operator.roles,
      mayApproveFrom: futureInstant(operator.may_approve_from, now),
      recoveryCodesLeft: await countRecoveryCodes(db, operator.id),
    }
  }),
  defineRoute(operators.listOperatorSessions, async ({ actor, now }, _input, db) => ({
    list: (await listOpenSessions(db, 'operator', actor.operatorId, now)).map((session) => ({
      id: session.id,
      ...readAgent(session.agent ?? ''),
      address: session.address,
      since: session.created_at.toISOString(),
      usedAt: session.used_at.toISOString(),
      here: session.token_hash.equals(actor.tokenHash),
    })),
  })),
  defineRoute(operators.endOperatorSession, async ({ actor }, { id }, tx) => {
    if (!(await deleteSessionById(tx, 'operator', actor.operatorId, id))) refuse('session/not-found')
    return {}
  }),

  // People and desks.

  defineRoute(operators.inviteOperator, (call, input, tx) => inviteOperator(call.ctx, tx, input, originOf(call))),
  defineRoute(operators.readmitOperator, (call, { id }, tx) => readmitOperator(call.ctx, tx, id, originOf(call))),
  defineRoute(operators.confirmOperatorInvitation, async (call, { id }, tx) => {
    await confirmOperatorInvitation(call.ctx, tx, id, originOf(call))
    return {}
  }),
  defineRoute(operators.revokeOperatorInvitation, async (call, { id }, tx) => {
    await revokeOperatorInvitation(tx, id, originOf(call))
    return {}
  }),
  defineRoute(operators.listOperatorInvitations, async ({ now }, _input, db) => ({
    list: (await listOpenInvitations(db, now)).map((row) => ({
      id: row.id,
      name: row.name,
      email: row.email,
      desks: row.desks,
      invitedBy: row.inviter,
      invitedAt: row.invited_at.toISOString(),
      confirmedBy: row.confirmer,
      expiresAt: row.expires_at?.toISOString() ?? null,
    })),
  })),
  defineRawRoute(operators.acceptOperatorInvitation, async (call, input) => ({
    operatorId: await acceptOperatorInvitation(call.ctx, input, call),
  })),
  defineRoute(operators.grantDesk, async (call, { id, desk }, tx) => {
    await grantDesk(call.ctx, tx, id, desk, originOf(call))
    return {}
  }),
  defineRoute(operators.withdrawDesk, async (call, { id, desk }, tx) => {
    await withdrawDesk(tx, id, desk, originOf(call))
    return {}
  }),
  defineRoute(operators.deactivateOperator, async (call, { id }, tx) => {
    await deactivateOperator(call.ctx, tx, id, originOf(call))
    return {}
  }),
  defineRoute(operators.listOperators, async (_call, _input, db) => ({
    list: (await listOperatorRows(db)).map((row) => ({
      id: row.id,
      name: row.name,
      email: row.email,
      roles: row.roles,
      deactivatedAt: row.deactivated_at?.toISOString() ?? null,
      invitedBy: row.invited_by,
      confirmedBy: row.confirmed_by,
      mayApproveFrom: row.may_approve_from.toISOString(),
      secondFactor: row.enrolled,
    })),
  })),
  defineRoute(operators.listOperatorEvents, async (_call, _input, db) => ({
    list: (await listEvents(db)).map((event) => ({
      at: event.at.toISOString(),
      name: event.name,
      operatorId: event.operator_id,
      by: event.by_operator,
      data: event.data,
    })),
  })),
  defineRoute(operators.demoOperatorOutbox, async ({ ctx }, _input, db) => {
    if (ctx.settings.mode !== 'demo') return refuse('request/demo-only')
    return { list: (await listOperatorOutboxMessages(db, 50)).map((row) => presentMessage(ctx, row)) }
  }),
]

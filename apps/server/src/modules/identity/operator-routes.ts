import {
  acceptOperatorInvitation as acceptEndpoint,
  beginSecondFactor as beginEndpoint,
  chooseOperatorPassword as chooseEndpoint,
  confirmOperatorInvitation as confirmInvitationEndpoint,
  confirmSecondFactor as confirmEndpoint,
  deactivateOperator as deactivateEndpoint,
  demoOperatorOutbox,
  endOperatorSession,
  giveSecondFactor as giveEndpoint,
  grantDesk as grantEndpoint,
  inviteOperator as inviteEndpoint,
  listOperatorEvents,
  listOperatorInvitations,
  listOperators,
  listOperatorSessions,
  operatorLogin,
  operatorLogout,
  operatorMe,
  readmitOperator as readmitEndpoint,
  revokeOperatorInvitation as revokeEndpoint,
  withdrawDesk as withdrawEndpoint,
} from '@quayside/contract'
import { on, onRaw, type Route } from '../../platform/http.ts'
import { refuse } from '../../platform/refusal.ts'
import { presentMessage } from '../post/routes.ts'
import { keptOperatorMessages } from '../post/store.ts'
import {
  acceptOperatorInvitation,
  confirmOperatorInvitation,
  inviteOperator,
  readmitOperator,
  revokeOperatorInvitation,
} from './admit-operator.ts'
import { readAgent } from './agent.ts'
import { deactivateOperator, grantDesk, withdrawDesk } from './operator-desks.ts'
import {
  beginSecondFactor,
  chooseOperatorPassword,
  confirmSecondFactor,
  giveSecondFactor,
  logInOperator,
  type Opened,
} from './operator-login.ts'
import { endOperatorSessionById, openOperatorSessions } from './operator-sessions.ts'
import {
  countRecoveryCodes,
  listEvents,
  listOpenInvitations,
  listOperatorRows,
  readOperator,
  type OperatorRow,
} from './operator-store.ts'
import { stillAhead } from './present.ts'
import { endSession } from './sessions.ts'

const opened = ({ token, device, operator, next }: Opened) => ({
  token,
  device,
  operatorId: operator.id,
  name: operator.name,
  roles: operator.roles,
  next,
})
const by = ({
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

  onRaw(operatorLogin, async (call, input) => opened(await logInOperator(call.house, input, call, call.now))),
  onRaw(giveEndpoint, async (call, { code }) =>
    opened(await giveSecondFactor(call.house, call.actor, code, call, call.now)),
  ),
  onRaw(chooseEndpoint, async (call, input) => ({
    next: await chooseOperatorPassword(call.house, call.actor, input, call.now),
  })),
  onRaw(beginEndpoint, (call, { present }) => beginSecondFactor(call.house, call.actor, present, call, call.now)),
  onRaw(confirmEndpoint, async (call, { code }) => {
    const { recoveryCodes, ...session } = await confirmSecondFactor(call.house, call.actor, code, call, call.now)
    return { ...opened(session), recoveryCodes }
  }),
  on(operatorLogout, async ({ actor }, _input, tx) => {
    await endSession(tx, actor.tokenHash)
    return {}
  }),
  on(operatorMe, async ({ actor, now }, _input, db) => {
    const operator: OperatorRow | undefined = await readOperator(db, actor.operatorId)
    if (!operator) return refuse('session/expired')
    return {
      operatorId: operator.id,
      name: operator.name,
      email: operator.email,
      roles: operator.roles,
      mayApproveFrom: stillAhead(operator.may_approve_from, now),
      recoveryCodesLeft: await countRecoveryCodes(db, operator.id),
    }
  }),
  on(listOperatorSessions, async ({ actor, now }, _input, db) => ({
    list: (await openOperatorSessions(db, actor.operatorId, now)).map((session) => ({
      id: session.id,
      ...readAgent(session.agent ?? ''),
      address: session.address,
      since: session.created_at.toISOString(),
      usedAt: session.used_at.toISOString(),
      here: session.token_hash.equals(actor.tokenHash),
    })),
  })),
  on(endOperatorSession, async ({ actor }, { id }, tx) => {
    if (!(await endOperatorSessionById(tx, actor.operatorId, id))) refuse('session/not-found')
    return {}
  }),

  // People and desks.

  on(inviteEndpoint, (call, input, tx) => inviteOperator(call.house, tx, input, by(call))),
  on(readmitEndpoint, (call, { id }, tx) => readmitOperator(call.house, tx, id, by(call))),
  on(confirmInvitationEndpoint, async (call, { id }, tx) => {
    await confirmOperatorInvitation(call.house, tx, id, by(call))
    return {}
  }),
  on(revokeEndpoint, async (call, { id }, tx) => {
    await revokeOperatorInvitation(tx, id, by(call))
    return {}
  }),
  on(listOperatorInvitations, async ({ now }, _input, db) => ({
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
  onRaw(acceptEndpoint, async (call, input) => ({
    operatorId: await acceptOperatorInvitation(call.house, input, call),
  })),
  on(grantEndpoint, async (call, { id, desk }, tx) => {
    await grantDesk(call.house, tx, id, desk, by(call))
    return {}
  }),
  on(withdrawEndpoint, async (call, { id, desk }, tx) => {
    await withdrawDesk(tx, id, desk, by(call))
    return {}
  }),
  on(deactivateEndpoint, async (call, { id }, tx) => {
    await deactivateOperator(call.house, tx, id, by(call))
    return {}
  }),
  on(listOperators, async (_call, _input, db) => ({
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
  on(listOperatorEvents, async (_call, _input, db) => ({
    list: (await listEvents(db)).map((event) => ({
      at: event.at.toISOString(),
      name: event.name,
      operatorId: event.operator_id,
      by: event.by_operator,
      data: event.data,
    })),
  })),
  on(demoOperatorOutbox, async ({ house }, _input, db) => {
    if (house.settings.mode !== 'demo') return refuse('request/demo-only')
    return { list: (await keptOperatorMessages(db, 50)).map((row) => presentMessage(house, row)) }
  }),
]

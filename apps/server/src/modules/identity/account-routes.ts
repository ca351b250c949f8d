import {
  changeLoginPassword as changeLoginPasswordEndpoint,
  demoLoginCode,
  endSession as endSessionEndpoint,
  endSessions,
  forgotLoginPassword as forgotLoginPasswordEndpoint,
  listSessions,
  personalInfo,
  proveContact as proveContactEndpoint,
  resetLoginPassword as resetLoginPasswordEndpoint,
  sendContactCode as sendContactCodeEndpoint,
  sendNewContactCode as sendNewContactCodeEndpoint,
} from '@quayside/contract'
import { tell } from '../../platform/events.ts'
import { on, onRaw, type Route } from '../../platform/http.ts'
import { refuse } from '../../platform/refusal.ts'
import { presentMessage } from '../post/routes.ts'
import { isHeard } from '../post/write-message.ts'
import { readAgent } from './agent.ts'
import { proveContact, sendContactCode, sendNewContactCode } from './change-contact.ts'
import { changeLoginPassword, forgotLoginPassword, purposeOf, resetLoginPassword } from './login-password.ts'
import { stillAhead } from './present.ts'
import { userinfo } from './routes.ts'
import { endSessionById, endSessionsOf, openSessionsOf } from './sessions.ts'
import { keptCodeMessages, readContacts, readMerchant } from './store.ts'

export const accountRoutes = (): Route[] => [
  on(personalInfo, async ({ house, actor, now }, _input, db) => {
    const merchant = (await readMerchant(db, actor.merchantId))!
    return {
      realName: merchant.real_name,
      verifiedAt: merchant.verified_at?.toISOString() ?? null,
      contacts: (await readContacts(db, actor.merchantId)).map((contact) => ({
        ...contact,
        verifiedAt: contact.verifiedAt?.toISOString() ?? null,
        trustedFrom: stillAhead(contact.trustedFrom, now),
        reachable: isHeard(house.settings, contact.channel),
      })),
    }
  }),

  onRaw(sendContactCodeEndpoint, (call, { channel }) => sendContactCode(call.house, call.actor, channel, call)),
  onRaw(sendNewContactCodeEndpoint, (call, input) => sendNewContactCode(call.house, call.actor, input, call)),
  onRaw(proveContactEndpoint, async (call, input) => ({
    changed: await proveContact(call.house, call.actor, input, call),
  })),

  onRaw(changeLoginPasswordEndpoint, async (call, input) => {
    await changeLoginPassword(call.house, call.actor, input, call)
    return {}
  }),
  onRaw(forgotLoginPasswordEndpoint, async (call, input) => {
    const { request, expiresAt } = await forgotLoginPassword(call.house, input, call, call.lang, call.now)
    return { request, expiresAt: expiresAt.toISOString() }
  }),
  onRaw(resetLoginPasswordEndpoint, async (call, input) => {
    const { merchant, until, ...opened } = await resetLoginPassword(call.house, input, call, call.lang, call.now)
    return { userinfo: userinfo(merchant, opened, call.house), payoutsNotBefore: until.toISOString() }
  }),
  on(demoLoginCode, async ({ house }, { request }, db) => {
    if (house.settings.mode !== 'demo') return refuse('request/demo-only')
    return { list: (await keptCodeMessages(db, purposeOf(request))).map((row) => presentMessage(house, row)) }
  }),

  on(listSessions, async ({ actor, now }, _input, db) => ({
    list: (await openSessionsOf(db, actor.merchantId, now)).map((session) => ({
      id: session.id,
      ...readAgent(session.agent ?? ''),
      address: session.address,
      since: session.created_at.toISOString(),
      usedAt: session.used_at.toISOString(),
      here: session.token_hash.equals(actor.tokenHash),
    })),
  })),
  on(endSessionEndpoint, async ({ actor }, { id }, tx) => {
    if (!(await endSessionById(tx, actor.merchantId, id))) refuse('session/not-found')
    await tell(tx, actor.shopId, ['session'])
    return {}
  }),
  on(endSessions, async ({ actor }, { stay }, tx) => {
    await endSessionsOf(tx, actor.merchantId, stay ? actor.tokenHash : null, { devices: true })
    await tell(tx, actor.shopId, ['session'])
    return {}
  }),
]

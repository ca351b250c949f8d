import * as account from '@quayside/contract/account'
import { notifyClients } from '../../../../platform/events/events.ts'
import { defineRoute, defineRawRoute, type Route } from '../../../../platform/http/route.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { presentMessage } from '../../outbox/routes.ts'
import { isConfigured } from '../../outbox/write-message.ts'
import { readAgent } from './user-agent.ts'
import { proveContact, sendContactCode, sendNewContactCode } from './change-contact.ts'
import {
  changeLoginPassword,
  forgotLoginPassword,
  purposeOf,
  resetLoginPassword,
  type KeysAtNewPassword,
} from './login-password.ts'
import { futureInstant, userinfo } from '../present.ts'
import { deleteSessionById, listOpenSessions } from './session-store.ts'
import { endSessions } from './sessions.ts'
import { listCodeMessages, readContacts, readMerchant, readRegistration } from '../store.ts'

export const accountRoutes = (keysAtNewPassword: KeysAtNewPassword): Route[] => [
  defineRoute(account.personalInfo, async ({ ctx, actor, now }, _input, db) => {
    const merchant = (await readMerchant(db, actor.merchantId))!
    return {
      // Until the verification it is the name of the registration.
      realName: merchant.real_name ?? (await readRegistration(db, actor.shopId))?.real_name ?? null,
      verifiedAt: merchant.verified_at?.toISOString() ?? null,
      contacts: (await readContacts(db, actor.merchantId)).map((contact) => ({
        ...contact,
        verifiedAt: contact.verifiedAt?.toISOString() ?? null,
        trustedFrom: futureInstant(contact.trustedFrom, now),
        reachable: isConfigured(ctx.settings, contact.channel),
      })),
    }
  }),

  defineRawRoute(account.sendContactCode, (call, { channel }) => sendContactCode(call.ctx, call.actor, channel, call)),
  defineRawRoute(account.sendNewContactCode, (call, input) => sendNewContactCode(call.ctx, call.actor, input, call)),
  defineRawRoute(account.proveContact, async (call, input) => ({
    changed: await proveContact(call.ctx, call.actor, input, call),
  })),

  defineRawRoute(account.changeLoginPassword, async (call, input) => {
    await changeLoginPassword(call.ctx, call.actor, input, call, keysAtNewPassword)
    return {}
  }),
  defineRawRoute(account.forgotLoginPassword, async (call, input) => {
    const { request, expiresAt } = await forgotLoginPassword(call.ctx, input, call, call.lang, call.now)
    return { request, expiresAt: expiresAt.toISOString() }
  }),
  defineRawRoute(account.resetLoginPassword, async (call, input) => {
    const done = await resetLoginPassword(call.ctx, input, call, call, keysAtNewPassword)
    const { merchant, until, ...opened } = done
    return { userinfo: userinfo(merchant, opened, call.ctx), payoutsNotBefore: until.toISOString() }
  }),
  defineRoute(account.demoLoginCode, async ({ ctx }, { request }, db) => {
    if (ctx.settings.mode !== 'demo') return refuse('request/demo-only')
    return { list: (await listCodeMessages(db, purposeOf(request))).map((row) => presentMessage(ctx, row)) }
  }),

  defineRoute(account.listSessions, async ({ actor, now }, _input, db) => ({
    list: (await listOpenSessions(db, 'merchant', actor.merchantId, now)).map((session) => ({
      id: session.id,
      ...readAgent(session.agent ?? ''),
      address: session.address,
      since: session.created_at.toISOString(),
      usedAt: session.used_at.toISOString(),
      here: session.token_hash.equals(actor.tokenHash),
    })),
  })),
  defineRoute(account.endSession, async ({ actor }, { id }, tx) => {
    if (!(await deleteSessionById(tx, 'merchant', actor.merchantId, id))) refuse('session/not-found')
    await notifyClients(tx, actor.shopId, ['session'])
    return {}
  }),
  defineRoute(account.endSessions, async ({ actor }, { stay }, tx) => {
    await endSessions(tx, 'merchant', actor.merchantId, stay ? actor.tokenHash : null, { forgetDevices: true })
    await notifyClients(tx, actor.shopId, ['session'])
    return {}
  }),
]

/** Endpoints for operators: invitations, review of registrations, closing and opening shops. */
import * as z from 'zod/mini'
import { endpoint, operator } from './endpoint.ts'
import { registrationFields, registrationStates } from './identity.ts'
import { ok, id, instant, pageOf, paging, boundedText } from './shapes.ts'
import { closingReasons, closingScopes, shopClosing } from './shops.ts'
import { staffText } from './staff-text.ts'

export const createInvitation = endpoint({
  api: 'platform',
  path: '/platform/invitation/create',
  summary:
    'Makes an invitation code: single-use, expiring, fifty a day for each operator. The code is answered once and kept only as a hash.',
  access: operator('review', 'support'),
  input: z.strictObject({ note: boundedText(0, 200), days: z._default(z.int().check(z.gte(1), z.lte(90)), 14) }),
  response: z.object({ id, code: z.string(), expiresAt: instant }),
  refusals: ['request/too-many'],
})

export const invitationStates = ['open', 'used', 'expired', 'revoked'] as const

export const listInvitations = endpoint({
  api: 'platform',
  path: '/platform/invitation/list',
  summary: 'Invitations, newest first: who made each, what became of it, and which shop came by it. Never the code.',
  access: operator('review', 'support'),
  readOnly: true,
  input: z.strictObject({ ...paging }),
  response: pageOf(
    z.object({
      id,
      note: z.string(),
      /** Number of the operator who created it. */
      madeBy: z.int(),
      createdAt: instant,
      expiresAt: instant,
      state: z.enum(invitationStates),
      usedAt: z.nullable(instant),
      shop: z.nullable(z.object({ id, code: z.string(), name: z.nullable(z.string()) })),
    }),
  ),
  refusals: [],
})

export const revokeInvitation = endpoint({
  api: 'platform',
  path: '/platform/invitation/revoke',
  summary: 'Ends an invitation that nobody has used. It is kept in the list.',
  access: operator('review', 'support'),
  input: z.strictObject({ id }),
  response: ok,
  refusals: ['invitation/unknown', 'invitation/used'],
})

const registrationRow = z.object({
  shopId: id,
  state: z.enum(registrationStates),
  shopName: z.nullable(z.string()),
  realName: z.nullable(z.string()),
  country: z.nullable(z.string()),
  submittedAt: z.nullable(instant),
})

export const listRegistrations = endpoint({
  api: 'platform',
  path: '/platform/registration/list',
  summary: 'Registrations in one state, oldest first.',
  access: operator('review'),
  readOnly: true,
  input: z.strictObject({ ...paging, state: z.enum(registrationStates) }),
  response: pageOf(registrationRow),
  refusals: [],
})

export const claimRegistration = endpoint({
  api: 'platform',
  path: '/platform/registration/take',
  summary: 'Starts the review of a submitted registration.',
  access: operator('review'),
  input: z.strictObject({ shopId: id }),
  response: z.object({
    ...registrationRow.shape,
    address: z.nullable(z.string()),
    phone: z.string(),
    email: z.string(),
  }),
  refusals: ['shop/not-found', 'registration/not-editable'],
})

export const viewDocument = endpoint({
  api: 'platform',
  path: '/platform/registration/document',
  summary: 'One identity photo, for a stated reason. Each view is logged and the merchant can see it.',
  access: operator('review'),
  input: z.strictObject({ shopId: id, field: z.enum(['idFront', 'idBack', 'idInHand']), reason: staffText(5, 300) }),
  response: z.object({ contentType: z.string(), base64: z.string() }),
  refusals: ['shop/not-found', 'file/not-found'],
})

export const decideRegistration = endpoint({
  api: 'platform',
  path: '/platform/registration/decide',
  summary: 'Verifies a registration in review, or asks for more with a reason for each field.',
  access: operator('review'),
  input: z.union([
    z.strictObject({ shopId: id, decision: z.literal('verified') }),
    z.strictObject({
      shopId: id,
      decision: z.literal('more-information'),
      asked: z.partialRecord(z.enum(registrationFields), staffText(3, 300)),
    }),
  ]),
  response: ok,
  refusals: ['shop/not-found', 'registration/not-editable', 'field/name-misleading'],
})

export const closeShop = endpoint({
  api: 'platform',
  path: '/platform/shop/close',
  summary:
    'Closes a shop, with what is restricted, why, from when and until when; the merchant reads all of it. Seven days of notice; at once, or sooner, only for an urgent reason and after a second person has confirmed it. Paid orders can be picked up, declined, shipped and refunded in a closed shop; reading, exporting, withdrawing and the chat stay open.',
  access: operator('support', 'review'),
  input: z.strictObject({
    shopId: id,
    scope: z.enum(closingScopes),
    reason: z.enum(closingReasons),
    note: staffText(5, 500),
    /** Default: seven days from now. */
    effectiveAt: z.optional(z.iso.datetime({ error: 'field/invalid' })),
    endsAt: z.optional(z.nullable(z.iso.datetime({ error: 'field/invalid' }))),
  }),
  response: z.object({ id, effectiveAt: instant, needsSecond: z.boolean() }),
  refusals: ['shop/not-found', 'shop/already-closing', 'shop/closing-notice'],
})

export const confirmClosing = endpoint({
  api: 'platform',
  path: '/platform/shop/close/confirm',
  summary: 'A second person confirms a closing without notice.',
  access: operator('support', 'review'),
  input: z.strictObject({ shopId: id }),
  response: ok,
  refusals: ['shop/closing-unknown', 'operator/second-person', 'operator/too-new'],
})

export const listClosings = endpoint({
  api: 'platform',
  path: '/platform/shop/closings',
  summary: 'Closings that are not lifted, those that wait for a second person first.',
  access: operator('support', 'review'),
  readOnly: true,
  input: z.strictObject({ ...paging }),
  response: pageOf(
    z.object({
      shopId: id,
      shop: z.nullable(z.string()),
      code: z.string(),
      ...shopClosing.shape,
      needsSecond: z.boolean(),
    }),
  ),
  refusals: [],
})

export const openShop = endpoint({
  api: 'platform',
  path: '/platform/shop/open',
  summary: 'Lifts a closing, also one that has not begun, with a reason the merchant reads.',
  access: operator('support', 'review'),
  input: z.strictObject({ shopId: id, reason: staffText(5, 500) }),
  response: ok,
  refusals: ['shop/not-found', 'shop/closing-unknown'],
})

export const listShops = endpoint({
  api: 'platform',
  path: '/platform/shop/list',
  summary: 'Verified shops by code.',
  access: operator('support', 'fulfilment', 'review'),
  readOnly: true,
  input: z.strictObject({ ...paging }),
  response: pageOf(z.object({ id, code: z.string(), name: z.nullable(z.string()), closed: z.boolean() })),
  refusals: [],
})

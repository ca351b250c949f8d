/** Endpoints for operators: invitations, review of registrations, closing and opening shops. */
import * as z from 'zod/mini'
import { endpoint, operator } from './endpoint.ts'
import { anyOf, fileOf, linked, listEndpoint, searched } from './list-endpoint.ts'
import { dashboardFigures } from './insights.ts'
import {
  registrationFields,
  registrationStates,
  registrationRejections,
  requestSentences,
  requestSentencesOf,
} from './identity.ts'
import {
  actionPermission,
  boundedText,
  country,
  cursor,
  cursorPageOf,
  id,
  instant,
  ok,
  paging,
  point,
} from './shapes.ts'
import { screeningResult } from './screening.ts'
import { closingReasons, closingScopes, restrictionScopes, shopClosing, shopRestriction } from './shops.ts'
import { staffText } from './staff-text.ts'
import { workKinds } from './work.ts'

export const createInvitation = endpoint({
  api: 'platform',
  path: '/platform/invitation/create',
  summary:
    'Creates an invitation code: valid once, with an expiry date, at most fifty a day for each operator. The code is returned once and stored as a hash.',
  access: operator('review', 'support'),
  input: z.strictObject({ note: boundedText(0, 200), days: z._default(z.int().check(z.gte(1), z.lte(90)), 14) }),
  response: z.object({ id, code: z.string(), expiresAt: instant }),
  refusals: ['request/too-many'],
})

export const invitationStates = ['open', 'used', 'expired', 'revoked'] as const

export const listInvitations = listEndpoint({
  path: '/platform/invitation/list',
  summary: 'Invitations, newest first: who created each, its state, and the shop that used it. Never the code.',
  access: operator('review', 'support'),
  filters: {},
  row: z.object({
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
  pages: 'numbered',
})

export const revokeInvitation = endpoint({
  api: 'platform',
  path: '/platform/invitation/revoke',
  summary: 'Revokes an unused invitation. It stays in the list.',
  access: operator('review', 'support'),
  input: z.strictObject({ id }),
  response: ok,
  refusals: ['invitation/unknown', 'invitation/used'],
})

const registrationRow = z.object({
  shopId: id,
  code: z.string(),
  state: z.enum(registrationStates),
  shopName: z.nullable(z.string()),
  realName: z.nullable(z.string()),
  country: z.nullable(z.string()),
  submittedAt: z.nullable(instant),
  /** The decision is promised before this time; null unless the registration waits for one. */
  dueAt: z.nullable(instant),
  appeal: z.boolean(),
})

export const listRegistrations = endpoint({
  api: 'platform',
  path: '/platform/registration/list',
  summary: 'Registrations by deadline, those without one by age; by state, country and words.',
  access: operator('review', 'auditor'),
  readOnly: true,
  input: z.strictObject({
    state: z.optional(z.enum(registrationStates)),
    /** Only those that wait for a decision. */
    waiting: z.optional(z.boolean()),
    country: z.optional(country),
    /** Part of the store name, the real name, the e-mail or the phone number, or the code of the shop. */
    search: z.optional(boundedText(1, 100)),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
    cursor,
  }),
  response: z.object({ list: z.array(registrationRow), cursor: z.nullable(z.string()) }),
  refusals: [],
})

export const registrationCounts = endpoint({
  api: 'platform',
  path: '/platform/registration/counts',
  summary: 'How many registrations are in each state, and how many wait past their deadline.',
  access: operator('review', 'auditor'),
  readOnly: true,
  input: z.strictObject({}),
  response: z.object({ states: z.record(z.string(), z.int()), overdue: z.int() }),
  refusals: [],
})

export const documentFields = ['idFront', 'idBack', 'idInHand'] as const
export type DocumentField = (typeof documentFields)[number]
/** What a registration has in common with another shop. */
export const duplicateKinds = ['email', 'phone', 'real-name', 'address', 'picture', 'device'] as const

const askedOf = z.partialRecord(
  z.enum(registrationFields),
  z.object({ sentence: z.optional(z.enum(requestSentences)), text: z.optional(z.string()) }),
)
const person = z.object({ id, name: z.string() })

export const registrationDetail = endpoint({
  api: 'platform',
  path: '/platform/registration/detail',
  summary:
    'A registration with its fields, the views of its documents, the earlier decisions, and which other shops have a contact, a name, an address, a picture or a device in common with it.',
  access: operator('review', 'auditor'),
  readOnly: true,
  input: z.strictObject({ shopId: id }),
  response: z.object({
    ...registrationRow.shape,
    logo: z.nullable(z.string()),
    address: z.nullable(z.string()),
    point: z.nullable(point),
    phone: z.string(),
    phoneVerified: z.boolean(),
    email: z.string(),
    emailVerified: z.boolean(),
    /** The language in which the merchant reads. */
    language: z.string(),
    createdAt: instant,
    invitedBy: z.nullable(person),
    invitationNote: z.nullable(z.string()),
    documents: z.array(z.object({ field: z.enum(documentFields), width: z.int(), height: z.int(), at: instant })),
    asked: askedOf,
    appealText: z.nullable(z.string()),
    views: z.array(z.object({ at: instant, field: z.string(), by: person, reason: z.string() })),
    decisions: z.array(
      z.object({
        at: instant,
        by: person,
        decision: z.string(),
        reason: z.nullable(z.enum(registrationRejections)),
        text: z.nullable(z.string()),
        asked: askedOf,
        afterAppeal: z.boolean(),
      }),
    ),
    duplicates: z.array(
      z.object({
        kind: z.enum(duplicateKinds),
        shop: z.object({ id, code: z.string(), name: z.nullable(z.string()) }),
        state: z.enum(registrationStates),
      }),
    ),
    claim: z.nullable(z.object({ by: person, until: instant })),
    /** What lists of sanctions say about the merchant. */
    screening: screeningResult,
    /** Until when the operator may see the documents without stating the reason again. */
    access: z.nullable(z.object({ reason: z.string(), until: instant })),
    /** What the merchant reads for each reason of a rejection. */
    sentences: z.array(z.object({ reason: z.enum(registrationRejections), reads: z.string() })),
    /** Whether the operator may decide: true, or the refusal that a decision would get. */
    decide: actionPermission,
  }),
  refusals: ['shop/not-found'],
})

export const viewDocument = endpoint({
  api: 'platform',
  path: '/platform/registration/document',
  summary:
    'One identity photo, for a reason that holds ten minutes. Each view is logged and the merchant can see it. The picture carries the name of the operator, the time and the reason.',
  access: operator('review'),
  input: z.strictObject({ shopId: id, field: z.enum(documentFields), reason: z.optional(staffText(5, 300)) }),
  response: z.object({ contentType: z.string(), base64: z.string(), reason: z.string(), until: instant }),
  refusals: ['shop/not-found', 'file/not-found', 'registration/reason-missing'],
})

const requests = z
  .partialRecord(
    z.enum(registrationFields),
    z
      .strictObject({ sentence: z.optional(z.enum(requestSentences)), text: z.optional(staffText(3, 300)) })
      .check(
        z.refine(({ sentence, text }) => sentence !== undefined || text !== undefined, { error: 'field/required' }),
      ),
  )
  .check(
    z.refine((asked) => Object.keys(asked).length > 0, { error: 'field/required' }),
    z.refine(
      (asked) =>
        registrationFields.every((field) => {
          const sentence = asked[field]?.sentence
          return sentence === undefined || requestSentencesOf[field].includes(sentence)
        }),
      { error: 'field/invalid' },
    ),
  )
const decision = z.union([
  z.strictObject({
    shopId: id,
    decision: z.literal('verified'),
    /** Why the operator has not opened every document. Needed only then. */
    text: z.optional(staffText(10, 300)),
  }),
  z.strictObject({ shopId: id, decision: z.literal('more-information'), asked: requests }),
  z.strictObject({
    shopId: id,
    decision: z.literal('rejected'),
    reason: z.enum(registrationRejections),
    text: staffText(10, 500),
  }),
])

export const decideRegistration = endpoint({
  api: 'platform',
  path: '/platform/registration/decide',
  summary:
    'Verifies a registration in review, asks for more with a request for each field, or rejects it with a reason. Who verifies has opened every document, or says why not. After an appeal another person decides.',
  access: operator('review'),
  input: decision,
  response: ok,
  refusals: [
    'shop/not-found',
    'registration/not-editable',
    'registration/documents-unopened',
    'screening/open',
    'screening/waiting',
    'field/name-misleading',
    'work/claimed',
    'operator/second-person',
  ],
})

export const previewDecision = endpoint({
  api: 'platform',
  path: '/platform/registration/preview',
  summary: 'What the merchant will read about a decision, in the merchant’s language. Nothing is changed.',
  access: operator('review'),
  readOnly: true,
  input: decision,
  response: z.object({
    language: z.string(),
    /** The message. */
    title: z.string(),
    /** What the registration screen says. */
    text: z.nullable(z.string()),
    fields: z.array(z.object({ field: z.enum(registrationFields), label: z.string(), text: z.string() })),
  }),
  refusals: ['shop/not-found'],
})

export const closeShop = endpoint({
  api: 'platform',
  path: '/platform/shop/close',
  summary:
    'Closes a shop with a scope, a reason, and dates of begin and end, all visible to the merchant. The notice period is seven days; a shorter one requires an urgent reason and a second operator. In a closed shop (scope `all`) the merchant can log in, read, withdraw, export and write to customer service; every other call is refused. Orders that are not picked up by their deadline are cancelled and refunded to the buyer; refund requests without an answer count as agreed.',
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
  /** `actId`: the act that a second operator of the desk `review` signs; null for a closing with notice. */
  response: z.object({ id, effectiveAt: instant, needsSecond: z.boolean(), actId: z.nullable(id) }),
  refusals: ['shop/not-found', 'shop/already-closing', 'shop/closing-notice', 'act/already-open'],
})

export const listClosings = endpoint({
  api: 'platform',
  path: '/platform/shop/closings',
  summary: 'Closings in force or announced; those that await a second operator come first.',
  access: operator('support', 'review'),
  readOnly: true,
  input: z.strictObject({ ...paging, cursor }),
  response: cursorPageOf(
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
  summary: 'Lifts a closing, also an announced one, with a reason that the merchant sees.',
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
  input: z.strictObject({ ...paging, cursor }),
  response: cursorPageOf(z.object({ id, code: z.string(), name: z.nullable(z.string()), closed: z.boolean() })),
  refusals: [],
})

export const shopStatuses = ['open', 'closed', 'restricted', 'not-verified'] as const
export type ShopStatus = (typeof shopStatuses)[number]

const shopRow = z.object({
  id,
  code: z.string(),
  name: z.nullable(z.string()),
  country: z.nullable(z.string()),
  state: z.enum(shopStatuses),
  verifiedAt: z.nullable(instant),
})

export const searchShops = listEndpoint({
  path: '/platform/shop/search',
  summary: 'Shops by code, found by code, name, phone number and e-mail address of the merchant, state and country.',
  access: operator('support', 'review', 'finance', 'fulfilment', 'auditor'),
  filters: { search: searched(100), state: anyOf(shopStatuses), country: linked(country) },
  row: shopRow,
})

export const exportShops = fileOf(searchShops, { path: '/platform/shop/export', list: 'Shops' })

export const openShopAccess = endpoint({
  api: 'platform',
  path: '/platform/shop/access',
  summary:
    'States why the operator looks at a shop; it holds ten minutes. A claimed work item of the shop is a reason by itself.',
  access: operator('support', 'review', 'finance', 'auditor'),
  input: z.strictObject({
    shopId: id,
    reason: z.optional(staffText(5, 300)),
    work: z.optional(z.strictObject({ kind: z.enum(workKinds), id })),
  }),
  response: z.object({ until: instant }),
  refusals: ['shop/not-found', 'shop/reason-missing'],
})

const dated = { at: instant, by: z.nullable(person) }

export const shopDetail = endpoint({
  api: 'platform',
  path: '/platform/shop/detail',
  summary:
    'A shop as its merchant sees it: figures, score with its parts, balances, promises; with restrictions, closing, notes and the acts of the staff. Nothing can be changed by it.',
  access: operator('support', 'review', 'finance', 'auditor'),
  readOnly: true,
  input: z.strictObject({ shopId: id }),
  response: z.object({
    ...shopRow.shape,
    logo: z.nullable(z.string()),
    address: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    introduction: z.nullable(z.string()),
    /** What the merchant states about the business; nobody has verified it. */
    legalName: z.nullable(z.string()),
    registrationNumber: z.nullable(z.string()),
    contactEmail: z.nullable(z.string()),
    timeZone: z.string(),
    createdAt: instant,
    accessUntil: instant,
    merchant: z.object({
      realName: z.nullable(z.string()),
      email: z.string(),
      phone: z.string(),
      language: z.string(),
      sessions: z.int(),
      lastUsedAt: z.nullable(instant),
    }),
    figures: z.object(dashboardFigures),
    balances: z.object({ balance: z.string(), pending: z.string(), held: z.string(), escrow: z.string() }),
    /** Money and orders that a closing would touch. */
    open: z.object({ orders: z.int(), withdrawals: z.int(), refunds: z.int() }),
    /** Of these, what the deadlines would end in favour of the buyers while the shop is closed. */
    unanswered: z.object({ orders: z.int(), refunds: z.int() }),
    closing: z.nullable(
      z.object({
        ...shopClosing.shape,
        needsSecond: z.boolean(),
        madeBy: z.nullable(id),
        /** The act that waits for its signature; null for none. */
        actId: z.nullable(id),
      }),
    ),
    restrictions: z.array(
      z.object({
        id,
        ...shopRestriction.shape,
        evidence: z.string(),
        madeBy: person,
        madeAt: instant,
        confirmedBy: z.nullable(person),
        /** The act that waits for its signature; null for none. */
        actId: z.nullable(id),
        liftedAt: z.nullable(instant),
        liftReason: z.nullable(z.string()),
      }),
    ),
    notes: z.array(z.object({ ...dated, text: z.string() })),
    acts: z.array(
      z.object({
        ...dated,
        act: z.string(),
        subject: z.nullable(z.string()),
        reason: z.nullable(z.string()),
        outcome: z.string(),
      }),
    ),
  }),
  refusals: ['shop/not-found', 'shop/reason-missing'],
})

export const restrictShop = endpoint({
  api: 'platform',
  path: '/platform/shop/restrict',
  summary:
    'Proposes a restriction of a shop: what it may not do, why, from when and until when. A second person signs the act. Seven days of notice, less only for an urgent reason. Withdrawals stay open.',
  access: operator('support', 'review'),
  input: z.strictObject({
    shopId: id,
    scope: z.enum(restrictionScopes),
    reason: z.enum(closingReasons),
    text: staffText(5, 500),
    evidence: boundedText(5, 2000),
    /** Default: seven days from now. */
    effectiveAt: z.optional(z.iso.datetime({ error: 'field/invalid' })),
    endsAt: z.optional(z.nullable(z.iso.datetime({ error: 'field/invalid' }))),
  }),
  response: z.object({ id, actId: id }),
  refusals: ['shop/not-found', 'shop/already-restricted', 'shop/closing-notice'],
})

export const liftRestriction = endpoint({
  api: 'platform',
  path: '/platform/shop/lift',
  summary: 'Lifts a restriction, or takes a proposal back, with a reason the merchant reads.',
  access: operator('support', 'review'),
  input: z.strictObject({ shopId: id, id, reason: staffText(5, 500) }),
  response: ok,
  refusals: ['shop/restriction-unknown'],
})

export const listShopNotes = endpoint({
  api: 'platform',
  path: '/platform/shop/notes',
  summary: 'The notes of the staff about a shop, newest first, also before the shop is verified.',
  access: operator('support', 'review', 'finance', 'fulfilment', 'auditor'),
  readOnly: true,
  input: z.strictObject({ shopId: id }),
  response: z.object({ list: z.array(z.object({ ...dated, text: z.string() })) }),
  refusals: ['shop/not-found'],
})

export const addShopNote = endpoint({
  api: 'platform',
  path: '/platform/shop/note',
  summary:
    'Adds a note of the staff about a shop. The merchant does not see it in the app, but gets it with the own data on request.',
  access: operator('support', 'review', 'finance', 'fulfilment'),
  input: z.strictObject({ shopId: id, text: boundedText(3, 2000) }),
  response: ok,
  refusals: ['shop/not-found'],
})

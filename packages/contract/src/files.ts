/** Uploaded pictures of merchants, buyers and operators. */
import * as z from 'zod/mini'
import { buyer, endpoint, merchant, operator } from './endpoint.ts'
import { id } from './shapes.ts'

/** The purpose of a picture decides its storage: identity photos are encrypted and never have a URL. */
export const filePurposes = ['logo', 'banner', 'identity', 'product', 'voucher', 'chat', 'refund', 'evidence'] as const
export type FilePurpose = (typeof filePurposes)[number]

const answer = z.object({
  id,
  /** Public URL; null for a private picture. */
  url: z.nullable(z.string()),
  width: z.int(),
  height: z.int(),
})
const refusals = [
  'file/unreadable',
  'file/wrong-type',
  'file/too-large',
  'file/too-many-pixels',
  'file/too-small',
  'request/too-many',
] as const

export const upload = endpoint({
  api: 'merchant',
  path: '/merchant/common/upload',
  summary:
    'Uploads one JPEG, PNG or WebP picture in the multipart field `file`. The query parameter `purpose` (default `logo`) names its use. The picture is decoded, stripped of metadata and encoded again before it is stored.',
  access: merchant,
  // An uploaded file has no effect until another endpoint uses it.
  changes: [],
  upload: true,
  ownTransaction: true,
  input: z.object({ purpose: z._default(z.enum(['logo', 'banner', 'identity', 'voucher', 'chat', 'refund']), 'logo') }),
  response: answer,
  refusals: [...refusals],
})

export const buyerUpload = endpoint({
  api: 'store',
  path: '/store/common/upload',
  summary:
    'Uploads one picture for a refund order in the multipart field `file`. Only the merchant and the deciding operators can see it.',
  access: buyer,
  upload: true,
  ownTransaction: true,
  input: z.object({ purpose: z._default(z.enum(['refund']), 'refund') }),
  response: answer,
  refusals: [...refusals],
})

export const operatorUpload = endpoint({
  api: 'platform',
  path: '/platform/common/upload',
  summary: 'Uploads one picture in the multipart field `file`, for a product or for a conversation with a merchant.',
  access: operator('catalogue', 'support', 'finance'),
  upload: true,
  ownTransaction: true,
  input: z.object({ purpose: z._default(z.enum(['product', 'chat', 'evidence']), 'product') }),
  response: answer,
  refusals: [...refusals],
})

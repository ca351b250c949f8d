/** Uploaded pictures. */
import {
  buyerUpload,
  operatorUpload,
  upload,
  type ResponseBody,
  type Envelope,
  type FilePurpose,
} from '@quayside/contract'
import sharp from 'sharp'
import { listenerOf, type TestServer } from '../server.ts'
import type { TestMerchant } from './people.ts'

/** Uploads a picture. Returns its id. */
async function sent(
  server: TestServer,
  { path }: typeof upload | typeof buyerUpload | typeof operatorUpload,
  token: string,
  purpose: FilePurpose,
  background: string,
): Promise<string> {
  const content = await sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer()
  const boundary = 'quay'
  const answer = await listenerOf(server.app, path).inject({
    method: 'POST',
    url: `${path}?purpose=${purpose}`,
    headers: { token, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="picture.jpg"\r\n\r\n`),
      content,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  })
  return answer.json<Envelope<ResponseBody<typeof upload>>>().data.id
}

/** Uploads a buyer's picture for a refund. Returns its id. */
export const aRefundPicture = (server: TestServer, token: string, background = '#3a7'): Promise<string> =>
  sent(server, buyerUpload, token, 'refund', background)

/** Uploads an operator's picture for the evidence of a dispute. Returns its id. */
export const anEvidencePicture = (server: TestServer, token: string): Promise<string> =>
  sent(server, operatorUpload, token, 'evidence', '#73a')

/** Uploads a merchant's picture for the shop, or for an objection to a refund. Returns its id. */
export const aShopPicture = (
  server: TestServer,
  { token }: TestMerchant,
  purpose: 'logo' | 'banner' | 'refund',
  background = '#37a',
): Promise<string> => sent(server, upload, token, purpose, background)

/** A picture of a registration, of one colour. */
export const aRegistrationPicture = (
  server: TestServer,
  { token }: TestMerchant,
  purpose: 'logo' | 'identity',
  background: string,
): Promise<string> => sent(server, upload, token, purpose, background)

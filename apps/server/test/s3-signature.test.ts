/** The examples that Amazon publishes for Signature Version 4 in the header (S3 API reference). */
import { expect, test } from 'vitest'
import { signatureProblem, type SignedRequest } from './s3-signature.ts'

const credentials = {
  accessKey: 'AKIAIOSFODNN7EXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const now = new Date('2013-05-24T00:00:00Z')
const nothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

const example = (
  { method = 'GET', url, body = '', hash = nothing }: { method?: string; url: string; body?: string; hash?: string },
  signature: string,
  more: Record<string, string> = {},
): SignedRequest => {
  const headers: Record<string, string> = {
    host: 'examplebucket.s3.amazonaws.com',
    'x-amz-content-sha256': hash,
    'x-amz-date': '20130524T000000Z',
    ...more,
  }
  const names = Object.keys(headers).toSorted().join(';')
  headers['authorization'] =
    `AWS4-HMAC-SHA256 Credential=${credentials.accessKey}/20130524/us-east-1/s3/aws4_request,SignedHeaders=${names},Signature=${signature}`
  return { method, url, headers, body: Buffer.from(body) }
}

const getObject = example({ url: '/test.txt' }, 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41', {
  range: 'bytes=0-9',
})
const putObject = example(
  {
    method: 'PUT',
    url: '/test$file.text',
    body: 'Welcome to Amazon S3.',
    hash: '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
  },
  '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
)
const lifecycle = example({ url: '/?lifecycle' }, 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543')
const listObjects = example(
  { url: '/?max-keys=2&prefix=J' },
  '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
)

test('the published examples are right', () => {
  const problems = [getObject, putObject, lifecycle, listObjects].map((one) => signatureProblem(one, credentials, now))
  expect(problems).toEqual([null, null, null, null])
})

test('a change of anything that is signed is refused', () => {
  const changed: SignedRequest[] = [
    { ...getObject, method: 'DELETE' },
    { ...getObject, url: '/other.txt' },
    { ...listObjects, url: '/?max-keys=3&prefix=J' },
    { ...getObject, headers: { ...getObject.headers, range: 'bytes=0-99' } },
    { ...getObject, headers: { ...getObject.headers, host: 'other.s3.amazonaws.com' } },
    { ...putObject, body: Buffer.from('something else') },
    { ...getObject, headers: { ...getObject.headers, 'x-amz-acl': 'public-read' } },
    { ...getObject, headers: { ...getObject.headers, authorization: undefined } },
  ]
  for (const one of changed) expect(signatureProblem(one, credentials, now)).not.toBe(null)
  expect(signatureProblem(getObject, { ...credentials, secretKey: 'another' }, now)).toBe('another signature')
  expect(signatureProblem(getObject, { ...credentials, region: 'eu-west-1' }, now)).toBe('another key or region')
  expect(signatureProblem(getObject, credentials, new Date('2013-05-24T00:16:00Z'))).toBe('another date')
})

/**
 * Checks signatures of requests to S3 (AWS Signature Version 4, in the header), and passes on what is signed. Written
 * from the specification alone, so that it proves the client's signature; the published examples prove it.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, request as send, type IncomingHttpHeaders, type Server } from 'node:http'

export type SignedRequest = { method: string; url: string; headers: IncomingHttpHeaders; body: Buffer }
type Credentials = { accessKey: string; secretKey: string; region: string }

const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex')
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** Encodes all but the unreserved characters of RFC 3986. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function canonicalQuery(query: string): string {
  const pairs = query.split('&').flatMap((pair) => {
    if (pair === '') return []
    const [name, value = ''] = pair.split('=', 2)
    return [[encode(decodeURIComponent(name!)), encode(decodeURIComponent(value))] as const]
  })
  return pairs
    .toSorted(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

/** Why a request is refused; null when its signature is right. `now`: its date may differ by fifteen minutes. */
export function signatureProblem(request: SignedRequest, credentials: Credentials, now: Date): string | null {
  const { headers, body } = request
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  if (!parts) return 'the request is not signed'
  const [, accessKey, day, region, signedNames, signature] = parts as unknown as string[]
  if (accessKey !== credentials.accessKey || region !== credentials.region) return 'another key or region'
  const date = String(headers['x-amz-date'])
  const [, y, mo, d, h, mi, s] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? []
  const at = Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`)
  if (!(Math.abs(at - now.getTime()) <= 900_000) || !date.startsWith(day!)) return 'another date'
  const names = signedNames!.split(';')
  if (
    !names.includes('host') ||
    Object.keys(headers).some((name) => name.startsWith('x-amz-') && !names.includes(name))
  )
    return 'a header is not signed'
  const contentHash = String(headers['x-amz-content-sha256'])
  if (contentHash !== 'UNSIGNED-PAYLOAD' && contentHash !== sha256(body)) return 'another body'
  const [path, query = ''] = request.url.split('?', 2)
  const canonical = [
    request.method,
    path!
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    canonicalQuery(query),
    ...names.map(
      (name) =>
        `${name}:${String(headers[name] ?? '')
          .trim()
          .replace(/ +/g, ' ')}`,
    ),
    '',
    signedNames,
    contentHash,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const key = [region!, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${credentials.secretKey}`, day!))
  const expected = hmac(key, ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n'))
  return timingSafeEqual(expected, Buffer.from(signature!, 'hex')) ? null : 'another signature'
}

/** A server that passes signed requests on to `port`, and answers all others with 403. */
export function signatureProxy(
  port: number,
  credentials: Credentials,
): { http: Server; refused: string[]; passed: () => number } {
  const refused: string[] = []
  let passed = 0
  const http = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const body = Buffer.concat(chunks)
      const problem = signatureProblem({ method, url, headers, body }, credentials, new Date())
      if (problem) {
        refused.push(problem)
        response.writeHead(403, { 'content-type': 'application/xml' })
        return void response.end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
      }
      passed += 1
      const onward = send({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
        response.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(response)
      })
      onward.on('error', () => response.destroy())
      onward.end(body)
    })
  })
  return { http, refused, passed: () => passed }
}

/** Files in a bucket of an S3-compatible service. */
import { randomBytes } from 'node:crypto'
import { S3mini } from 's3mini'
import type { S3Settings } from '../../settings-schema.ts'
import { isStorageKey, StorageDown, type Storage } from './storage.ts'

/** Bytes of a part: larger files are uploaded in parts of this size. */
const partSize = 8 * 1024 * 1024
/** Milliseconds that one request may take. */
const requestTimeout = 30_000
/** Keys of one page of a listing. */
const pageSize = 1000

/**
 * The bucket is private: the server itself serves what is public, and no signed address leaves it. A write is visible
 * when it is complete; parts of an upload that failed are given up.
 */
export function s3Storage({ endpoint, region, bucket, accessKey, secretKey }: S3Settings): Storage {
  const client = new S3mini({
    endpoint: `${endpoint.replace(/\/$/, '')}/${bucket}`,
    region,
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    requestSizeInBytes: partSize,
    requestAbortTimeout: requestTimeout,
  })
  const check = (key: string): string => {
    if (!isStorageKey(key)) throw new Error('not a storage key')
    return key
  }
  const write = async (key: string, content: Buffer): Promise<void> => {
    const { ok, status } = await send(() => client.putAnyObject(key, content))
    if (!ok) throw new StorageDown(`the bucket answered ${status}`)
  }
  const read = async (key: string): Promise<Buffer | null> => {
    const found = await send(() => client.getObjectArrayBuffer(check(key)))
    return found && Buffer.from(found)
  }
  return {
    async put(content) {
      const key = randomBytes(20).toString('hex')
      await write(key, content)
      return key
    },
    putAs: (key, content) => write(check(key), content),
    async get(key) {
      const content = await read(key)
      if (!content) throw new StorageDown(`the bucket has no file ${key}`)
      return content
    },
    find: read,
    async remove(key) {
      await send(() => client.deleteObject(check(key)))
    },
    async *list() {
      let next: string | undefined
      do {
        const page = await send(() => client.listObjectsPaged('/', '', pageSize, next))
        if (!page) throw new StorageDown(`there is no bucket ${bucket}`)
        for (const { Key: key, LastModified: at } of page.objects ?? [])
          if (isStorageKey(key)) yield { key, at: new Date(at) }
        next = page.nextContinuationToken
      } while (next)
    },
    async check() {
      await write('.probe', Buffer.from('probe'))
      await send(() => client.deleteObject('.probe'))
    },
  }
}

/** An error of the service or of the way to it means that nothing can be stored or read now. */
async function send<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw new StorageDown(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

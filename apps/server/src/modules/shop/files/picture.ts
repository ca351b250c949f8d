import type { FilePurpose } from '@quayside/contract'
import { maxUploadPixels } from '@quayside/contract/constants'
import { fileTypeFromBuffer } from 'file-type'
import { refuse } from '../../../platform/refusal.ts'
import { limitConcurrency } from '../../../platform/database/concurrency.ts'

/** The picture library, loaded with the first picture: its native part takes memory from the start. */
export async function loadSharp(): Promise<(typeof import('sharp'))['default']> {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

/** Longest side kept of a photo, and the shortest side below which it shows nothing, in pixels. */
const sizes: Record<FilePurpose, { longest: number; shortest: number }> = {
  logo: { longest: 512, shortest: 32 },
  banner: { longest: 1600, shortest: 200 },
  product: { longest: 1000, shortest: 100 },
  identity: { longest: 2000, shortest: 300 },
  voucher: { longest: 2000, shortest: 200 },
  chat: { longest: 1600, shortest: 50 },
  refund: { longest: 1600, shortest: 200 },
  evidence: { longest: 2000, shortest: 50 },
}
/** Purposes of private pictures: stored encrypted and without a public URL. */
const privatePurposes: readonly FilePurpose[] = ['identity', 'voucher', 'chat', 'refund', 'evidence']
export const isPrivate = (purpose: FilePurpose): boolean => privatePurposes.includes(purpose)

/** A long screenshot keeps this width, in which its text can be read, up to the longest side of any picture. */
const readable = { width: 700, longest: 16_000 }
/** The longest side to keep: longer for a narrow picture, unless it was narrow before. */
export function longestKept(width: number, height: number, usual: number): number {
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  return Math.min(Math.max(usual, Math.ceil((long * readable.width) / short)), readable.longest)
}

const tooManyPixels = () => refuse('file/too-many-pixels', { megapixels: maxUploadPixels / 1_000_000 })

const formats = { 'image/jpeg': 'jpeg', 'image/png': 'png', 'image/webp': 'webp' } as const

// Decoding a large photo takes some 350 MB, so at most two run at once.
export const inTurn = limitConcurrency(2)

/**
 * Decodes a picture by its content, not by its name, and encodes it again: upright, without metadata, no larger than
 * needed. Refuses `file/wrong-type`, `file/unreadable`, `file/too-many-pixels`, `file/too-small`.
 */
export async function normalise(
  given: Buffer,
  purpose: FilePurpose,
): Promise<{ content: Buffer; contentType: string; width: number; height: number }> {
  const type = await fileTypeFromBuffer(given).catch(() => undefined)
  const format = type && formats[type.mime as keyof typeof formats]
  if (!format) return refuse(given.length === 0 ? 'file/unreadable' : 'file/wrong-type')
  return inTurn(async () => {
    const sharp = await loadSharp()
    const open = () => sharp(given, { limitInputPixels: maxUploadPixels, failOn: 'error', animated: false })
    const about = await open()
      .metadata()
      .catch((error: unknown) => (/pixel limit/i.test(String(error)) ? tooManyPixels() : refuse('file/unreadable')))
    if (about.format !== format) return refuse('file/wrong-type')
    if (about.width * about.height > maxUploadPixels) return tooManyPixels()
    const { longest, shortest } = sizes[purpose]
    if (Math.min(about.width, about.height) < shortest) return refuse('file/too-small', { pixels: shortest })
    const most = isPrivate(purpose) ? longestKept(about.width, about.height, longest) : longest
    const upright = open().autoOrient().resize(most, most, { fit: 'inside', withoutEnlargement: true })
    // Reviewers zoom into documents, and JPEG keeps fine print. Pictures for buyers are WebP.
    const written = isPrivate(purpose)
      ? upright.flatten({ background: '#fff' }).jpeg({ quality: 88 })
      : upright.webp({ quality: 82 })
    const { data, info } = await written.toBuffer({ resolveWithObject: true }).catch(() => refuse('file/unreadable'))
    return {
      content: data,
      contentType: isPrivate(purpose) ? 'image/jpeg' : 'image/webp',
      width: info.width,
      height: info.height,
    }
  })
}

/**
 * A perceptual hash, 64 bits as text: whether each of 8 × 8 fields is brighter than its right neighbour. Scaling and
 * recompression change few bits.
 */
export async function perceptualHash(picture: Buffer): Promise<string> {
  const sharp = await loadSharp()
  const grey = await sharp(picture).greyscale().resize(9, 8, { fit: 'fill' }).raw().toBuffer()
  return Array.from({ length: 64 }, (_, i) => {
    const at = Math.floor(i / 8) * 9 + (i % 8)
    return grey[at]! > grey[at + 1]! ? '1' : '0'
  }).join('')
}

/** Makes a smaller copy of a public picture. A picture that is narrower keeps its width. */
export const narrow = (picture: Buffer, width: number, format: 'avif' | 'webp'): Promise<Buffer> =>
  inTurn(async () => {
    const sharp = await loadSharp()
    const resized = sharp(picture).resize(width, undefined, { withoutEnlargement: true })
    return (format === 'avif' ? resized.avif({ quality: 55, effort: 3 }) : resized.webp({ quality: 78 })).toBuffer()
  })

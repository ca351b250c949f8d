/**
 * The pictures of the demo's products and shops: own renders, kept as files, so that a first start draws
 * nothing.
 */
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CategorySlug } from './catalogue/categories.ts'
import type { DemoProduct, DemoVariant } from './catalogue/products.ts'

/** 1: a variant as a whole. 2: the first variant from another side, or in another arrangement. */
export type PictureView = 1 | 2

export const picturesFolder = join(import.meta.dirname, 'pictures')
export const pictureFile = ({ code }: DemoVariant, view: PictureView) => `${code.toLowerCase()}-${view}.webp`
export const bannerFile = (from: readonly CategorySlug[]) => `banner-${from.join('-')}.webp`

const rendered = new Set(readdirSync(picturesFolder))

/** What the page of a product shows: two sides of the first colour, then each further colour that is rendered. */
export function picturesOf({ variants }: DemoProduct): { file: string; alt: string }[] {
  const [first, ...others] = variants
  return [
    { file: pictureFile(first!, 1), alt: first!.colour },
    { file: pictureFile(first!, 2), alt: `${first!.colour}, from another side` },
    ...others
      .map((variant) => ({ file: pictureFile(variant, 1), alt: variant.colour }))
      .filter(({ file }) => rendered.has(file)),
  ]
}

export const readPicture = async (file: string): Promise<Buffer<ArrayBuffer>> =>
  Buffer.from(await readFile(join(picturesFolder, file)))

/**
 * Renders the pictures of the demo's products: `node tools/demo/render-pictures.ts [code …]`. Without a code it
 * renders those that are missing; with codes (`KIT-01`, `banner`) it renders these again. Pictures that no product
 * has any more are removed.
 * A browser without a graphics card takes some seconds for each, so that all need most of an hour.
 */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { products } from './catalogue/products.ts'
import { bannerFile, bannerGoods, pictureFile, picturesFolder } from './product-pictures.ts'
import { shopCategories } from './shop-looks.ts'
import { openStudio } from './studio-browser.ts'
import type { Shot } from './studio/studio.ts'

const edge = 640
const passes = 7
const print = (line: string) => process.stdout.write(`${line}\n`)
const wanted = process.argv.slice(2)

type Job = { file: string; group: string; shots: Omit<Shot, 'width' | 'height' | 'passes'>[] }
const jobs: Job[] = []
for (const { code, name, variants } of products) {
  const shot = (nth: number, view: number) => ({ ...variants[nth]!.picture, article: name, view })
  // The first from both sides; then the others, which differ in colour only.
  variants.forEach((variant, nth) => jobs.push({ file: pictureFile(variant, 1), group: code, shots: [shot(nth, 0)] }))
  jobs.push({ file: pictureFile(variants[0]!, 2), group: code, shots: [shot(0, 1)] })
}
for (const from of Object.values(shopCategories))
  jobs.push({
    file: bannerFile(from),
    group: 'banner',
    shots: bannerGoods(from).map(({ name, variants }) => ({ ...variants[0]!.picture, article: name, view: 0 })),
  })

await mkdir(picturesFolder, { recursive: true })
const existing = new Set(await readdir(picturesFolder))
for (const file of existing) if (!jobs.some((job) => job.file === file)) await rm(join(picturesFolder, file))
const open = jobs.filter(({ file, group }) => (wanted.length > 0 ? wanted.includes(group) : !existing.has(file)))
if (open.length > 0) {
  const studio = await openStudio(print)
  for (const [nth, { file, shots }] of open.entries()) {
    const png = await studio.page.evaluate(
      ([list, size, count]) =>
        list.length === 1
          ? globalThis.studio.photograph({ ...list[0]!, width: size, height: size, passes: count })
          : globalThis.studio.photographRow(
              list.map((one) => ({ ...one, width: 1500, height: 500, passes: count })),
              { width: 1500, height: 500, passes: count, ground: list[0]!.ground },
            ),
      [shots, edge, passes] as const,
    )
    const picture = sharp(Buffer.from(png, 'base64')).webp({ quality: 72, effort: 4, smartSubsample: true })
    await writeFile(join(picturesFolder, file), await picture.toBuffer())
    print(`${nth + 1} of ${open.length}: ${file}`)
  }
  await studio.close()
}

import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { languages, parseMoney, basisPointsOf } from '@quayside/contract'
import { describe, expect, test } from 'vitest'
import { categories } from './catalogue/categories.ts'
import { products } from './catalogue/products.ts'
import { readTextsOf, textsFolder, translated } from './catalogue/texts.ts'
import { drawDocument, drawLogo, logoMarks, paint } from './pictures.ts'
import { bannerFile, picturesFolder, picturesOf, readPicture } from './product-pictures.ts'
import { shopCategories } from './shop-looks.ts'

const variants = products.flatMap((p) => p.variants)

describe('the demo catalogue', () => {
  test('has at least 140 products in at least 320 variants, with unique codes and names', () => {
    expect(products.length).toBeGreaterThanOrEqual(140)
    expect(variants.length).toBeGreaterThanOrEqual(320)
    expect(new Set(variants.map((v) => v.code)).size).toBe(variants.length)
    expect(new Set(products.map((p) => p.code)).size).toBe(products.length)
    expect(new Set(products.map((p) => p.name)).size).toBe(products.length)
    for (const p of products) {
      expect(p.code).toMatch(/^[A-Z0-9-]{3,40}$/)
      expect(p.name.length).toBeLessThanOrEqual(160)
      expect(p.description.split(/[.!?](?:\s|$)/).filter(Boolean).length, p.description).toBeLessThanOrEqual(3)
      expect(p.description.length).toBeGreaterThan(20)
      expect(new Set(p.variants.map((v) => v.colour)).size).toBe(p.variants.length)
      for (const v of p.variants) expect(v.stock).toBeGreaterThan(0)
    }
  })

  test('has the texts of every product, and of no other, in every language', async () => {
    expect((await readdir(textsFolder)).sort()).toEqual(translated.map((language) => `${language}.json`).sort())
    const codes = products.map(({ code }) => code).sort()
    for (const language of translated) {
      const texts = readTextsOf(language)
      expect(Object.keys(texts).sort(), language).toEqual(codes)
      for (const [code, [name, description]] of Object.entries(texts)) {
        expect(name.length, `${language} ${code}`).toBeGreaterThanOrEqual(2)
        expect(name.length, `${language} ${code}`).toBeLessThanOrEqual(160)
        expect(description.trim().length, `${language} ${code}`).toBeGreaterThan(5)
      }
    }
  })

  test('yields a profit at the suggested price after five percent commission', () => {
    for (const p of products) {
      const suggested = parseMoney(p.suggestedPrice)!
      for (const { code, supplierPrice } of p.variants)
        expect(
          suggested - basisPointsOf(suggested, 500) - parseMoney(supplierPrice)! > 0n,
          `${code} ${supplierPrice} → ${p.suggestedPrice}`,
        ).toBe(true)
    }
  })

  test('fills every category, and names each in all languages', () => {
    expect(new Set(categories.map((c) => c.slug)).size).toBe(categories.length)
    for (const category of categories) {
      expect(Object.keys(category.names).sort()).toEqual(languages.map((l) => l.code).sort())
      for (const name of Object.values(category.names)) expect(name.trim().length).toBeGreaterThan(0)
      expect(products.filter((p) => p.categorySlug === category.slug).length).toBeGreaterThanOrEqual(5)
    }
  })
})

describe('the pictures', () => {
  test('every product is shown from two sides, every shop has a banner, and no picture is unused or there twice', async () => {
    const files = products.map((product) => picturesOf(product).map(({ file }) => file))
    for (const list of files) expect(list.length).toBeGreaterThanOrEqual(2)
    const needed = [...files.flat(), ...Object.values(shopCategories).map(bannerFile)]
    expect(new Set(needed).size).toBe(needed.length)
    expect((await readdir(picturesFolder)).sort()).toEqual(needed.sort())
    const prints = await Promise.all(
      needed.map(async (file) =>
        createHash('sha256')
          .update(await readPicture(file))
          .digest('hex'),
      ),
    )
    expect(new Set(prints).size, 'no picture stands for two goods').toBe(needed.length)
  })

  test('are WebP of 640 × 640, of a size that a repository can hold', async () => {
    const { default: sharp } = await import('sharp')
    const meta = await sharp(await readPicture(picturesOf(products[0]!)[0]!.file)).metadata()
    expect([meta.format, meta.width, meta.height]).toEqual(['webp', 640, 640])
    const sizes = await Promise.all(
      (await readdir(picturesFolder)).map(async (file) => (await stat(join(picturesFolder, file))).size),
    )
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(8 * 1024 * 1024)
  })

  test('drawn ones are rendered as WebP', async () => {
    const { default: sharp } = await import('sharp')
    expect((await sharp(await paint(drawLogo('wave', 'navy', 'amber'))).metadata()).format).toBe('webp')
  })

  test('every face of a document shows SPECIMEN without a font', () => {
    for (const face of ['idFront', 'idBack', 'idInHand'] as const) {
      const svg = drawDocument(face, 'teal')
      // Eight red letters, drawn as strokes.
      expect(svg.match(/stroke="#c22f3d"/g)?.length).toBe('SPECIMEN'.length)
      expect(svg).not.toContain('<text')
    }
    for (const mark of logoMarks) expect(drawLogo(mark, 'navy', 'amber')).not.toContain('<text')
  })
})

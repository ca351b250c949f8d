import { languages, parseMoney, basisPointsOf } from '@quayside/contract'
import { describe, expect, test } from 'vitest'
import { categories } from './catalogue/categories.ts'
import { products } from './catalogue/products.ts'
import { colours } from './colours.ts'
import { pictureKinds } from './product-illustrations.ts'
import { drawDocument, drawLogo, drawProduct, logoMarks, paint } from './pictures.ts'

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
  test('every kind is drawn completely, in its colour', () => {
    expect(pictureKinds.length).toBeGreaterThanOrEqual(40)
    for (const kind of pictureKinds) {
      const recipe = { kind, colour: 'ruby', accent: 'teal', print: 'plain', ground: 'sand', mirrored: false } as const
      const svg = drawProduct(recipe)
      expect(svg, kind).not.toMatch(/NaN|undefined|Infinity/)
      expect(svg, kind).not.toBe(drawProduct({ ...recipe, colour: 'mint', accent: 'mint' }))
    }
  })

  test('every kind of the catalogue has a drawing, and the catalogue uses most drawings', () => {
    const used = new Set(variants.map((v) => v.picture.kind))
    for (const kind of used) expect(pictureKinds).toContain(kind)
    expect(used.size).toBeGreaterThanOrEqual(40)
    for (const v of variants) expect(Object.keys(colours)).toContain(v.picture.accent)
  })

  test('are rendered as WebP of 600 × 600', async () => {
    const { default: sharp } = await import('sharp')
    const meta = await sharp(await paint(drawProduct(variants[0]!.picture))).metadata()
    expect([meta.format, meta.width, meta.height]).toEqual(['webp', 600, 600])
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

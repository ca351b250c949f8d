/**
 * Sets lines of text in any of the product's languages on the pages of a PDF, with bidirectional text and all scripts.
 * The fonts are packages, cut into slices by characters. Only the slices that a text needs are unpacked, and only the
 * glyphs that it shows go into the file. The reasons for our own typesetter: docs/decisions/0014-pdf-typesetter.md.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { directionOf, type Language } from '@quayside/contract'
import bidiFactory from 'bidi-js'
import * as hb from 'harfbuzzjs'
import PDFDocument from 'pdfkit'
import subsetFont from 'subset-font'

// The types of the package name the function `default`; at run time the import is the function itself.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)()
const packages = createRequire(import.meta.url)

/** Families that vary in weight, in the order in which they are asked for a character. */
const variable = [
  'noto-sans',
  'noto-sans-arabic',
  'noto-sans-armenian',
  'noto-sans-bengali',
  'noto-sans-ethiopic',
  'noto-sans-georgian',
  'noto-sans-gujarati',
  'noto-sans-gurmukhi',
  'noto-sans-hebrew',
  'noto-sans-kannada',
  'noto-sans-khmer',
  'noto-sans-lao',
  'noto-sans-malayalam',
  'noto-sans-oriya',
  'noto-sans-sinhala',
  'noto-sans-tamil',
  'noto-sans-telugu',
  'noto-sans-thaana',
  'noto-sans-thai',
  'noto-serif-tibetan',
  'noto-sans-sc',
  'noto-sans-tc',
  'noto-sans-hk',
  'noto-sans-jp',
  'noto-sans-kr',
  'noto-sans-symbols',
  'noto-emoji',
] as const
/** Families with a file for each weight. */
const fixed = ['noto-sans-myanmar', 'noto-sans-symbols-2', 'noto-sans-math'] as const
const families = [...variable, ...fixed]
type Family = (typeof families)[number]
const isFixed = (family: Family) => (fixed as readonly Family[]).includes(family)
/** The font of each language. It comes first where several families have a character, such as a Han character. */
const familyOf: Record<Language, Family> = {
  en: 'noto-sans',
  'zh-Hans': 'noto-sans-sc',
  'zh-Hant': 'noto-sans-tc',
  pt: 'noto-sans',
  tr: 'noto-sans',
  es: 'noto-sans',
  ko: 'noto-sans-kr',
  ja: 'noto-sans-jp',
  ar: 'noto-sans-arabic',
  id: 'noto-sans',
  fr: 'noto-sans',
  it: 'noto-sans',
  ru: 'noto-sans',
  nl: 'noto-sans',
  da: 'noto-sans',
  ga: 'noto-sans',
  vi: 'noto-sans',
}
/** Their characters stand side by side: the tables for joining and placing would only take memory. */
const unjoined: readonly Family[] = [
  'noto-sans-sc',
  'noto-sans-tc',
  'noto-sans-hk',
  'noto-sans-jp',
  'noto-sans-kr',
  'noto-emoji',
]

type Weight = 400 | 600
type Slice = { family: Family; name: string; ranges: [number, number][] }

/** The slices of a family, each with its ranges of characters. */
async function readSlices(family: Family): Promise<Slice[]> {
  const text = await readFile(packages.resolve(`${folderOf(family)}/unicode.json`), 'utf8')
  return Object.entries(JSON.parse(text) as Record<string, string>).map(([name, ranges]) => ({
    family,
    // The names of numbered slices are in brackets: [12].
    name: name.replace(/[[\]]/g, ''),
    ranges: ranges.split(',').map((range) => {
      const [from, to = from] = range.replace('U+', '').split('-')
      return [parseInt(from!, 16), parseInt(to!, 16)]
    }),
  }))
}
const folderOf = (family: Family) => `@fontsource${isFixed(family) ? '' : '-variable'}/${family}`

const slicesOf = new Map<Family, Promise<Slice[]>>()
const slices = (family: Family): Promise<Slice[]> => {
  const kept = slicesOf.get(family) ?? readSlices(family)
  slicesOf.set(family, kept)
  return kept
}

/** A slice in one weight: the TrueType file, and the same for the shaping engine. */
type Font = { file: Buffer; shaper: hb.Font; characters: ReadonlySet<number> }

const unpacked = new Map<string, Promise<Font>>()
/** A slice as a TrueType font of one weight. Cached for the next file. */
function unpack(slice: Slice, weight: Weight): Promise<Font> {
  const key = `${slice.family}-${slice.name}-${weight}`
  const font = unpacked.get(key) ?? readFont(slice, weight)
  unpacked.set(key, font)
  return font
}

async function readFont({ family, name }: Slice, weight: Weight): Promise<Font> {
  const read = (end: string | number) =>
    readFile(packages.resolve(`${folderOf(family)}/files/${family}-${name}-${end}-normal.woff2`))
  // A family of signs has one weight only.
  const packed = isFixed(family) ? await read(weight).catch(() => read(400)) : await read('wght')
  const file = await subsetFont(packed, undefined, {
    targetFormat: 'truetype',
    keepAllGlyphs: true,
    variationAxes: isFixed(family) ? {} : { wght: weight },
    dropTables: unjoined.includes(family) ? ['GSUB', 'GPOS', 'GDEF'] : [],
  })
  const face = new hb.Face(new hb.Blob(file))
  return { file, shaper: new hb.Font(face), characters: new Set(face.collectUnicodes()) }
}

/** A font of Latin letters, digits and signs, as TrueType. */
export const latinFont = async (): Promise<Buffer> =>
  (
    await unpack(
      (await slices('noto-sans')).find(({ name }) => name === 'latin')!,
      600,
    )
  ).file

/** Stands for a character that no font has: a question mark in a rhombus. */
const unknown = '\ufffd'
/** Control what is around them and have no glyph of their own. */
const invisible = /^\p{Default_Ignorable_Code_Point}$/u

/**
 * The first slice whose font has the character. The ranges of a family only say where to look first: they name
 * characters that its files do not have, and families of signs have more than they name.
 */
async function chooseSlice(char: string, lang: Language): Promise<Slice | null> {
  const code = char.codePointAt(0)!
  for (const family of new Set<Family>(['noto-sans', familyOf[lang], ...families]))
    for (const slice of await slices(family))
      if (
        (isFixed(family) || slice.ranges.some(([from, to]) => code >= from && code <= to)) &&
        (await unpack(slice, 400)).characters.has(code)
      )
        return slice
  return null
}

/** A character with its slice, or those that mean the same where no font has it, as 1⁄3 for ⅓; null for neither. */
async function printedAs(char: string, lang: Language): Promise<[string, Slice][] | null> {
  for (const form of new Set([char, char.normalize('NFKC')])) {
    const chosen: [string, Slice][] = []
    for (const part of form) {
      const slice = await chooseSlice(part, lang)
      if (slice) chosen.push([part, slice])
    }
    if (chosen.length === [...form].length) return chosen
  }
  return null
}

/** The characters as they are looked up: composed, where a font has the composed letter rather than its parts. */
const lettersOf = (text: string): string =>
  text
    .replaceAll(/\P{M}\p{M}+/gu, (letter) => letter.normalize('NFC'))
    .replaceAll(/\p{Cc}/gu, ' ')
    // French separates thousands with a narrow space, which the fonts do not have.
    .replaceAll('\u202f', '\u00a0')

/** The characters of a text that no font has. They are printed as a mark. */
export async function unprintable(text: string): Promise<string[]> {
  const missing: string[] = []
  for (const char of new Set(lettersOf(text)))
    if (!invisible.test(char) && !(await printedAs(char, 'en'))) missing.push(char)
  return missing
}

/** What pdfkit has for an embedded font. Glyphs are numbered anew in the file, by `subset`. */
type PdfFont = {
  subset: { glyphs: number[] }
  /** By number in the file: the width, and the characters that a reader of the file gets. */
  widths: number[]
  unicode: number[][]
  scale: number
  layout(text: string, features: readonly string[]): { advanceWidth: number }
  encode(text: string, features: readonly string[]): [string[], object[]]
}
/** A glyph with the characters that it stands for. `x` and `y` move it, `advance` moves the next one. */
type Glyph = { id: number; characters: number[]; width: number; x: number; y: number; advance: number }
/** A further glyph of a letter, such as its dots, at its place from the start of the run. */
type Part = { id: number; x: number; y: number }
type Shaped = { glyphs: Glyph[]; parts: Part[] }

/** The OpenType features of the two directions: they tell the engine the direction of a run. */
const direction = { ltr: ['ltra'], rtl: ['rtla'] } as const

const shaping = new hb.Buffer()
/**
 * The glyphs of a run from left to right, in units of the font. Where several glyphs draw one letter, the widest stands
 * for it and the others are parts: in a text each glyph stands for at least one character.
 */
function shape(font: hb.Font, text: string, rtl: boolean): Shaped {
  shaping.reset()
  shaping.setClusterLevel(hb.ClusterLevel.MONOTONE_CHARACTERS)
  shaping.setFlags(hb.BufferFlag.REMOVE_DEFAULT_IGNORABLES)
  shaping.addText(text)
  shaping.guessSegmentProperties()
  shaping.setDirection(rtl ? hb.Direction.RTL : hb.Direction.LTR)
  hb.shape(font, shaping)
  const places = shaping.getGlyphPositions()
  let pen = 0
  const drawn = shaping.getGlyphInfos().map(({ codepoint: id, cluster }, index) => {
    const { xAdvance: advance, xOffset, yOffset: y } = places[index]!
    const glyph = { id, cluster, x: pen + xOffset, y, advance, start: pen }
    pen += advance
    return glyph
  })
  const letters = [...Map.groupBy(drawn, ({ cluster }) => cluster)]
  const starts = letters.map(([cluster]) => cluster).toSorted((a, b) => a - b)
  const parts: Part[] = []
  const glyphs = letters.map(([cluster, group]) => {
    const body = group.reduce((widest, glyph) => (glyph.advance > widest.advance ? glyph : widest))
    for (const { id, x, y } of group.filter((glyph) => glyph !== body)) parts.push({ id, x, y })
    return {
      id: body.id,
      characters: Array.from(text.slice(cluster, starts[starts.indexOf(cluster) + 1]), (char) => char.codePointAt(0)!),
      width: font.glyphHAdvance(body.id),
      x: body.x - group[0]!.start,
      y: body.y,
      advance: group.reduce((sum, { advance }) => sum + advance, 0),
    }
  })
  return { glyphs, parts }
}

/**
 * Lets HarfBuzz choose and place the glyphs of a font. A glyph that draws different letters, such as the body of س and
 * ش, is in the file once for each, so that search and copying find the letters that are seen.
 */
function shapeWithHarfBuzz(font: PdfFont, shaper: hb.Font): (text: string, features: readonly string[]) => Shaped {
  const kept = new Map<string, Shaped>()
  const shaped = (text: string, [feature]: readonly string[]): Shaped => {
    const key = `${feature} ${text}`
    const result = kept.get(key) ?? shape(shaper, text, feature === 'rtla')
    kept.set(key, result)
    return result
  }
  const numbers = new Map<string, number>()
  font.layout = (text, features) => ({
    advanceWidth: shaped(text, features).glyphs.reduce((sum, { advance }) => sum + advance, 0) * font.scale,
  })
  font.encode = (text, features) => {
    const { glyphs } = shaped(text, features)
    const codes = glyphs.map(({ id, characters, width }) => {
      const key = `${id} ${characters.join(' ')}`
      let number = numbers.get(key)
      if (number === undefined) {
        number = font.subset.glyphs.push(id) - 1
        numbers.set(key, number)
        font.widths[number] = width * font.scale
        font.unicode[number] = characters
      }
      return number.toString(16).padStart(4, '0')
    })
    const places = glyphs.map(({ width, x, y, advance }) => ({
      xAdvance: advance * font.scale,
      advanceWidth: width * font.scale,
      xOffset: x * font.scale,
      yOffset: y * font.scale,
    }))
    return [codes, places]
  }
  return shaped
}

export type Style = { size: number; bold?: boolean; color?: string }
/** `index` counts in the order of the text. */
type Run = { text: string; slice: Slice; level: number; index: number }

/** A4, in points. */
export const paper = { width: 595.28, height: 841.89, margin: 36 } as const

export type Typesetter = {
  page(): void
  /** Width of a line of text, in points. */
  widthOf(text: string, style: Style): number
  /**
   * Sets one line. `start` counts from the side where the language begins, so a right-to-left page is mirrored.
   * Text that is too long is set smaller, down to two thirds of its size, and then cut.
   */
  line(text: string, at: { start: number; top: number; width: number; align?: 'start' | 'end' }, style: Style): void
  /** Draws a thin line across the page. */
  rule(top: number): void
  /** Fills rectangles. They are not mirrored on a right-to-left page: a printed code has one direction. */
  boxes(list: readonly { left: number; top: number; width: number; height: number }[]): void
  finish(): Promise<Buffer>
}

/** Opens a document in a language. `texts` are all texts that will be set: their fonts are loaded now. */
export async function typesetter(
  lang: Language,
  texts: Iterable<string>,
  about: { title: string; author: string; at: Date },
): Promise<Typesetter> {
  const rtl = directionOf(lang) === 'rtl'
  const found = new Map<string, Slice>()
  const instead = new Map<string, string>()
  for (const char of new Set(lettersOf([unknown, ' ', '…', ...texts].join('')))) {
    if (invisible.test(char)) continue
    const printed = (await printedAs(char, lang)) ?? []
    for (const [part, slice] of printed) found.set(part, slice)
    const form = printed.map(([part]) => part).join('') || unknown
    if (form !== char) instead.set(char, form)
  }

  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    lang,
    info: { Title: about.title, Author: about.author, CreationDate: about.at, ModDate: about.at },
  })
  const chunks: Buffer[] = []
  const ended = new Promise<Buffer>((done, failed) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => done(Buffer.concat(chunks)))
    document.on('error', failed)
  })
  const fonts = new Map<string, Font>()
  const nameOf = (slice: Slice, weight: Weight) => `${slice.family}-${slice.name}-${weight}`
  for (const slice of new Set(found.values()))
    for (const weight of [400, 600] as const) {
      const font = await unpack(slice, weight)
      fonts.set(nameOf(slice, weight), font)
      document.registerFont(nameOf(slice, weight), font.file)
    }
  const shapers = new Map<PdfFont, ReturnType<typeof shapeWithHarfBuzz>>()
  const take = (run: Run, { size, bold = false }: Style) => {
    const name = nameOf(run.slice, bold ? 600 : 400)
    document.font(name).fontSize(size)
    const { _font: font } = document as unknown as { _font: PdfFont }
    const { shaper } = fonts.get(name)!
    const shaped = shapers.get(font) ?? shapeWithHarfBuzz(font, shaper)
    shapers.set(font, shaped)
    // With a list of features pdfkit lays a run out as a whole and not word by word.
    const features = direction[run.level % 2 === 1 ? 'rtl' : 'ltr']
    return {
      options: { features: [...features], lineBreak: false },
      /** Draws the parts of letters as lines, so that they are no characters of the text. */
      drawParts(left: number, base: number) {
        const scale = (size * font.scale) / 1000
        for (const { id, x, y } of shaped(run.text, features).parts)
          document
            .save()
            .transform(scale, 0, 0, -scale, left + x * scale, base - y * scale)
            .path(shaper.glyphToPath(id))
            .fill()
            .restore()
      },
    }
  }

  const has = (slice: Slice, char: string) =>
    fonts.get(nameOf(slice, 400))!.characters.has(char.codePointAt(0)!) || invisible.test(char)
  /** Splits a line into runs of one direction and one font, in their visual order from left to right. */
  const runsOf = (given: string): Run[] => {
    const text = Array.from(lettersOf(given), (char) => instead.get(char) ?? char).join('')
    const { levels } = bidi.getEmbeddingLevels(text, rtl ? 'rtl' : 'ltr')
    const runs: Run[] = []
    let index = 0
    for (const char of text) {
      const level = levels[index]!
      index += char.length
      if (/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(char)) continue
      const last = runs.at(-1)
      // A combining mark takes the font of the letter before it, and so do spaces and what controls that letter.
      const joins = last && (/[\p{M}\p{Zs}]/u.test(char) || invisible.test(char)) && has(last.slice, char)
      if (!joins && invisible.test(char)) continue
      const slice = joins ? last.slice : (found.get(char) ?? found.get(unknown)!)
      const shown = joins || found.has(char) ? char : unknown
      if (last && last.slice === slice && last.level === level) last.text += shown
      else runs.push({ text: shown, slice, level, index })
    }
    // Rule L2 of the Unicode bidirectional algorithm: from the highest level down, reverse adjacent runs of that
    // level or above.
    const highest = Math.max(0, ...runs.map((run) => run.level))
    for (let level = highest; level >= 1; level -= 1)
      for (let from = 0; from < runs.length; from += 1) {
        let to = from
        while (to < runs.length && runs[to]!.level >= level) to += 1
        if (to > from) runs.splice(from, to - from, ...runs.slice(from, to).toReversed())
        from = Math.max(from, to)
      }
    return runs
  }
  const widthOfRuns = (runs: Run[], style: Style): number =>
    runs.reduce((sum, run) => {
      const { options } = take(run, style)
      return sum + document.widthOfString(run.text, options)
    }, 0)
  const widthOf = (text: string, style: Style) => widthOfRuns(runsOf(text), style)

  const fit = (text: string, width: number, style: Style): { runs: Run[]; style: Style; width: number } => {
    const runs = runsOf(text)
    const natural = widthOfRuns(runs, style)
    if (natural <= width) return { runs, style, width: natural }
    const smaller = { ...style, size: style.size * Math.max(2 / 3, width / natural) }
    const squeezed = widthOfRuns(runs, smaller)
    if (squeezed <= width + 0.01) return { runs, style: smaller, width: squeezed }
    const letters = [...text]
    while (letters.length > 1 && widthOf(`${letters.join('')}…`, smaller) > width) letters.pop()
    const cut = runsOf(`${letters.join('')}…`)
    return { runs: cut, style: smaller, width: widthOfRuns(cut, smaller) }
  }

  return {
    page: () => void document.addPage(),
    widthOf,
    line(text, { start, top, width, align = 'start' }, style) {
      const set = fit(text, width, style)
      const fromStart = align === 'start' ? start : start + width - set.width
      let x = rtl ? paper.width - fromStart - set.width : fromStart
      document.fillColor(style.color ?? '#1c1a16')
      // Align the baselines, not the upper edges: fonts of different scripts differ in height.
      const base = top + style.size
      const places = set.runs.map((run) => {
        const left = x
        x += widthOfRuns([run], set.style)
        return { run, left }
      })
      // In the order of the text, which is also the order in which a reader of the file gets it.
      for (const { run, left } of places.toSorted((one, other) => one.run.index - other.run.index)) {
        const { options, drawParts } = take(run, set.style)
        document.text(run.text, left, base, { ...options, baseline: 'alphabetic' })
        drawParts(left, base)
      }
    },
    rule(top) {
      document
        .moveTo(paper.margin, top)
        .lineTo(paper.width - paper.margin, top)
        .lineWidth(0.5)
        .strokeColor('#e4dfd3')
        .stroke()
    },
    boxes(list) {
      for (const { left, top, width, height } of list) document.rect(left, top, width, height)
      if (list.length > 0) document.fill('#000000')
    },
    finish() {
      document.end()
      return ended
    },
  }
}

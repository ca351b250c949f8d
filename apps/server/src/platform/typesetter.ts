/**
 * Sets lines of text in any of the product's languages on the pages of a PDF, with bidirectional text and all scripts.
 * The fonts are packages, cut into slices by characters. Only the slices that a text needs are unpacked, and only the
 * glyphs that it shows go into the file. The reasons for our own typesetter: docs/decisions/0014-pdf-typesetter.md.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { directionOf, type Language } from '@quayside/contract'
import bidiFactory from 'bidi-js'
import PDFDocument from 'pdfkit'
import subsetFont from 'subset-font'

// The types of the package name the function `default`; at run time the import is the function itself.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)()
const packages = createRequire(import.meta.url)

const families = [
  'noto-sans',
  'noto-sans-arabic',
  'noto-sans-sc',
  'noto-sans-tc',
  'noto-sans-jp',
  'noto-sans-kr',
] as const
type Family = (typeof families)[number]
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

type Weight = 400 | 600
type Slice = { family: Family; name: string; ranges: [number, number][] }

/** The slices of a family, each with its ranges of characters. */
async function readSlices(family: Family): Promise<Slice[]> {
  const text = await readFile(packages.resolve(`@fontsource-variable/${family}/unicode.json`), 'utf8')
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

let allSlices: Promise<Record<Family, Slice[]>> | undefined
const slices = () =>
  (allSlices ??= Promise.all(families.map(async (family) => [family, await readSlices(family)] as const)).then(
    (entries) => Object.fromEntries(entries) as Record<Family, Slice[]>,
  ))

const unpacked = new Map<string, Promise<Buffer>>()
/** A slice as a TrueType font of one weight. Cached for the next file. */
function unpack(slice: Slice, weight: Weight): Promise<Buffer> {
  const key = `${slice.family}-${slice.name}-${weight}`
  let font = unpacked.get(key)
  if (!font) {
    font = readFile(
      packages.resolve(`@fontsource-variable/${slice.family}/files/${slice.family}-${slice.name}-wght-normal.woff2`),
    ).then((packed) =>
      subsetFont(packed, undefined, {
        targetFormat: 'truetype',
        variationAxes: { wght: weight },
        keepAllGlyphs: true,
        // Only joined scripts need the shaping tables. Without them, other scripts are set many times faster.
        dropTables: slice.name === 'arabic' || slice.name === 'devanagari' ? [] : ['GSUB', 'GPOS', 'GDEF'],
      }),
    )
    unpacked.set(key, font)
  }
  return font
}

/** A font of Latin letters, digits and signs, as TrueType. */
export const latinFont = async (): Promise<Buffer> =>
  unpack(
    (await slices())['noto-sans'].find(({ name }) => name === 'latin')!,
    600,
  )

/** Replaces a character that no font has. */
const unknown = '\ufffd'

export type Style = { size: number; bold?: boolean; color?: string }
type Run = { text: string; slice: Slice | null; level: number }

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
  const all = await slices()
  const order: Family[] = ['noto-sans', familyOf[lang], ...families]
  const found = new Map<string, Slice | null>()
  const sliceOf = (char: string): Slice | null => {
    let slice = found.get(char)
    if (slice === undefined) {
      const code = char.codePointAt(0)!
      slice =
        order.flatMap((family) => all[family]).find((s) => s.ranges.some(([from, to]) => code >= from && code <= to)) ??
        null
      found.set(char, slice)
    }
    return slice
  }
  for (const text of texts) for (const char of text) sliceOf(char)
  sliceOf(unknown)

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
  const nameOf = (slice: Slice, bold: boolean) => `${slice.family}-${slice.name}-${bold ? 600 : 400}`
  for (const slice of new Set(found.values()))
    if (slice)
      for (const weight of [400, 600] as const)
        document.registerFont(nameOf(slice, weight === 600), await unpack(slice, weight))

  /** Splits a line into runs of one direction and one font, in their visual order from left to right. */
  const runsOf = (text: string): Run[] => {
    const { levels } = bidi.getEmbeddingLevels(text, rtl ? 'rtl' : 'ltr')
    const runs: Run[] = []
    let index = 0
    // French separates thousands with a narrow space, which the fonts do not have.
    for (const char of text.replaceAll('\u202f', '\u00a0')) {
      const level = levels[index]!
      index += char.length
      if (/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(char)) continue
      const last = runs.at(-1)
      // A combining mark takes the font of the letter before it.
      const own = /\p{M}/u.test(char) && last?.slice ? last.slice : sliceOf(char)
      const slice = own ?? sliceOf(unknown)
      const shown = own ? char : unknown
      if (last && last.slice === slice && last.level === level) last.text += shown
      else runs.push({ text: shown, slice, level })
    }
    for (const run of runs) {
      // The font engine reverses the letters of a right-to-left script, but not brackets and dashes between them.
      if (run.level % 2 === 1 && !/\p{Script=Arabic}/u.test(run.text))
        run.text = [...run.text]
          .toReversed()
          .map((char) => bidi.getMirroredCharacter(char) ?? char)
          .join('')
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
  // With a list of features, even an empty one, pdfkit shapes a run as a whole and not word by word.
  const whole = { features: [] as never, lineBreak: false }
  const widthOfRuns = (runs: Run[], { size, bold = false }: Style): number =>
    runs.reduce(
      (sum, run) => sum + document.font(nameOf(run.slice!, bold)).fontSize(size).widthOfString(run.text, whole),
      0,
    )
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
      for (const run of set.runs) {
        document.font(nameOf(run.slice!, style.bold ?? false)).fontSize(set.style.size)
        document.text(run.text, x, base, { ...whole, baseline: 'alphabetic' })
        x += document.widthOfString(run.text, whole)
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

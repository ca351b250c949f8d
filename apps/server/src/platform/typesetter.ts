/**
 * Sets lines of text in any of the product's languages on the pages of a PDF. The fonts come with the server as packages, cut into slices by
 * characters; only the slices that a text needs are unpacked, and only the glyphs it shows go into the file.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { languages, type Language } from '@quayside/contract'
import bidiFactory from 'bidi-js'
import PDFDocument from 'pdfkit'
import subsetFont from 'subset-font'

// The package's types name the function `default`; what Node gives for it is the function itself.
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
/** Whose shape a Han character takes where several families have it. */
const firstChoice: Partial<Record<Language, Family>> = {
  'zh-Hant': 'noto-sans-tc',
  ja: 'noto-sans-jp',
  ko: 'noto-sans-kr',
}

type Weight = 400 | 600
type Slice = { family: Family; name: string; ranges: [number, number][] }

/** The slices of a family, with the characters each holds. */
async function readSlices(family: Family): Promise<Slice[]> {
  const text = await readFile(packages.resolve(`@fontsource-variable/${family}/unicode.json`), 'utf8')
  return Object.entries(JSON.parse(text) as Record<string, string>).map(([name, ranges]) => ({
    family,
    // The numbered ones stand in brackets.
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
/** One slice as a plain TrueType font of one weight; kept, since the next file needs it again. */
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
        // Only joined scripts need rules of shaping; without them the others are set many times faster.
        dropTables: slice.name === 'arabic' || slice.name === 'devanagari' ? [] : ['GSUB', 'GPOS', 'GDEF'],
      }),
    )
    unpacked.set(key, font)
  }
  return font
}

/** Stands for a character that no font has. */
const unknown = '\ufffd'

export type Style = { size: number; bold?: boolean; color?: string }
type Run = { text: string; slice: Slice | null; level: number }

/** A4, in points. */
export const paper = { width: 595.28, height: 841.89, margin: 36 } as const

export type Typesetter = {
  page(): void
  /** Points that a line of text takes. */
  widthOf(text: string, style: Style): number
  /**
   * Sets one line. `start` is measured from the side where the language begins, so that a right-to-left page is the mirror of the others.
   * What is too long is set smaller, down to two thirds, and then cut.
   */
  line(text: string, at: { start: number; top: number; width: number; align?: 'start' | 'end' }, style: Style): void
  /** A thin line across. */
  rule(top: number): void
  finish(): Promise<Buffer>
}

/** Opens a document for a language. `texts` are all texts that will be set: their fonts are fetched now. */
export async function typesetter(
  lang: Language,
  texts: Iterable<string>,
  about: { title: string; author: string; at: Date },
): Promise<Typesetter> {
  const rtl = languages.find((language) => language.code === lang)!.dir === 'rtl'
  const all = await slices()
  const order: Family[] = ['noto-sans', ...(firstChoice[lang] ? [firstChoice[lang]] : []), ...families]
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

  /** Pieces of one direction and one font, in the order in which they stand on the paper. */
  const runsOf = (text: string): Run[] => {
    const { levels } = bidi.getEmbeddingLevels(text, rtl ? 'rtl' : 'ltr')
    const runs: Run[] = []
    let index = 0
    // The fonts have no narrow space, which French stands between thousands.
    for (const char of text.replaceAll('\u202f', '\u00a0')) {
      const level = levels[index]!
      index += char.length
      if (/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(char)) continue
      const last = runs.at(-1)
      // A mark belongs to the letter before it, whichever slice has it too.
      const own = /\p{M}/u.test(char) && last?.slice ? last.slice : sliceOf(char)
      const slice = own ?? sliceOf(unknown)
      const shown = own ? char : unknown
      if (last && last.slice === slice && last.level === level) last.text += shown
      else runs.push({ text: shown, slice, level })
    }
    for (const run of runs) {
      // Letters of a right-to-left script are turned around by the font engine; brackets and dashes between them are not.
      if (run.level % 2 === 1 && !/\p{Script=Arabic}/u.test(run.text))
        run.text = [...run.text]
          .toReversed()
          .map((char) => bidi.getMirroredCharacter(char) ?? char)
          .join('')
    }
    // Rule L2: from the highest level down to the lowest odd one, what stands together at that level or above is turned around.
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
  // With features named, even none, a run is shaped as a whole and not word by word.
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
      // Fonts of different scripts stand on one line when their base lines agree, not their upper edges.
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
    finish() {
      document.end()
      return ended
    },
  }
}

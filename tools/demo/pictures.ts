/**
 * Pictures for demo mode: products, shop logos, and identity documents marked SPECIMEN. All are drawn as SVG without
 * text, because a machine may have no fonts, and rendered by sharp.
 */
import sharp from 'sharp'
import { mixColours, colours, darker, lighter, type Colour } from './colours.ts'
import { illustrations, type Ink, type PictureKind } from './product-illustrations.ts'

export const prints = ['plain', 'stripes', 'dots', 'checks', 'waves'] as const
export type Print = (typeof prints)[number]
export type Recipe = {
  kind: PictureKind
  colour: Colour
  accent: Colour
  print: Print
  ground: Colour
  mirrored: boolean
}

export const inkOf = (colour: Colour, accent: Colour): Ink => {
  const c = colours[colour]
  const a = colours[accent]
  return { c, l: lighter(c, 0.45), d: darker(c, 0.32), a, al: lighter(a, 0.45), ad: darker(a, 0.32) }
}

const gradient = (id: string, stops: [number, string][], upright = false) =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="${upright ? 0 : 1}" y2="${upright ? 1 : 0.25}">${stops
    .map(([at, ink]) => `<stop offset="${at}" stop-color="${ink}"/>`)
    .join('')}</linearGradient>`

function printDefinition(print: Print, ink: Ink): string {
  const on = ink.l
  const inner = {
    plain: '',
    stripes: `<rect width="14" height="60" fill="${on}" opacity=".55"/>`,
    dots: `<circle cx="15" cy="15" r="7" fill="${on}" opacity=".7"/><circle cx="45" cy="45" r="7" fill="${on}" opacity=".7"/>`,
    checks: `<rect width="30" height="60" fill="${on}" opacity=".3"/><rect width="60" height="30" fill="${on}" opacity=".3"/>`,
    waves: `<path d="M0 20 Q15 5 30 20 T60 20 M0 50 Q15 35 30 50 T60 50" fill="none" stroke="${on}" stroke-width="6" opacity=".55"/>`,
  }[print]
  const width = print === 'stripes' ? 34 : 60
  return `<pattern id="t" width="${width}" height="60" patternUnits="userSpaceOnUse">${inner}</pattern>`
}

/** The SVG of a product, 600 × 600. */
export function drawProduct(recipe: Recipe): string {
  const ink = inkOf(recipe.colour, recipe.accent)
  const ground = colours[recipe.ground]
  const tone = mixColours(ground, '#f7f4ee', 0.76)
  const figure = illustrations[recipe.kind](ink)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600" viewBox="0 0 600 600"><defs>
${gradient('g', [
  [0, lighter(ink.c, 0.2)],
  [0.45, ink.c],
  [1, darker(ink.c, 0.2)],
])}
${gradient('a', [
  [0, lighter(ink.a, 0.2)],
  [0.45, ink.a],
  [1, darker(ink.a, 0.2)],
])}
${gradient('m', [
  [0, '#dfe4e8'],
  [0.4, '#b3bbc2'],
  [0.6, '#c9d0d5'],
  [1, '#8b949c'],
])}
${gradient('w', [
  [0, '#d4ab79'],
  [0.5, '#bd8e59'],
  [1, '#9c6f41'],
])}
${gradient('b', [
  [0, '#e9cf8d'],
  [0.5, '#c9a352'],
  [1, '#a07d36'],
])}
${gradient(
  'wall',
  [
    [0, lighter(tone, 0.55)],
    [1, tone],
  ],
  true,
)}
${gradient(
  'floor',
  [
    [0, darker(tone, 0.07)],
    [1, lighter(tone, 0.25)],
  ],
  true,
)}
<radialGradient id="shadow"><stop offset="0" stop-color="#2a2420" stop-opacity=".34"/><stop offset="1" stop-color="#2a2420" stop-opacity="0"/></radialGradient>
${printDefinition(recipe.print, ink)}</defs>
<rect width="600" height="600" fill="url(#wall)"/><rect y="446" width="600" height="154" fill="url(#floor)"/>
<ellipse cx="300" cy="499" rx="235" ry="34" fill="url(#shadow)"/>
<g transform="${recipe.mirrored ? 'translate(570 56) scale(-.9 .9)' : 'translate(30 56) scale(.9)'}">${figure}</g></svg>`
}

/** Renders an SVG as WebP or PNG. One thread for each picture, because many are rendered in parallel. */
export async function paint(svg: string, as: 'webp' | 'png' = 'webp'): Promise<Buffer<ArrayBuffer>> {
  const picture = sharp(Buffer.from(svg), { density: 72 })
  return Buffer.from(await (as === 'webp' ? picture.webp({ quality: 82, effort: 2 }) : picture.png()).toBuffer())
}

export const paintProduct = (recipe: Recipe) => paint(drawProduct(recipe))

export const logoMarks = ['wave', 'leaf', 'sail'] as const
export type LogoMark = (typeof logoMarks)[number]

/** A shop's logo, 512 × 512. */
export function drawLogo(mark: LogoMark, colour: Colour, accent: Colour): string {
  const k = inkOf(colour, accent)
  const inner = {
    wave: `<circle cx="256" cy="206" r="74" fill="${k.a}"/><path d="M86 300 q42 -52 85 0 t85 0 t85 0 t85 0" fill="none" stroke="${k.l}" stroke-width="26" stroke-linecap="round"/><path d="M86 364 q42 -52 85 0 t85 0 t85 0 t85 0" fill="none" stroke="#fff" stroke-width="26" stroke-linecap="round"/>`,
    leaf: `<path d="M150 366 C110 190 250 110 396 120 C410 270 330 400 150 366 Z" fill="${k.a}"/><path d="M120 410 C190 320 250 260 340 190" fill="none" stroke="#fff" stroke-width="20" stroke-linecap="round"/>`,
    sail: `<path d="M270 90 V330 H410 Q390 180 270 90 Z" fill="${k.a}"/><path d="M240 140 V330 H120 Q150 220 240 140 Z" fill="#fff"/><path d="M96 360 H416 Q390 430 320 430 H192 Q122 430 96 360 Z" fill="${k.l}"/>`,
  }[mark]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 512 512"><rect width="512" height="512" fill="${k.c}"/><path d="M0 512 L512 0 V512 Z" fill="${k.d}" opacity=".25"/>${inner}</svg>`
}

// Letters as strokes, each 60 × 100: a text element would need a font.
const strokes: Record<string, string> = {
  S: 'M54 16 Q44 2 28 2 Q6 4 6 26 Q8 46 30 50 Q54 54 54 74 Q52 98 28 98 Q10 98 4 82',
  P: 'M6 98 V2 H32 Q56 4 56 28 Q56 54 32 54 H6',
  E: 'M54 2 H6 V98 H54 M6 50 H46',
  C: 'M56 20 Q46 2 30 2 Q6 4 6 50 Q6 96 30 98 Q46 98 56 80',
  I: 'M30 2 V98 M14 2 H46 M14 98 H46',
  M: 'M4 98 V2 L30 50 L56 2 V98',
  N: 'M6 98 V2 L54 98 V2',
  D: 'M6 2 V98 H28 Q56 92 56 50 Q56 8 28 2 Z',
  O: 'M30 2 Q6 4 6 50 Q6 96 30 98 Q54 96 54 50 Q54 4 30 2 Z',
}

/** A word in drawn letters, `height` high, with its top left corner at x, y. */
export function letters(word: string, x: number, y: number, height: number, ink: string, weight = 13): string {
  const scale = height / 100
  return [...word]
    .map((letter, i) => {
      const d = strokes[letter]
      if (!d) throw new RangeError(`no strokes for the letter ${letter}`)
      return `<path transform="translate(${x + i * 82 * scale} ${y}) scale(${scale})" d="${d}" fill="none" stroke="${ink}" stroke-width="${weight}" stroke-linecap="round" stroke-linejoin="round"/>`
    })
    .join('')
}

const person = (x: number, y: number, scale: number, colour: Colour) =>
  `<g transform="translate(${x} ${y}) scale(${scale})"><rect width="240" height="290" rx="12" fill="#d5e0e6"/><path d="M30 290 Q36 200 120 196 Q204 200 210 290 Z" fill="${colours[colour]}"/><rect x="98" y="150" width="44" height="64" rx="20" fill="#c9987a"/><ellipse cx="120" cy="116" rx="56" ry="66" fill="#dcae8e"/><path d="M60 116 Q54 40 120 38 Q188 40 180 116 Q168 74 120 78 Q76 76 60 116 Z" fill="#4a3a33"/><circle cx="99" cy="118" r="6" fill="#3a2d2a"/><circle cx="141" cy="118" r="6" fill="#3a2d2a"/><path d="M98 148 Q120 164 142 148" fill="none" stroke="#9a6450" stroke-width="6" stroke-linecap="round"/></g>`

const lines = (x: number, y: number, widths: number[]) =>
  widths
    .map((w, i) => `<rect x="${x}" y="${y + i * 52}" width="${w}" height="22" rx="11" fill="#5c6b7a" opacity=".55"/>`)
    .join('')

const card = (face: 'front' | 'back', colour: Colour) => {
  return face === 'front'
    ? `<rect width="960" height="600" rx="40" fill="#eef3f1"/><rect width="960" height="110" rx="40" fill="${colours[colour]}"/><rect y="70" width="960" height="40" fill="${colours[colour]}"/><g opacity=".25">${letters('DEMO', 60, 30, 52, '#fff', 14)}</g>${person(60, 160, 1.2, colour)}${lines(400, 180, [380, 300, 430, 240, 360])}<path d="M400 500 q40 -50 70 0 t80 -10 t90 6" fill="none" stroke="#33485c" stroke-width="7" stroke-linecap="round"/>`
    : `<rect width="960" height="600" rx="40" fill="#eef3f1"/><rect y="60" width="960" height="100" fill="#3c434b"/>${lines(70, 210, [500, 420, 460])}<rect x="690" y="210" width="200" height="140" rx="14" fill="${colours[colour]}" opacity=".6"/><g fill="#6b7783">${Array.from({ length: 2 }, (_, r) => Array.from({ length: 26 }, (_unused, i) => `<rect x="${70 + i * 32}" y="${440 + r * 60}" width="20" height="30" rx="3" opacity="${(i * 7 + r * 3) % 5 ? 0.8 : 0.3}"/>`).join('')).join('')}</g>`
}

const across = (x: number, y: number, height: number) =>
  `<g opacity=".82" transform="rotate(-18 ${x + height * 3.2} ${y + height / 2})">${letters('SPECIMEN', x, y, height, '#c22f3d', 15)}</g>`

/** An identity document of an invented person, 1200 × 800, with SPECIMEN across it. */
export function drawDocument(face: 'idFront' | 'idBack' | 'idInHand', colour: Colour): string {
  const inner =
    face === 'idInHand'
      ? `${person(360, 60, 2.1, colour)}<g transform="translate(600 500) rotate(-6) scale(.42)">${card('front', colour)}</g><path d="M560 800 Q560 690 620 660 Q670 650 660 700 L650 800 Z" fill="#dcae8e"/>${across(190, 330, 130)}`
      : `<g transform="translate(120 100)">${card(face === 'idFront' ? 'front' : 'back', colour)}</g>${across(180, 330, 130)}`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800" viewBox="0 0 1200 800"><rect width="1200" height="800" fill="#b9a78f"/><rect width="1200" height="800" fill="#00000012"/>${inner}</svg>`
}

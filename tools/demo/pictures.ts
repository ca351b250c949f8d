/**
 * Drawn pictures for demo mode: shop logos, and identity documents marked SPECIMEN. All are SVG without text, because
 * a machine may have no fonts, and rendered by sharp. The pictures of the products are files: product-pictures.ts.
 */
import sharp from 'sharp'
import { colours, darker, lighter, type Colour } from './colours.ts'

/** A colour (`c`) and an accent (`a`), each with a light and a dark tone. */
function inkOf(colour: Colour, accent: Colour) {
  const c = colours[colour]
  const a = colours[accent]
  return { c, l: lighter(c, 0.45), d: darker(c, 0.32), a, al: lighter(a, 0.45), ad: darker(a, 0.32) }
}

/** Renders an SVG as WebP. One thread for each picture, because many are rendered in parallel. */
export const paint = async (svg: string): Promise<Buffer<ArrayBuffer>> =>
  Buffer.from(await sharp(Buffer.from(svg), { density: 72 }).webp({ quality: 82, effort: 2 }).toBuffer())

export const logoMarks = ['wave', 'leaf', 'sail', 'lantern', 'peak', 'sun'] as const
export type LogoMark = (typeof logoMarks)[number]

/** A shop's logo, 512 × 512. */
export function drawLogo(mark: LogoMark, colour: Colour, accent: Colour): string {
  const k = inkOf(colour, accent)
  const inner = {
    wave: `<circle cx="256" cy="206" r="74" fill="${k.a}"/><path d="M86 300 q42 -52 85 0 t85 0 t85 0 t85 0" fill="none" stroke="${k.l}" stroke-width="26" stroke-linecap="round"/><path d="M86 364 q42 -52 85 0 t85 0 t85 0 t85 0" fill="none" stroke="#fff" stroke-width="26" stroke-linecap="round"/>`,
    leaf: `<path d="M150 366 C110 190 250 110 396 120 C410 270 330 400 150 366 Z" fill="${k.a}"/><path d="M120 410 C190 320 250 260 340 190" fill="none" stroke="#fff" stroke-width="20" stroke-linecap="round"/>`,
    sail: `<path d="M270 90 V330 H410 Q390 180 270 90 Z" fill="${k.a}"/><path d="M240 140 V330 H120 Q150 220 240 140 Z" fill="#fff"/><path d="M96 360 H416 Q390 430 320 430 H192 Q122 430 96 360 Z" fill="${k.l}"/>`,
    lantern: `<path d="M256 70 V130" stroke="#fff" stroke-width="18" stroke-linecap="round"/><rect x="206" y="122" width="100" height="30" rx="12" fill="#fff"/><path d="M206 152 H306 Q376 250 306 356 H206 Q136 250 206 152 Z" fill="${k.a}"/><path d="M256 152 V356 M218 152 Q176 250 218 356 M294 152 Q336 250 294 356" fill="none" stroke="${k.ad}" stroke-width="10" opacity=".6"/><rect x="206" y="356" width="100" height="26" rx="12" fill="#fff"/><path d="M256 382 V436" stroke="${k.a}" stroke-width="22" stroke-linecap="round"/>`,
    peak: `<path d="M60 392 L206 150 L296 296 L336 236 L452 392 Z" fill="#fff"/><path d="M206 150 L262 240 L230 262 L206 232 L180 266 L154 236 Z" fill="${k.a}"/><circle cx="368" cy="150" r="42" fill="${k.a}"/>`,
    sun: `<path d="M112 330 A144 144 0 0 1 400 330 Z" fill="${k.a}"/>${[-72, -36, 0, 36, 72].map((turned) => `<rect x="246" y="84" width="20" height="62" rx="10" fill="#fff" transform="rotate(${turned} 256 330)"/>`).join('')}<path d="M84 378 H428" stroke="#fff" stroke-width="24" stroke-linecap="round"/>`,
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

/** A buyer's photo of a parcel that was crushed on its way, 900 × 900. */
export const drawComplaint = (): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900" viewBox="0 0 900 900"><rect width="900" height="900" fill="#8d7a66"/><path d="M0 560 H900 V900 H0 Z" fill="#a08c75"/><ellipse cx="460" cy="742" rx="330" ry="44" fill="#2a2420" opacity=".28"/><path d="M170 330 L452 250 L742 342 L728 690 L456 770 L196 700 Z" fill="#c39a68"/><path d="M170 330 L452 410 L456 770 L196 700 Z" fill="#b1875a"/><path d="M170 330 L452 250 L742 342 L452 410 Z" fill="#d9b482"/><path d="M300 292 L600 374 L600 440 L566 430 L566 386 L268 302 Z" fill="#efe0c2" opacity=".85"/><path d="M452 410 L456 770" stroke="#8a6843" stroke-width="5"/><path d="M742 342 L690 420 L738 470 L676 540 L734 590 L728 690 L640 716 L600 560 L640 470 Z" fill="#8f6a45"/><path d="M690 420 L640 470 L676 540 L622 590 L668 650" fill="none" stroke="#59402a" stroke-width="8" stroke-linejoin="round"/><path d="M240 470 l60 24 l-18 40 l70 20" fill="none" stroke="#6d5036" stroke-width="7" stroke-linejoin="round"/><g transform="translate(232 560) rotate(15)"><rect width="150" height="96" rx="6" fill="#f6f1e6"/><path d="M14 26 H110 M14 48 H128 M14 70 H84" stroke="#6b6558" stroke-width="9" stroke-linecap="round"/></g></svg>`

/** A bank's voucher of a transfer, as a photo of a screen, 900 × 1200. It says DEMO. */
export const drawVoucher = (): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1200" viewBox="0 0 900 1200"><rect width="900" height="1200" fill="#e8ecef"/><rect x="60" y="80" width="780" height="1040" rx="36" fill="#fff"/><rect x="60" y="80" width="780" height="190" rx="36" fill="#2f4468"/><rect x="60" y="200" width="780" height="70" fill="#2f4468"/>${letters('DEMO', 120, 130, 84, '#fff', 14)}<circle cx="450" cy="400" r="66" fill="#3f8a5f"/><path d="M418 402 l24 26 l46 -56" fill="none" stroke="#fff" stroke-width="16" stroke-linecap="round" stroke-linejoin="round"/>${[0, 1, 2, 3, 4, 5].map((i) => `<rect x="130" y="${540 + i * 84}" width="${[170, 220, 150, 250, 190, 160][i]}" height="24" rx="12" fill="#8a95a1" opacity=".7"/><rect x="${770 - [260, 200, 300, 180, 240, 280][i]!}" y="${540 + i * 84}" width="${[260, 200, 300, 180, 240, 280][i]}" height="24" rx="12" fill="#3c4752"/>`).join('')}</svg>`

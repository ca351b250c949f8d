import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inTurn, loadSharp } from './picture.ts'

let fontFile: Promise<string> | undefined
/** The font as a file: the text engine reads no font from memory, and a server may have no fonts of its own. */
const openFont = () =>
  (fontFile ??= (async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'quayside-font-')), 'noto-sans.ttf')
    const { latinFont } = await import('../../../platform/files/typesetter.ts')
    await writeFile(path, await latinFont())
    return path
  })())

const escapeMarkup = (text: string): string => text.replace(/[&<>]/g, (sign) => `&#${sign.codePointAt(0)};`)

/** One line of half-transparent text, light on a dark edge, so that it shows on every background. */
async function drawLine(text: string, size: number): Promise<Buffer> {
  const fontfile = await openFont()
  const sharp = await loadSharp()
  const draw = (colour: string) =>
    sharp({
      text: {
        text: `<span foreground="${colour}">${escapeMarkup(text)}</span>`,
        font: `Noto Sans ${size}`,
        fontfile,
        rgba: true,
        dpi: 72,
      },
    })
      .png()
      .toBuffer()
  const [dark, light] = await Promise.all([draw('#00000099'), draw('#ffffffcc')])
  return sharp(dark)
    .extend({ top: 1, left: 1, bottom: 1, right: 1, background: '#00000000' })
    .composite([{ input: light, top: 0, left: 0 }])
    .png()
    .toBuffer()
}

/** Writes lines across a picture, again and again, so that no cut removes them. Returns a JPEG. */
export const addWatermark = (picture: Buffer, lines: readonly string[]): Promise<Buffer> =>
  inTurn(async () => {
    const sharp = await loadSharp()
    const { width, height } = await sharp(picture).metadata()
    const size = Math.max(12, Math.round(Math.max(width, height) / 45))
    const line = await drawLine(lines.join(' · ').slice(0, 160), size)
    const tile = await sharp(line)
      .rotate(-24, { background: '#00000000' })
      .extend({ top: size, bottom: size, left: size, right: size, background: '#00000000' })
      .png()
      .toBuffer({ resolveWithObject: true })
    const fitted =
      tile.info.width > width || tile.info.height > height
        ? await sharp(tile.data).resize(width, height, { fit: 'inside' }).png().toBuffer()
        : tile.data
    return sharp(picture)
      .composite([{ input: fitted, tile: true }])
      .jpeg({ quality: 85 })
      .toBuffer()
  })

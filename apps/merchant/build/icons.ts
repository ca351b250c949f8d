import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Plugin } from 'vite'

/**
 * `room` is the free space at each side, in units of the drawing. An icon with room can be cut into a shape by the
 * phone.
 */
const pictures = [
  { name: 'icon-192.png', size: 192, room: 0 },
  { name: 'icon-512.png', size: 512, room: 0 },
  // Every shape leaves at least a circle of four fifths of the width.
  { name: 'icon-maskable-512.png', size: 512, room: 8 },
  { name: 'apple-touch-icon.png', size: 180, room: 4 },
]

/** Draws the PNG icons that phones need from `public/icon.svg`. */
export function icons(): Plugin {
  return {
    name: 'quayside-icons',
    apply: 'build',
    async generateBundle() {
      const drawing = await readFile(join(import.meta.dirname, '..', 'public', 'icon.svg'), 'utf8')
      const ground = /<rect [^>]*fill="(#\w+)"/.exec(drawing)![1]!
      await Promise.all(
        pictures.map(async ({ name, size, room }) => {
          const side = 64 + 2 * room
          const picture = sharp(
            Buffer.from(drawing.replace('viewBox="0 0 64 64"', `viewBox="${-room} ${-room} ${side} ${side}"`)),
            { density: (72 * size) / side },
          ).resize(size)
          const source = await (room ? picture.flatten({ background: ground }) : picture)
            .png({ palette: true, effort: 10 })
            .toBuffer()
          this.emitFile({ type: 'asset', fileName: name, source })
        }),
      )
    },
  }
}

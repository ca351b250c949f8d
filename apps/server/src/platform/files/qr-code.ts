import { encode } from 'uqr'

/** The dark modules of a QR code as a path of SVG, in a square of `size` modules without its quiet zone. */
export type QrDrawing = { size: number; path: string }

/** The QR code of a text. Dark modules that touch in a row are one bar, so that no hairline appears between them. */
export function drawQrCode(text: string): QrDrawing {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const bars = data.flatMap((row, y) =>
    [
      ...row
        .map((dark) => (dark ? '1' : '0'))
        .join('')
        .matchAll(/1+/g),
    ].map(({ 0: bar, index }) => `M${index} ${y}h${bar.length}v1h-${bar.length}z`),
  )
  return { size, path: bars.join('') }
}

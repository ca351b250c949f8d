declare module 'subset-font' {
  /** Cuts a font down to what `text` needs, or turns it into another format. */
  export default function subsetFont(
    font: Buffer,
    text: undefined,
    options: {
      targetFormat: 'truetype'
      variationAxes: Record<string, number>
      keepAllGlyphs: true
      dropTables: string[]
    },
  ): Promise<Buffer>
}

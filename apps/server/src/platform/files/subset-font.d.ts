declare module 'subset-font' {
  /** Reduces a font to the characters of `text`, or converts it to another format. */
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

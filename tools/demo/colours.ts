/** The colours of demo products: the name for buyers, and the paint of logos and documents. */
export const colours = {
  sage: '#93a98c',
  charcoal: '#474b52',
  terracotta: '#c4714f',
  cream: '#ecdfc6',
  navy: '#2f4468',
  blush: '#e5b3ac',
  mustard: '#d6a53a',
  forest: '#3f6a50',
  sky: '#86b5d8',
  lilac: '#b7a3d2',
  black: '#33343a',
  white: '#eeeeea',
  coral: '#ea7b66',
  teal: '#35898c',
  sand: '#d2b88f',
  walnut: '#7d5639',
  oak: '#c2945f',
  steel: '#a7b0b8',
  copper: '#b9714a',
  plum: '#7b4a6d',
  olive: '#868a4c',
  rust: '#a8502f',
  mint: '#9fd3bd',
  rose: '#d9848f',
  ruby: '#b5364a',
  amber: '#e2963c',
  indigo: '#4d56a0',
  silver: '#c3c8cd',
  gold: '#cfaa5a',
  slate: '#66758a',
  lemon: '#efd665',
  berry: '#a83f6e',
  clay: '#b98a6c',
  graphite: '#5a5d63',
  aqua: '#62c0cb',
  brick: '#b05a46',
} as const

export type Colour = keyof typeof colours

const parts = (hex: string): [number, number, number] => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
]

/** A colour between two others: 0 is the first, 1 the second. */
export function mixColours(first: string, second: string, share: number): string {
  const a = parts(first)
  const b = parts(second)
  return `#${a
    .map((v, i) =>
      Math.round(v + (b[i]! - v) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

export const lighter = (hex: string, share: number) => mixColours(hex, '#ffffff', share)
export const darker = (hex: string, share: number) => mixColours(hex, '#1c1a22', share)

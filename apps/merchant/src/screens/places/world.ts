/** The flat world of the map: Mercator's, on a grid of whole numbers, and how degrees get onto it and back. */
import type { Point } from '@quayside/contract'

/** Squares of the grid from west to east, and as many from north to south: one is some 600 m wide at the equator. */
export const gridSize = 65_536
/** Beyond this latitude Mercator's map goes on for ever; the grid ends here. */
const lastLatitude = 85.0511

/**
 * Land as rings and borders as lines: x and y of the first point, then steps to the next. Towns: the largest first.
 */
export type World = {
  land: number[][]
  borders: number[][]
  towns: [name: string, plain: string, province: string, country: string, x: number, y: number][]
}
/** Towns by their place in the world's list, as a language calls them where it has a name of its own. */
export type TownNames = Record<number, string>

export function toGrid({ latitude, longitude }: Point): { x: number; y: number } {
  const within = Math.max(-lastLatitude, Math.min(lastLatitude, latitude))
  const north = Math.asinh(Math.tan((within * Math.PI) / 180))
  return { x: ((longitude + 180) / 360) * gridSize, y: ((1 - north / Math.PI) / 2) * gridSize }
}

/** In degrees, to five decimals: a metre or so. */
export function inDegrees({ x, y }: { x: number; y: number }): Point {
  const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5
  return {
    latitude: round((Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / gridSize))) * 180) / Math.PI),
    longitude: round((x / gridSize) * 360 - 180),
  }
}

const equator = 40_075
/** Kilometres across a square of the grid; Mercator's grow towards the poles. */
export const squareWidth = (at: { x: number; y: number }): number =>
  (equator / gridSize) * Math.cos((inDegrees(at).latitude * Math.PI) / 180)

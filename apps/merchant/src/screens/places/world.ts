/** The map projection: Mercator on an integer grid, with conversions from and to degrees. */
import type { Point } from '@quayside/contract'

/** Number of grid squares from west to east, and from north to south; a square is about 600 m wide at the equator. */
export const gridSize = 65_536
/** The grid ends at this latitude, because Mercator's projection is infinite at the poles. */
const lastLatitude = 85.0511

/**
 * Land as rings and borders as lines: x and y of the first point, then steps to the next points. Towns: the largest
 * first.
 */
export type World = {
  land: number[][]
  borders: number[][]
  towns: [name: string, plain: string, province: string, country: string, x: number, y: number][]
}
/** Names of towns in a language by their index in the world's list. Towns without a separate name are left out. */
export type TownNames = Record<number, string>

export function toGrid({ latitude, longitude }: Point): { x: number; y: number } {
  const within = Math.max(-lastLatitude, Math.min(lastLatitude, latitude))
  const north = Math.asinh(Math.tan((within * Math.PI) / 180))
  return { x: ((longitude + 180) / 360) * gridSize, y: ((1 - north / Math.PI) / 2) * gridSize }
}

/** Degrees with five decimals: an accuracy of about a metre. */
export function inDegrees({ x, y }: { x: number; y: number }): Point {
  const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5
  return {
    latitude: round((Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / gridSize))) * 180) / Math.PI),
    longitude: round((x / gridSize) * 360 - 180),
  }
}

const equator = 40_075
/** Width of a grid square in kilometres at a point; it depends on the latitude. */
export const squareWidth = (at: { x: number; y: number }): number =>
  (equator / gridSize) * Math.cos((inDegrees(at).latitude * Math.PI) / 180)

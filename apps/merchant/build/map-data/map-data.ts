/** The data of the map: land and borders of Natural Earth (public domain), and towns, as points on one grid. */
import { createRequire } from 'node:module'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { normalizeForSearch } from '../../src/lib/normalize-search.ts'
import { toGrid, type World } from '../../src/screens/places/world.ts'
import { readTowns } from './towns.ts'

const read = createRequire(import.meta.url)

/** Points as longitude and latitude, in degrees. */
type Line = readonly (readonly number[])[]

/**
 * A line as points of the grid, each relative to the previous one. Repeated points, and points on a straight line,
 * are omitted.
 */
function steps(line: Line): number[] {
  const points: [number, number][] = []
  for (const [longitude, latitude] of line) {
    const { x, y } = toGrid({ longitude: longitude!, latitude: latitude! })
    const next: [number, number] = [Math.round(x), Math.round(y)]
    const last = points.at(-1)
    if (last && last[0] === next[0] && last[1] === next[1]) continue
    const before = points.at(-2)
    if (last && before && (last[0] - before[0]) * (next[1] - last[1]) === (last[1] - before[1]) * (next[0] - last[0]))
      points.pop()
    points.push(next)
  }
  return points.flatMap(([x, y], i) => (i === 0 ? [x, y] : [x - points[i - 1]![0], y - points[i - 1]![1]]))
}

/** A line without jumps: where it crosses the 180th meridian, its longitudes go on beyond 180 or -180. */
function unwrapped(line: Line): number[][] {
  let turn = 0
  let last: number | undefined
  return line.map(([longitude, latitude]) => {
    const jump = last === undefined ? 0 : longitude! - last
    if (Math.abs(jump) > 180) turn -= Math.sign(jump) * 360
    last = longitude!
    return [longitude! + turn, latitude!]
  })
}

/** The same line on both sides of the map if it crosses the 180th meridian: the map shows the part between them. */
function onBothSides(line: Line): Line[] {
  const whole = unwrapped(line)
  const longitudes = whole.map(([longitude]) => longitude!)
  const turn = Math.max(...longitudes) > 180 ? -360 : Math.min(...longitudes) < -180 ? 360 : 0
  return turn === 0 ? [whole] : [whole, whole.map(([longitude, latitude]) => [longitude! + turn, latitude!])]
}

/** Land further south than all towns: Antarctica would be the largest thing on the map. */
const isAntarctic = (line: Line) => line.every(([, latitude]) => latitude! < -60)

export function makeWorld(): World {
  const atlas = read('world-atlas/countries-50m.json') as Topology<{
    countries: GeometryCollection
    land: GeometryCollection
  }>
  const land = feature(atlas, atlas.objects.land).features.flatMap(({ geometry }) =>
    geometry.type === 'MultiPolygon' ? geometry.coordinates.flat() : [],
  )
  const borders = mesh(atlas, atlas.objects.countries, (a, b) => a !== b).coordinates
  return {
    // Shapes of a few grid squares are too small to see.
    land: land
      .filter((ring) => !isAntarctic(ring))
      .flatMap(onBothSides)
      .map(steps)
      .filter((ring) => ring.length >= 8),
    borders: borders.map(steps).filter((line) => line.length >= 4),
    towns: readTowns().map(({ city, city_ascii, province, iso2, lat, lng }) => {
      const { x, y } = toGrid({ latitude: lat, longitude: lng })
      // The ASCII name is needed only where a search does not find the town by its name.
      const plain = normalizeForSearch(city_ascii) === normalizeForSearch(city) ? '' : city_ascii
      return [city, plain, province && province !== city ? province : '', iso2, Math.round(x), Math.round(y)]
    }),
  }
}

/**
 * What models are built from: materials of a product's colours, and forms with rounded edges.
 * One unit is about the size of a product; y points up, and z to the camera.
 * Every form has texture coordinates in units, so that a weave has the same size on each.
 */
import * as THREE from 'three'
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js'
import { mergeVertices } from 'three/addons/utils/BufferGeometryUtils.js'
import { darker, lighter, mixColours } from '../colours.ts'
import type { Print } from './prints.ts'
import {
  bumpOf,
  colouredTile,
  drawing,
  noise,
  sharedMap,
  speckledTile,
  textureOf,
  woodTile,
  type Weave,
} from './textures.ts'

export type V3 = readonly [number, number, number]
export type V2 = readonly [number, number]
type Material = THREE.Material
export type Place = { at?: V3; turn?: V3; scale?: number | V3 }
/** Where the camera stands: degrees around the product and above it. `zoom` above 1 shows a part of it, near `look`. */
export type Camera = { around?: number; above?: number; zoom?: number; look?: V2; fov?: number }
export type Modelled = THREE.Object3D | { object: THREE.Object3D; camera?: Camera }

// Both sides: a form that is open shows its inside.
const standard = (options: THREE.MeshPhysicalMaterialParameters) =>
  new THREE.MeshPhysicalMaterial({ side: THREE.DoubleSide, ...options })

// forms

export function mesh(geometry: THREE.BufferGeometry, material: Material, place: Place = {}): THREE.Mesh {
  return put(new THREE.Mesh(geometry, material), place)
}
export function put<T extends THREE.Object3D>(object: T, { at, turn, scale }: Place): T {
  if (at) object.position.set(...at)
  if (turn) object.rotation.set(...(turn.map((d) => (d * Math.PI) / 180) as [number, number, number]))
  if (typeof scale === 'number') object.scale.setScalar(scale)
  else if (scale) object.scale.set(...scale)
  return object
}
type Parts = THREE.Object3D | readonly Parts[]
export function group(...parts: readonly Parts[]): THREE.Group {
  const all = new THREE.Group()
  const add = (part: Parts): void => (part instanceof THREE.Object3D ? void all.add(part) : part.forEach(add))
  add(parts)
  return all
}
/** A group at a place. */
export const positioned = (place: Place, ...parts: readonly Parts[]) => put(group(...parts), place)
export const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))

/** A smooth line through points. */
export const spline = (points: readonly V2[], count = 64): V2[] =>
  new THREE.SplineCurve(points.map(([x, y]) => new THREE.Vector2(x, y)))
    .getSpacedPoints(count)
    .map(({ x, y }) => [x, y] as const)

/** Corners of a profile rounded with radius `r`. */
export function rounded(points: readonly V2[], r: number, closed = false): V2[] {
  const out: V2[] = []
  const n = points.length
  points.forEach((p, i) => {
    if (!closed && (i === 0 || i === n - 1)) return void out.push(p)
    const [a, b] = [points[(i - 1 + n) % n]!, points[(i + 1) % n]!]
    const [la, lb] = [Math.hypot(a[0] - p[0], a[1] - p[1]), Math.hypot(b[0] - p[0], b[1] - p[1])]
    const d = Math.min(r, la * 0.49, lb * 0.49)
    const [s, e] = [
      [p[0] + ((a[0] - p[0]) * d) / la, p[1] + ((a[1] - p[1]) * d) / la],
      [p[0] + ((b[0] - p[0]) * d) / lb, p[1] + ((b[1] - p[1]) * d) / lb],
    ] as const
    for (let t = 0; t <= 1.0001; t += 1 / 6)
      out.push([
        (1 - t) ** 2 * s[0]! + 2 * t * (1 - t) * p[0] + t * t * e[0]!,
        (1 - t) ** 2 * s[1]! + 2 * t * (1 - t) * p[1] + t * t * e[1]!,
      ])
  })
  return out
}

/** Turned around y: the profile as [radius, height], from the bottom up along the outside. */
export function lathe(
  profile: readonly V2[],
  material: Material,
  place: Place = {},
  r = 0.02,
  segments = 96,
): THREE.Mesh {
  const points = r > 0 ? rounded(profile, r) : [...profile]
  const geometry = new THREE.LatheGeometry(
    points.map(([x, y]) => new THREE.Vector2(Math.max(x, 0.0001), y)),
    segments,
  )
  const widest = Math.max(...points.map(([x]) => x))
  const lengths = [0]
  for (let i = 1; i < points.length; i += 1)
    lengths.push(lengths[i - 1]! + Math.hypot(points[i]![0] - points[i - 1]![0], points[i]![1] - points[i - 1]![1]))
  const uv = geometry.getAttribute('uv')
  // A whole number of units around, so that a tile closes.
  const around = Math.max(1, Math.round(2 * Math.PI * widest))
  for (let i = 0; i < uv.count; i += 1)
    uv.setXY(i, uv.getX(i) * around, lengths[Math.round(uv.getY(i) * (points.length - 1))]!)
  return mesh(geometry, material, place)
}

/** A vessel with a wall: outside, a round rim, and inside. */
export function vessel(
  outer: readonly V2[],
  wall: number,
  material: Material,
  inner?: Material,
  floor = wall,
): THREE.Group {
  const top = outer.at(-1)!
  const rim = times(7, (i): V2 => {
    const angle = (Math.PI * i) / 6
    return [top[0] - wall / 2 + (wall / 2) * Math.cos(angle), top[1] + (wall / 2) * Math.sin(angle)]
  })
  const inside = outer
    .filter(([, y]) => y > outer[0]![1] + floor * 1.4)
    .map(([x, y]): V2 => [Math.max(0.001, x - wall), y])
    .toReversed()
  const low = inside.at(-1)!
  const bottom: V2[] = [
    [low[0] * 0.97, outer[0]![1] + floor * 1.1],
    [low[0] * 0.8, outer[0]![1] + floor],
    [0, outer[0]![1] + floor],
  ]
  return group(
    lathe([[0, outer[0]![1]], [outer[0]![0] * 0.92, outer[0]![1]], ...outer, ...rim], material, {}, 0),
    lathe([[top[0] - wall, top[1]], ...inside.slice(1), ...bottom], inner ?? material, {}, 0),
  )
}

/** A cylinder or cone with rounded edges, standing at y = 0. */
export const cylinder = (
  low: number,
  high: number,
  h: number,
  material: Material,
  place: Place = {},
  r = 0.02,
  segments = 64,
) =>
  lathe(
    [
      [0, 0],
      [low, 0],
      [high, h],
      [0, h],
    ],
    material,
    place,
    r,
    segments,
  )
export const sphere = (r: number, material: Material, place: Place = {}) => {
  const n = r < 0.12 ? 16 : r < 0.3 ? 32 : 64
  const geometry = new THREE.SphereGeometry(r, n, Math.round(n * 0.75))
  const uv = geometry.getAttribute('uv')
  const around = Math.max(1, Math.round(2 * Math.PI * r))
  for (let i = 0; i < uv.count; i += 1) uv.setXY(i, uv.getX(i) * around, uv.getY(i) * Math.PI * r)
  return mesh(geometry, material, place)
}
/** A ring around y. */
export const ring = (r: number, thick: number, material: Material, place: Place = {}) => {
  const geometry = new THREE.TorusGeometry(r, thick, 24, 96)
  geometry.rotateX(Math.PI / 2)
  const uv = geometry.getAttribute('uv')
  for (let i = 0; i < uv.count; i += 1)
    uv.setXY(i, uv.getX(i) * Math.max(1, Math.round(2 * Math.PI * r)), uv.getY(i) * 2 * Math.PI * thick)
  return mesh(geometry, material, place)
}

/** Texture coordinates by the side that a surface faces, in units. */
export function projected<T extends THREE.BufferGeometry>(geometry: T): T {
  const position = geometry.getAttribute('position')
  const normal = geometry.getAttribute('normal')
  const uv = new Float32Array(position.count * 2)
  for (let i = 0; i < position.count; i += 1) {
    const [x, y, z] = [position.getX(i), position.getY(i), position.getZ(i)]
    const [a, b, c] = [Math.abs(normal.getX(i)), Math.abs(normal.getY(i)), Math.abs(normal.getZ(i))]
    const [u, v] = c >= a && c >= b ? [x, y] : b >= a ? [x, z] : [z, y]
    uv[i * 2] = u
    uv[i * 2 + 1] = v
  }
  geometry.setAttribute('uv', new THREE.BufferAttribute(uv, 2))
  return geometry
}

/** A box with rounded edges around its centre. */
export const box = (w: number, h: number, d: number, r: number, material: Material, place: Place = {}) =>
  mesh(projected(new RoundedBoxGeometry(w, h, d, 5, Math.min(r, w / 2, h / 2, d / 2) * 0.999)), material, place)

/** An outline: straight lines with corners of radius `r`, or `r` 'smooth' for a curve through the points. */
export function outline(points: readonly V2[], r: number | 'smooth' = 0): THREE.Shape {
  if (r === 'smooth') {
    const curve = new THREE.CatmullRomCurve3(
      points.map(([x, y]) => new THREE.Vector3(x, y, 0)),
      true,
      'centripetal',
    )
    return new THREE.Shape(curve.getSpacedPoints(120).map(({ x, y }) => new THREE.Vector2(x, y)))
  }
  return new THREE.Shape((r > 0 ? rounded(points, r, true) : points).map(([x, y]) => new THREE.Vector2(x, y)))
}
export const oblong = (w: number, h: number, r: number): V2[] =>
  rounded(
    [
      [-w / 2, -h / 2],
      [w / 2, -h / 2],
      [w / 2, h / 2],
      [-w / 2, h / 2],
    ],
    r,
    true,
  )
export const circle = (r: number, x = 0, y = 0, n = 64): V2[] =>
  times(n, (i) => [x + r * Math.cos((i * 2 * Math.PI) / n), y + r * Math.sin((i * 2 * Math.PI) / n)])

/** An outline in the x-y plane with a thickness along z, rounded at its edges, around z = 0. */
export function slab(
  shape: THREE.Shape,
  depth: number,
  bevel: number,
  material: Material,
  place: Place = {},
  holes: readonly (readonly V2[])[] = [],
): THREE.Mesh {
  const copy = shape.clone()
  copy.holes = holes.map((hole) => new THREE.Path(hole.map(([x, y]) => new THREE.Vector2(x, y))))
  const core = Math.max(depth - 2 * bevel, 0.001)
  const geometry = new THREE.ExtrudeGeometry(copy, {
    depth: core,
    bevelEnabled: bevel > 0,
    bevelThickness: bevel,
    bevelSize: bevel,
    bevelOffset: -bevel,
    bevelSegments: 4,
    curveSegments: 24,
  })
  geometry.translate(0, 0, -core / 2)
  return mesh(geometry, material, place)
}

const path = (points: readonly V3[], closed = false, tension = 0.5) =>
  new THREE.CatmullRomCurve3(
    points.map((p) => new THREE.Vector3(...p)),
    closed,
    'catmullrom',
    tension,
  )

/** A round cord along a smooth line. */
export function tube(
  points: readonly V3[],
  r: number,
  material: Material,
  { closed = false, segments = 160, caps = true, place = {} as Place } = {},
): THREE.Group {
  const curve = path(points, closed)
  const geometry = new THREE.TubeGeometry(curve, segments, r, 16, closed)
  const uv = geometry.getAttribute('uv')
  const length = curve.getLength()
  for (let i = 0; i < uv.count; i += 1) uv.setXY(i, uv.getX(i) * length, uv.getY(i) * 2 * Math.PI * r)
  const ends =
    closed || !caps
      ? []
      : [points[0]!, points.at(-1)!].map((at) => mesh(new THREE.SphereGeometry(r * 0.999, 16, 12), material, { at }))
  return positioned(place, mesh(geometry, material), ends)
}

/** A section swept along a line without twisting: `side` is the direction of the section's x. */
export function sweep(
  points: readonly V3[],
  section: readonly V2[],
  material: Material,
  {
    side = [0, 0, 1] as V3,
    closed = false,
    segments = 120,
    taper = (_t: number): number => 1,
    tension = 0.5,
    place = {} as Place,
  } = {},
): THREE.Mesh {
  const curve = path(points, closed, tension)
  const spaced = curve.getSpacedPoints(segments)
  const length = curve.getLength()
  const n = section.length
  const [position, uv, index]: [number[], number[], number[]] = [[], [], []]
  const x = new THREE.Vector3(...side).normalize()
  spaced.forEach((p, i) => {
    const before = spaced[i === 0 ? (closed ? segments - 1 : 0) : i - 1]!
    const after = spaced[i === segments ? (closed ? 1 : segments) : i + 1]!
    const along = after.clone().sub(before).normalize()
    const y = along.clone().cross(x).normalize()
    const across = y.clone().cross(along).normalize()
    let turned = 0
    for (let j = 0; j <= n; j += 1) {
      const [sx, sy] = section[j % n]!
      const k = taper(i / segments)
      const q = p
        .clone()
        .addScaledVector(across, sx * k)
        .addScaledVector(y, sy * k)
      position.push(q.x, q.y, q.z)
      uv.push((i / segments) * length, turned)
      const [tx, ty] = section[(j + 1) % n]!
      turned += Math.hypot(tx - sx, ty - sy)
    }
  })
  for (let i = 0; i < segments; i += 1)
    for (let j = 0; j < n; j += 1) {
      const a = i * (n + 1) + j
      const b = a + n + 1
      index.push(a, a + 1, b, b, a + 1, b + 1)
    }
  if (!closed)
    for (const [start, flip] of [
      [0, true],
      [segments * (n + 1), false],
    ] as const) {
      const middle = position.length / 3
      const p = spaced[flip ? 0 : segments]!
      position.push(p.x, p.y, p.z)
      uv.push(0, 0)
      for (let j = 0; j < n; j += 1) index.push(middle, start + (flip ? j + 1 : j), start + (flip ? j : j + 1))
    }
  const geometry = new THREE.BufferGeometry()
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(position, 3))
  geometry.setAttribute('uv', new THREE.Float32BufferAttribute(uv, 2))
  geometry.setIndex(index)
  geometry.computeVertexNormals()
  const swept = mesh(geometry, material, place)
  return swept
}
/** A strap: a flat band along a line; `side` is the direction of its width. */
export const strap = (
  points: readonly V3[],
  width: number,
  thick: number,
  material: Material,
  options: Parameters<typeof sweep>[3] = {},
) => sweep(points, oblong(width, thick, thick * 0.45), material, options)

/** A grid over u and v from 0 to 1, closed around u if asked. `point` gives the position. */
export function surface(
  point: (u: number, v: number) => V3,
  material: Material,
  { nu = 96, nv = 96, wrap = false, tile = [1, 1] as V2, place = {} as Place } = {},
): THREE.Mesh {
  const [position, uv, index]: [number[], number[], number[]] = [[], [], []]
  for (let j = 0; j <= nv; j += 1)
    for (let i = 0; i <= nu; i += 1) {
      position.push(...point(i / nu, j / nv))
      uv.push((i / nu) * tile[0], (j / nv) * tile[1])
    }
  for (let j = 0; j < nv; j += 1)
    for (let i = 0; i < nu; i += 1) {
      const a = j * (nu + 1) + i
      const b = a + nu + 1
      index.push(a, a + 1, b, b, a + 1, b + 1)
    }
  const geometry = new THREE.BufferGeometry()
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(position, 3))
  geometry.setAttribute('uv', new THREE.Float32BufferAttribute(uv, 2))
  geometry.setIndex(index)
  geometry.computeVertexNormals()
  if (wrap) {
    // The seam: both edges get the mean normal.
    const normal = geometry.getAttribute('normal')
    for (let j = 0; j <= nv; j += 1) {
      const [a, b] = [j * (nu + 1), j * (nu + 1) + nu]
      const mean = new THREE.Vector3(
        normal.getX(a) + normal.getX(b),
        normal.getY(a) + normal.getY(b),
        normal.getZ(a) + normal.getZ(b),
      ).normalize()
      normal.setXYZ(a, mean.x, mean.y, mean.z)
      normal.setXYZ(b, mean.x, mean.y, mean.z)
    }
  }
  const made = mesh(geometry, material, place)
  ;(material as THREE.MeshPhysicalMaterial).side = THREE.DoubleSide
  return made
}

const power = (v: number, e: number) => Math.sign(v) * Math.abs(v) ** e
/**
 * A stuffed form: an ellipsoid with square-ish outline (`e` 1 round, 0.4 square) whose thickness is `t`.
 * `fold` moves each point along z, for creases.
 */
export function stuffed(
  w: number,
  h: number,
  t: number,
  material: Material,
  { e = 0.45, round = 0.8, pinch = 0, wrinkle = 0, seed = 0, place = {} as Place } = {},
): THREE.Mesh {
  const geometry = new THREE.SphereGeometry(1, 128, 80)
  geometry.rotateX(Math.PI / 2)
  const position = geometry.getAttribute('position')
  for (let i = 0; i < position.count; i += 1) {
    const [x, y, z] = [position.getX(i), position.getY(i), position.getZ(i)]
    const flat = Math.hypot(x, y)
    const angle = Math.atan2(y, x)
    // The outline of a super-ellipse, reached at z = 0.
    const [ox, oy] = [power(Math.cos(angle), e), power(Math.sin(angle), e)]
    const corner = Math.abs(Math.sin(2 * angle))
    const inward = 1 - pinch * (1 - corner) * flat ** 4
    const [px, py] = [ox * flat * inward, oy * flat * inward]
    const crease =
      wrinkle *
      (noise(px * 4 + 9, py * 4 + seed, 999, seed) - 0.5 + 0.5 * (noise(px * 9, py * 9 + 3, 999, seed + 1) - 0.5)) *
      Math.min(1, Math.abs(z) * 2)
    position.setXYZ(i, (px * w) / 2, (py * h) / 2, (power(z, round) * t) / 2 + crease * Math.sign(z))
  }
  geometry.computeVertexNormals()
  geometry.deleteAttribute('uv')
  const merged = mergeVertices(geometry, 0.0005)
  merged.computeVertexNormals()
  return mesh(projected(merged), material, place)
}

/** Moves every point of a mesh. */
export function bent<T extends THREE.Object3D>(object: T, move: (p: THREE.Vector3) => void): T {
  object.updateMatrixWorld(true)
  object.traverse((child) => {
    if (!(child instanceof THREE.Mesh)) return
    const geometry = child.geometry as THREE.BufferGeometry
    const position = geometry.getAttribute('position')
    const back = child.matrixWorld.clone().invert()
    const p = new THREE.Vector3()
    for (let i = 0; i < position.count; i += 1) {
      p.fromBufferAttribute(position, i).applyMatrix4(child.matrixWorld)
      move(p)
      p.applyMatrix4(back)
      position.setXYZ(i, p.x, p.y, p.z)
    }
    geometry.computeVertexNormals()
  })
  return object
}

// materials

type Cloth = {
  weave?: Weave
  tile?: number
  print?: Print | undefined
  printTile?: number
  bump?: number
  depth?: number
  ink?: string
  sheen?: number
  rough?: number
}
export const inkOn = (hex: string): string => {
  const [r, g, b] = [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16)) as [number, number, number]
  return r * 0.3 + g * 0.59 + b * 0.11 > 165 ? darker(hex, 0.34) : mixColours(hex, '#fbf3e4', 0.78)
}

export const materials = {
  /** Woven or knitted. `tile` is the size of the weave's tile in units, `printTile` of the print's. */
  cloth(
    hex: string,
    {
      weave = 'linen',
      tile = 0.5,
      print = 'plain',
      printTile = tile,
      bump = 1,
      depth = 0.75,
      ink,
      sheen = 0.5,
      rough = 0.95,
    }: Cloth = {},
  ) {
    const fine = Math.max(1, Math.round(printTile / tile))
    const tone = ink ?? inkOn(hex)
    const draw = () => colouredTile(hex, { weave, print, ink: tone, fine, depth })
    return standard({
      map: sharedMap(`cloth ${hex} ${weave} ${print} ${tone} ${fine} ${depth}`, 1 / (fine * tile), draw),
      bumpMap: bumpOf(weave, 1 / tile),
      bumpScale: bump * 3,
      roughness: rough,
      sheen,
      sheenRoughness: 0.6,
      sheenColor: new THREE.Color(lighter(hex, 0.5)),
      side: THREE.DoubleSide,
      envMapIntensity: 0.35,
    })
  },
  leather: (hex: string, tile = 0.6) =>
    standard({
      color: hex,
      bumpMap: bumpOf('leather', 1 / tile),
      bumpScale: 2,
      roughness: 0.48,
      side: THREE.DoubleSide,
      envMapIntensity: 0.7,
    }),
  /** Glazed ceramic. */
  glaze: (hex: string, { print = 'plain' as Print, printTile = 0.5, specks = 0, rough = 0.28 } = {}) =>
    standard({
      map: sharedMap(`glaze ${hex} ${print} ${specks}`, 1 / printTile, () =>
        speckledTile(hex, inkOn(hex), print, specks),
      ),
      bumpMap: bumpOf('clay', 0.7),
      bumpScale: 0.6,
      roughness: rough,
      clearcoat: 0.35,
      clearcoatRoughness: 0.12,
      envMapIntensity: 0.8,
    }),
  /** Fired clay without glaze. */
  clay: (hex: string) =>
    standard({
      map: sharedMap(`clay ${hex}`, 1, () => speckledTile(hex, hex, 'plain', 500)),
      bumpMap: bumpOf('orange', 2),
      bumpScale: 1.2,
      roughness: 0.92,
      envMapIntensity: 0.4,
    }),
  /** Moulded plastic, matt. */
  matt: (hex: string, rough = 0.5) => standard({ color: hex, roughness: rough, envMapIntensity: 0.6 }),
  gloss: (hex: string) =>
    standard({ color: hex, roughness: 0.22, clearcoat: 0.5, clearcoatRoughness: 0.06, envMapIntensity: 0.8 }),
  /** Moulded plastic with a print. */
  printed: (hex: string, print: Print, printTile = 0.4, rough = 0.45) =>
    standard({
      map: sharedMap(`print ${hex} ${print}`, 1 / printTile, () =>
        colouredTile(hex, { weave: 'smooth', print, ink: inkOn(hex), fine: 1, depth: 0 }),
      ),
      roughness: rough,
      envMapIntensity: 0.6,
      side: THREE.DoubleSide,
    }),
  rubber: (hex: string, weave: Weave = 'orange', tile = 0.4, bump = 1) =>
    standard({
      color: hex,
      bumpMap: bumpOf(weave, 1 / tile),
      bumpScale: bump * 1.6,
      roughness: 0.72,
      envMapIntensity: 0.5,
    }),
  metal: (hex = '#c4c8cc', rough = 0.28) =>
    standard({ color: hex, metalness: 1, roughness: rough, envMapIntensity: 1.35 }),
  brushed: (hex = '#b9bdc2', tile = 1) =>
    standard({
      color: hex,
      metalness: 1,
      roughness: 0.4,
      bumpMap: bumpOf('brushed', 1 / tile),
      bumpScale: 0.1,
      envMapIntensity: 1.15,
    }),
  gold: (rough = 0.22) => standard({ color: '#f0cd86', metalness: 1, roughness: rough, envMapIntensity: 1.65 }),
  /** Painted or powder-coated steel. */
  coated: (hex: string) =>
    standard({
      color: hex,
      roughness: 0.42,
      bumpMap: bumpOf('orange', 6),
      bumpScale: 0.25,
      clearcoat: 0.15,
      clearcoatRoughness: 0.35,
      envMapIntensity: 0.7,
    }),
  wood: (hex = '#c2945f', tile = 0.9, rough = 0.55) =>
    standard({ map: sharedMap(`wood ${hex}`, 1 / tile, () => woodTile(hex)), roughness: rough, envMapIntensity: 0.5 }),
  glass: (hex = '#ffffff', thick = 0.15) =>
    standard({
      color: hex,
      transmission: 1,
      roughness: 0.03,
      ior: 1.46,
      thickness: thick,
      attenuationColor: new THREE.Color(hex),
      attenuationDistance: 0.8,
      envMapIntensity: 1.2,
      specularIntensity: 1,
    }),
  /** Coloured glass as a thin skin: what is behind shines through, and nothing is refracted. */
  tinted: (hex: string, opacity = 0.42) =>
    standard({
      color: hex,
      transparent: true,
      opacity,
      depthWrite: false,
      roughness: 0.05,
      clearcoat: 1,
      clearcoatRoughness: 0.02,
      envMapIntensity: 1.7,
    }),
  paper: (hex = '#fbf8f0') => standard({ color: hex, roughness: 0.9, envMapIntensity: 0.3, side: THREE.DoubleSide }),
  /** A picture of its own on the surface, with texture coordinates from 0 to 1. */
  picture(draw: (context: CanvasRenderingContext2D) => void, rough = 0.6, edge = 1000) {
    const map = textureOf(drawing(draw, edge), 1, true)
    map.wrapS = THREE.ClampToEdgeWrapping
    map.wrapT = THREE.ClampToEdgeWrapping
    return standard({ map, roughness: rough, envMapIntensity: 0.5 })
  },
  glow: (hex: string, strength = 1) =>
    standard({ color: hex, emissive: hex, emissiveIntensity: strength, roughness: 0.6, envMapIntensity: 0.3 }),
  mirror: () => standard({ color: '#f1f4f5', metalness: 1, roughness: 0.02, envMapIntensity: 1 }),
}

/** A flat picture w × h around its centre, facing z. */
export const face = (w: number, h: number, material: Material, place: Place = {}) =>
  mesh(new THREE.PlaneGeometry(w, h), material, place)
export const disc = (r: number, material: Material, place: Place = {}) =>
  mesh(new THREE.CircleGeometry(r, 96), material, place)

/** What a model is asked for. */
export type Ask = {
  colour: string
  /** A second colour that suits the first. */
  accent: string
  print: Print
  /** The name of the article, for goods that share a model and differ in form. */
  article: string
  /** 0: the product as a whole. 1: from another side, or in another arrangement. */
  view: number
}
export type Model = (k: Ask) => Modelled
export { darker, lighter, mixColours } from '../colours.ts'
export { noise, hash } from './textures.ts'

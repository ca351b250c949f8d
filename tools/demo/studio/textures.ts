/**
 * Surfaces as tiles: heights drawn pixel by pixel, and coloured maps made from them. All tile without a seam.
 */
import * as THREE from 'three'
import type { Print } from './prints.ts'

const size = 512
export type Weave =
  | 'linen'
  | 'canvas'
  | 'twill'
  | 'knit'
  | 'rib'
  | 'chunky'
  | 'cord'
  | 'waffle'
  | 'terry'
  | 'felt'
  | 'leather'
  | 'basket'
  | 'mesh'
  | 'quilt'
  | 'braid'
  | 'pebble'
  | 'brushed'
  | 'orange'
  | 'clay'
  | 'smooth'

/** A number from 0 to 1 for a whole point, the same in every run. */
export function hash(x: number, y = 0, seed = 0): number {
  let n = Math.imul(x | 0, 374761393) + Math.imul(y | 0, 668265263) + Math.imul(seed | 0, 974711)
  n = Math.imul(n ^ (n >>> 13), 1274126177)
  return ((n ^ (n >>> 16)) >>> 0) / 4294967296
}

const fade = (t: number) => t * t * (3 - 2 * t)
/** Smooth noise from 0 to 1 that repeats after `period` whole steps. */
export function noise(x: number, y: number, period = 1024, seed = 0): number {
  const [x0, y0] = [Math.floor(x), Math.floor(y)]
  const [u, v] = [fade(x - x0), fade(y - y0)]
  const at = (i: number, j: number) => hash(((i % period) + period) % period, ((j % period) + period) % period, seed)
  const top = at(x0, y0) * (1 - u) + at(x0 + 1, y0) * u
  return top * (1 - v) + (at(x0, y0 + 1) * (1 - u) + at(x0 + 1, y0 + 1) * u) * v
}
/** Noise in several octaves; `period` is the number of steps of the first. */
function layers(u: number, v: number, period: number, octaves: number, seed = 0): number {
  let [sum, weight, share] = [0, 0, 1]
  for (let i = 0; i < octaves; i += 1) {
    const steps = period * 2 ** i
    sum += noise(u * steps, v * steps, steps, seed + i) * share
    weight += share
    share /= 2
  }
  return sum / weight
}

/** Distance to the nearest of scattered points and the difference to the second: cells, as in leather. */
function cells(u: number, v: number, period: number, seed = 0): [number, number] {
  const [x, y] = [u * period, v * period]
  let [first, second] = [9, 9]
  for (let j = -1; j <= 1; j += 1)
    for (let i = -1; i <= 1; i += 1) {
      const [cx, cy] = [Math.floor(x) + i, Math.floor(y) + j]
      const [px, py] = [((cx % period) + period) % period, ((cy % period) + period) % period]
      const d = Math.hypot(cx + hash(px, py, seed) - x, cy + hash(px, py, seed + 7) - y)
      if (d < first) [first, second] = [d, first]
      else if (d < second) second = d
    }
  return [first, second - first]
}

const wave = (t: number) => 0.5 - 0.5 * Math.cos(2 * Math.PI * t)
const frac = (t: number) => t - Math.floor(t)

/** Plain weave of `n` threads: which thread is above alternates. */
function plainWeave(u: number, v: number, n: number, rough: number): number {
  const [x, y] = [u * n, v * n]
  const over = (Math.floor(x) + Math.floor(y)) % 2 === 0
  const across = Math.sin(Math.PI * frac(x))
  const along = Math.sin(Math.PI * frac(y))
  const thread = over ? across * (0.55 + 0.45 * along) : along * (0.55 + 0.45 * across)
  const uneven = over ? hash(Math.floor(x), 3) : hash(7, Math.floor(y))
  return thread * (1 - rough) + uneven * rough
}

/** Stitches as pairs of slanting loops. */
function stitch(u: number, v: number, columns: number, rows: number): number {
  const x = frac(u * columns)
  const side = x < 0.5 ? 1 : -1
  const half = frac(x * 2) - 0.5
  const y = frac(v * rows + side * half * 0.75) - 0.5
  const body = Math.max(0, 1 - (Math.abs(half) / 0.5) ** 2.4)
  return Math.sqrt(body) * (0.55 + 0.45 * Math.cos(y * 2 * Math.PI))
}

const heights: Record<Weave, (u: number, v: number) => number> = {
  linen: (u, v) => plainWeave(u, v, 40, 0.4),
  canvas: (u, v) => plainWeave(u, v, 28, 0.18),
  twill: (u, v) => wave(frac(u * 20 + v * 20)) * 0.7 + 0.3 * wave(v * 40),
  knit: (u, v) => stitch(u, v, 12, 16),
  rib: (u, v) => 0.55 * Math.sqrt(wave(u * 8)) + 0.45 * stitch(u, v, 16, 20),
  chunky: (u, v) => stitch(u, v, 3, 4) * 0.85 + 0.15 * wave(u * 60 + v * 24),
  cord: (u, v) => Math.sqrt(wave(u * 10)) * 0.85 + 0.15 * layers(u, v, 64, 1),
  waffle: (u, v) => Math.max(wave(u * 8) ** 2, wave(v * 8) ** 2) * 0.85 + 0.15 * plainWeave(u, v, 64, 0.2),
  terry: (u, v) => layers(u, v, 48, 2) * 0.6 + 0.4 * (1 - cells(u, v, 56)[0]),
  felt: (u, v) => layers(u, v, 40, 3),
  leather: (u, v) => Math.min(1, cells(u, v, 30)[1] * 2.4) * 0.75 + 0.25 * layers(u, v, 24, 3),
  basket: (u, v) => plainWeave(u, v, 8, 0.1) * 0.85 + 0.15 * wave(u * 64) * wave(v * 64),
  mesh: (u, v) => (wave(u * 24) * wave(v * 24 + 0.5) > 0.45 ? 0 : 1),
  quilt: (u, v) => {
    const [a, b] = [frac(u * 4 + v * 4), frac(u * 4 - v * 4)]
    return Math.sqrt(Math.sqrt(Math.sin(Math.PI * a) * Math.sin(Math.PI * b))) * 0.94 + 0.06 * plainWeave(u, v, 64, 0.2)
  },
  braid: (u, v) => {
    const over = frac(u * 6 + v * 6)
    const under = frac(u * 6 - v * 6)
    return Math.max(Math.sin(Math.PI * over), Math.sin(Math.PI * under)) * (0.7 + 0.3 * wave(u * 48))
  },
  pebble: (u, v) => Math.max(0, 1 - cells(u, v, 40)[0] * 1.3),
  brushed: (u, v) => noise(u * 4, v * 256, 256) * 0.6 + noise(u * 8, v * 512, 512, 4) * 0.4,
  orange: (u, v) => layers(u, v, 60, 2),
  clay: (u, v) => layers(u, v, 6, 6),
  smooth: () => 0.5,
}

const drawn = new Map<Weave, HTMLCanvasElement>()
/** The heights of a surface as a grey tile. */
export function heightOf(weave: Weave): HTMLCanvasElement {
  let canvas = drawn.get(weave)
  if (canvas) return canvas
  canvas = document.createElement('canvas')
  canvas.width = size
  canvas.height = size
  const context = canvas.getContext('2d')!
  const image = context.createImageData(size, size)
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      const tone = Math.max(0, Math.min(255, heights[weave]((x + 0.5) / size, (y + 0.5) / size) * 255))
      image.data.set([tone, tone, tone, 255], (y * size + x) * 4)
    }
  context.putImageData(image, 0, 0)
  drawn.set(weave, canvas)
  return canvas
}

const bumps = new Map<string, THREE.CanvasTexture>()
/** The heights of a surface as a texture, `perUnit` tiles a unit. It is kept: there are few of them. */
export function bumpOf(weave: Weave, perUnit: number): THREE.CanvasTexture {
  const key = `${weave} ${perUnit}`
  const known = bumps.get(key) ?? textureOf(heightOf(weave), perUnit, false)
  bumps.set(key, known)
  return known
}

const maps = new Map<string, THREE.CanvasTexture>()
/** A coloured texture that several parts of one product share; `forgetMaps` ends that. */
export function sharedMap(key: string, perUnit: number, draw: () => HTMLCanvasElement): THREE.CanvasTexture {
  const whole = `${key} ${perUnit}`
  const known = maps.get(whole) ?? textureOf(draw(), perUnit, true)
  maps.set(whole, known)
  return known
}
export function forgetMaps(): void {
  for (const map of maps.values()) map.dispose()
  maps.clear()
}

export function textureOf(canvas: HTMLCanvasElement, perUnit: number, colour: boolean): THREE.CanvasTexture {
  const texture = new THREE.CanvasTexture(canvas)
  texture.wrapS = THREE.RepeatWrapping
  texture.wrapT = THREE.RepeatWrapping
  texture.repeat.set(perUnit, perUnit)
  texture.anisotropy = 2
  if (colour) texture.colorSpace = THREE.SRGBColorSpace
  return texture
}

const blank = (edge = size) => {
  const canvas = document.createElement('canvas')
  canvas.width = edge
  canvas.height = edge
  return [canvas, canvas.getContext('2d')!] as const
}

function drawPrint(context: CanvasRenderingContext2D, print: Print, ink: string): void {
  const s = size
  context.fillStyle = ink
  context.strokeStyle = ink
  if (print === 'stripes') {
    context.fillRect(0, 0, s, s * 0.11)
    context.fillRect(0, s * 0.5, s, s * 0.11)
    context.globalAlpha = 0.6
    context.fillRect(0, s * 0.65, s, s * 0.025)
    context.fillRect(0, s * 0.15, s, s * 0.025)
  }
  if (print === 'dots')
    for (const [x, y] of [
      [0.25, 0.25],
      [0.75, 0.75],
    ] as const) {
      context.beginPath()
      context.arc(x * s, y * s, s * 0.105, 0, 7)
      context.fill()
    }
  if (print === 'checks') {
    context.globalAlpha = 0.42
    context.fillRect(0, 0, s * 0.5, s)
    context.fillRect(0, 0, s, s * 0.5)
    context.globalAlpha = 0.7
    context.fillRect(s * 0.73, 0, s * 0.02, s)
    context.fillRect(0, s * 0.73, s, s * 0.02)
  }
  if (print === 'waves') {
    context.lineWidth = s * 0.055
    for (const y of [0.25, 0.75]) {
      context.beginPath()
      for (let x = -20; x <= s + 20; x += 4) context.lineTo(x, y * s + Math.sin((x / s) * 4 * Math.PI) * s * 0.085)
      context.stroke()
    }
  }
  context.globalAlpha = 1
}

/** A coloured tile: the colour, a print in another ink, and the shade of the weave `fine` times in it. */
export function colouredTile(
  hex: string,
  { weave, print, ink, fine, depth }: { weave: Weave; print: Print; ink: string; fine: number; depth: number },
): HTMLCanvasElement {
  const [canvas, context] = blank()
  context.fillStyle = hex
  context.fillRect(0, 0, size, size)
  drawPrint(context, print, ink)
  if (depth > 0 && weave !== 'smooth') {
    context.globalCompositeOperation = 'soft-light'
    context.globalAlpha = depth
    const step = size / fine
    for (let y = 0; y < fine; y += 1)
      for (let x = 0; x < fine; x += 1) context.drawImage(heightOf(weave), x * step, y * step, step, step)
    context.globalAlpha = 1
    context.globalCompositeOperation = 'source-over'
  }
  return canvas
}

const mixed = (a: number[], b: number[], t: number) => a.map((v, i) => v + (b[i]! - v) * t)
const rgb = (hex: string) => [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16))

const woods = new Map<string, HTMLCanvasElement>()
/** Planks of wood: rings stretched along u, with pores. */
export function woodTile(hex: string): HTMLCanvasElement {
  const known = woods.get(hex)
  if (known) return known
  const [canvas, context] = blank()
  woods.set(hex, canvas)
  const image = context.createImageData(size, size)
  const base = rgb(hex)
  const dark = base.map((v) => v * 0.62)
  const light = mixed(base, [255, 236, 205], 0.22)
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      const [u, v] = [x / size, y / size]
      const bend = layers(u, v, 2, 3) * 0.5
      const ring = wave(v * 9 + bend * 5 + noise(u * 3, v * 6, 6, 9) * 0.6)
      const pore = noise(u * 10, v * 200, 200, 5) * 0.6 + noise(u * 24, v * 256, 256, 6) * 0.4
      const tone = mixed(mixed(light, base, 0.25 + 0.75 * ring), dark, Math.max(0, pore - 0.5) * 0.8 + 0.1 * ring)
      image.data.set([...tone, 255], (y * size + x) * 4)
    }
  context.putImageData(image, 0, 0)
  return canvas
}

/** A glaze with fine specks. */
export function speckledTile(hex: string, ink: string, print: Print, amount: number): HTMLCanvasElement {
  const canvas = colouredTile(hex, { weave: 'clay', print, ink, fine: 1, depth: 0.3 })
  const context = canvas.getContext('2d')!
  for (let i = 0; i < amount; i += 1) {
    context.fillStyle = hash(i, 4) > 0.5 ? '#3a2d24' : '#6b5644'
    context.globalAlpha = 0.25 + 0.5 * hash(i, 5)
    context.beginPath()
    context.arc(hash(i, 1) * size, hash(i, 2) * size, 0.6 + 1.6 * hash(i, 3) ** 3, 0, 7)
    context.fill()
  }
  context.globalAlpha = 1
  return canvas
}

/** A picture of its own, such as a dial or a label: `draw` gets a square of 1000 × 1000. */
export function drawing(draw: (context: CanvasRenderingContext2D) => void, edge = 1000): HTMLCanvasElement {
  const [canvas, context] = blank(edge)
  context.scale(edge / 1000, edge / 1000)
  draw(context)
  return canvas
}

/** Draws the visible part of the world onto a canvas. */
import type { View } from '../../lib/panZoom.ts'
import { placeLabel } from './placeName.ts'
import type { Town } from './search.ts'
import type { World } from './world.ts'

type Shape = { path: Path2D; left: number; top: number; right: number; bottom: number }

function shapeOf(steps: number[]): Shape {
  const path = new Path2D()
  let [x, y] = [steps[0]!, steps[1]!]
  const shape = { path, left: x, top: y, right: x, bottom: y }
  path.moveTo(x, y)
  for (let i = 2; i < steps.length; i += 2) {
    x += steps[i]!
    y += steps[i + 1]!
    path.lineTo(x, y)
    shape.left = Math.min(shape.left, x)
    shape.right = Math.max(shape.right, x)
    shape.top = Math.min(shape.top, y)
    shape.bottom = Math.max(shape.bottom, y)
  }
  return shape
}

export type Drawable = { land: Shape[]; borders: Shape[]; towns: Town[] }
/** `towns` in the order of the world's list, the largest first. */
export const drawable = (world: World, towns: Town[]): Drawable => ({
  land: world.land.map(shapeOf),
  borders: world.borders.map(shapeOf),
  towns,
})

export type Inks = { water: string; land: string; coast: string; border: string; text: string }

/** Maximum number of town names on one map, so that they stay readable. */
const maxNames = 24

/** `width` and `height` in CSS pixels; `ratio` is the number of device pixels per CSS pixel. */
export function draw(
  canvas: HTMLCanvasElement,
  { land, borders, towns }: Drawable,
  view: View,
  inks: Inks,
  { width, height, ratio }: { width: number; height: number; ratio: number },
): void {
  const context = canvas.getContext('2d')!
  canvas.width = Math.round(width * ratio)
  canvas.height = Math.round(height * ratio)
  const left = view.x - width / 2 / view.scale
  const top = view.y - height / 2 / view.scale
  const seen = (shape: Shape) =>
    shape.right >= left &&
    shape.left <= left + width / view.scale &&
    shape.bottom >= top &&
    shape.top <= top + height / view.scale

  context.fillStyle = inks.water
  context.fillRect(0, 0, canvas.width, canvas.height)
  const scale = view.scale * ratio
  context.setTransform(scale, 0, 0, scale, -left * scale, -top * scale)
  context.lineJoin = 'round'
  context.lineWidth = 1 / view.scale
  context.fillStyle = inks.land
  context.strokeStyle = inks.coast
  // All rings in one path, so that a lake inside the land stays water.
  const ground = new Path2D()
  for (const shape of land) if (seen(shape)) ground.addPath(shape.path)
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- not an array
  context.fill(ground, 'evenodd')
  context.stroke(ground)
  context.strokeStyle = inks.border
  for (const shape of borders) if (seen(shape)) context.stroke(shape.path)

  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.font = '12px system-ui, sans-serif'
  context.textBaseline = 'middle'
  // The name is at the right of its dot in every writing direction.
  context.direction = 'ltr'
  context.fillStyle = inks.text
  context.strokeStyle = inks.land
  context.lineWidth = 3
  const taken: { x: number; y: number; width: number }[] = []
  for (const town of towns) {
    if (taken.length === maxNames) break
    const x = (town.x - left) * view.scale
    const y = (town.y - top) * view.scale
    if (x < 0 || y < 0 || x > width || y > height) continue
    const label = placeLabel(town)
    const wide = context.measureText(label).width + 12
    if (taken.some((t) => Math.abs(t.y - y) < 18 && x < t.x + t.width && t.x < x + wide)) continue
    taken.push({ x, y, width: wide })
    context.beginPath()
    context.arc(x, y, 2.5, 0, 7)
    context.fill()
    context.strokeText(label, x + 6, y)
    context.fillText(label, x + 6, y)
  }
}

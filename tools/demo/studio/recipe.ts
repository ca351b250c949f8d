import type { Colour } from '../colours.ts'
import type { PictureKind } from './models.ts'
import type { Print } from './prints.ts'

/** How a variant looks: which model, in which colours. */
export type Recipe = {
  kind: PictureKind
  colour: Colour
  accent: Colour
  print: Print
  /** What the backdrop is tinted with. */
  ground: Colour
  mirrored: boolean
}

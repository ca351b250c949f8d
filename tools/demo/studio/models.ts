/** Every kind of product of the demo catalogue. */
import type { Model } from './kit.ts'
import { bags } from './models/bags.ts'
import { beauty } from './models/beauty.ts'
import { electronics } from './models/electronics.ts'
import { fashion } from './models/fashion.ts'
import { garden } from './models/garden.ts'
import { home } from './models/home.ts'
import { kitchen } from './models/kitchen.ts'
import { office } from './models/office.ts'
import { pets } from './models/pets.ts'
import { sport } from './models/sport.ts'
import { toys } from './models/toys.ts'
import { travel } from './models/travel.ts'

export const models = {
  ...home,
  ...kitchen,
  ...electronics,
  ...bags,
  ...sport,
  ...beauty,
  ...toys,
  ...garden,
  ...pets,
  ...office,
  ...fashion,
  ...travel,
} satisfies Record<string, Model>
export type PictureKind = keyof typeof models

import type { T } from '../../words.tsx'
import type { Town } from './search.ts'

/** A town or region with its country, as one reads it. */
export const placeName = ({ name, country }: Pick<Town, 'name' | 'country'>, t: T): string =>
  name && country ? t('places.in', { place: name, country }) : name || country

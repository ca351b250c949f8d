import type { T } from '../../lib/i18n.tsx'
import type { Town } from './search.ts'

/** A town's name, and beside it the Latin one where the reader's letters are others. */
export const placeLabel = ({ name, latin }: Pick<Town, 'name' | 'latin'>): string => (latin ? `${name} ${latin}` : name)

/** A town or region with its country, as one reads it. */
export const placeName = ({ name, country }: Pick<Town, 'name' | 'country'>, t: T): string =>
  name && country ? t('places.in', { place: name, country }) : name || country

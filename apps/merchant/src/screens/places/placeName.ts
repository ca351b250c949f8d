import type { T } from '../../lib/i18n.tsx'
import type { Town } from './search.ts'

/** The name of a town, followed by its Latin name if the name is not in Latin letters. */
export const placeLabel = ({ name, latin }: Pick<Town, 'name' | 'latin'>): string => (latin ? `${name} ${latin}` : name)

/** A town or region with its country. */
export const placeName = ({ name, country }: Pick<Town, 'name' | 'country'>, t: T): string =>
  name && country ? t('places.in', { place: name, country }) : name || country

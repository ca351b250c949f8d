/**
 * Postal addresses of the world: which fields an address of a country has, and the lines in which the post of that
 * country writes it. The formats are those of libaddressinput, the states those of ISO 3166-2; both stay on the server.
 */
import { iso31662 } from 'iso-3166'
import { formatAddress } from 'localized-address-format'
import type { AddressField } from '@quayside/contract/storefront-pages'

/** An address as it is stored. Parts that its country does not use are missing or empty. */
export type PostalAddress = {
  name: string
  street: string
  /** Floor, flat or building. */
  street2?: string | null
  district?: string | null
  city: string
  /** The code of ISO 3166-2 without its country where the post writes it (`IL`), else the name. */
  state?: string | null
  postcode: string
  /** ISO 3166-1 alpha-2. */
  country: string
}
type Part = 'street' | 'district' | 'city' | 'state' | 'postcode'

const setOf = (codes: string): ReadonlySet<string> => new Set(codes.split(' '))

/** Where the post or the carriers return a parcel without a state. Elsewhere a state may be left out. */
const needsState = setOf('AU BR CA CN IN IT JP KR MX TW US')
/** Where each address has a postcode. Elsewhere it may be left out. */
const needsPostcode = setOf(
  'AT AU AX BE BG BR CA CH CN CY CZ DE DK EE ES FI FO FR GB GF GG GL GP GR GU HR HU IM IN IS IT JE JP KR LI LT LU LV MC ' +
    'MQ MX MY NL NO NZ PL PM PR PT RE RO RU SE SG SI SJ SK SM TR TW UA US VA VI XK YT ZA',
)
const stateNames: readonly [ReadonlySet<string>, AddressField['label']][] = [
  [setOf('AS AU BR CC CX FM HM IN MH MP MX MY NF NG PW UM US VE VI'), 'state'],
  [setOf('AR CA CN CR ES ID IQ IT KP KR MN MZ NI PA PG PH SR TH TR VN'), 'province'],
  [setOf('JP'), 'prefecture'],
  [setOf('EE IE LT LV RO TW'), 'county'],
]
/** Countries whose districts carry the name of a neighbourhood: bairro, colonia. */
const neighbourhoods = setOf('BR CO IR MX')
/** Townlands stand in the street. */
const withoutDistrict = setOf('IE')
/** Countries whose city field is a district of the state before it. */
const districtsAsCities = setOf('HK TW')
/** States to choose from: the post writes their codes, or their names. */
const chosenByCode = setOf('AU BR CA IT US')
const chosenByName = setOf('IN MX')
/** States of the post that ISO 3166-2 does not have: a province that is a region, and military mail. */
const postalStates: Record<string, { value: string; name: string }[]> = {
  IT: [{ value: 'AO', name: 'Aosta' }],
  US: ['Americas', 'Europe', 'Pacific'].map((part) => ({
    value: `A${part === 'Americas' ? 'A' : part[0]}`,
    name: `Armed Forces ${part}`,
  })),
}

const mark: Record<Part, string> = {
  street: '\u0001',
  district: '\u0002',
  city: '\u0003',
  state: '\u0004',
  postcode: '\u0005',
}

/** The parts that the format of a country has, in its order. */
const partsOf = (country: string): Part[] => {
  const shown = formatAddress({
    postalCountry: country,
    addressLines: [mark.street],
    dependentLocality: mark.district,
    locality: mark.city,
    administrativeArea: mark.state,
    postalCode: mark.postcode,
  }).join('\n')
  return (Object.keys(mark) as Part[])
    .filter((part) => shown.includes(mark[part]))
    .toSorted((a, b) => shown.indexOf(mark[a]) - shown.indexOf(mark[b]))
}

/** Without the strokes of transliterations (`Karnātaka`) and a former name in brackets. */
const englishName = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll('\u0304', '')
    .normalize('NFC')
    .replace(/ \(.*\)$/, '')

const statesByCountry = new Map<string, { value: string; name: string }[]>()
/** The states of a country that are chosen from a list, by their names. Null where they are typed. */
function statesOf(country: string): readonly { value: string; name: string }[] | null {
  if (!chosenByCode.has(country) && !chosenByName.has(country)) return null
  let found = statesByCountry.get(country)
  if (!found) {
    found = iso31662
      // Letters of Italy write provinces, which are parts of regions.
      .filter(({ code, parent }) => code.startsWith(`${country}-`) && (country !== 'IT' || parent !== 'IT'))
      .map(({ code, name }) => ({ value: code.slice(3), name: englishName(name) }))
      .map(({ value, name }) => ({ value: chosenByCode.has(country) ? value : name, name }))
      .concat(postalStates[country] ?? [])
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
    statesByCountry.set(country, found)
  }
  return found
}

/**
 * The fields of an address of a country, in the order in which its people write them, after the name. Without a country
 * those that most countries have.
 */
export function addressFields(country: string | null): AddressField[] {
  const code = country ?? 'DE'
  const parts = partsOf(code)
  // Where the format has a state and no city, as for the Emirates, the city is the state. Japan has both on one line.
  const asked: Part[] = parts.flatMap((part): Part[] =>
    part !== 'state' || parts.includes('city') ? [part] : code === 'JP' ? ['state', 'city'] : ['city'],
  )
  const label = (part: Part): AddressField['label'] => {
    if (part === 'state')
      return code === 'HK' ? 'area' : (stateNames.find(([codes]) => codes.has(code))?.[1] ?? 'region')
    if (part === 'city') return districtsAsCities.has(code) ? 'district' : 'city'
    if (part === 'district') return neighbourhoods.has(code) ? 'neighbourhood' : 'district'
    if (part === 'postcode')
      return code === 'US' ? 'zip' : code === 'IN' ? 'pin' : code === 'IE' ? 'eircode' : 'postcode'
    return part
  }
  const isRequired = (part: Part): boolean =>
    part === 'street' ||
    part === 'city' ||
    (part === 'state' && needsState.has(code)) ||
    (part === 'postcode' && country !== null && needsPostcode.has(code))
  return asked
    .filter((part) => part !== 'district' || !withoutDistrict.has(code))
    .flatMap((part): AddressField[] => {
      const choices = part === 'state' ? statesOf(code) : null
      const field = { name: part, label: label(part), required: isRequired(part), choices }
      return part === 'street'
        ? [field, { name: 'street2', label: 'street2', required: false, choices: null }]
        : [field]
    })
}

/** The state as it is stored: a name from the list becomes what the post writes. Unknown ones stay as typed. */
export function normalState(country: string, typed: string): string {
  const plain = (text: string) =>
    text
      .normalize('NFKD')
      .replaceAll(/[\p{M}.]/gu, '')
      .toLowerCase()
  const found = statesOf(country)?.find(({ value, name }) => [value, name].some((text) => plain(text) === plain(typed)))
  return found?.value ?? typed
}

/** The required parts of an address that are missing, and a state that its country does not have. */
export function wrongParts(address: PostalAddress): string[] {
  return addressFields(address.country)
    .filter(({ name, required, choices: list }) => {
      const value = address[name] ?? ''
      return value === '' ? required : list !== null && !list.some((choice) => choice.value === value)
    })
    .map(({ name }) => name)
}

/** Whether a text is written in letters that are not Latin. */
const isLocal = (text: string): boolean => /\p{L}/u.test(text.replaceAll(/\p{Script=Latin}/gu, ''))

/**
 * The lines of an address with the name, without the country, as the post of its country writes it: in the country's
 * letters from the large to the small where that is its order. No part is left out.
 */
export function addressLines(address: PostalAddress): string[] {
  const { name, street, city, postcode, country } = address
  const [street2, district, state] = [address.street2 ?? '', address.district ?? '', address.state ?? '']
  const local = isLocal(`${street} ${city}`)
  const parts = partsOf(country)
  const inState = parts.includes('state') && !parts.includes('city')
  const line = (given: string[]) =>
    formatAddress(
      {
        postalCountry: country,
        name,
        addressLines: [street, street2, ...given].filter(Boolean),
        dependentLocality: parts.includes('district') ? district : '',
        locality: city,
        administrativeArea: inState ? (local ? `${state}${city}` : [city, state].filter(Boolean).join(', ')) : state,
        postalCode: withoutPrefix(country, postcode),
      },
      local ? 'local' : 'latin',
    )
  const first = line([])
  // What the format has no place for stands below the street, unless the format says it itself (SINGAPORE).
  const shown = first.join('\n').toLowerCase()
  return line([district, city, state, postcode].filter((part) => part && !shown.includes(part.toLowerCase())))
}

/** A postcode without the letters that the format of the country puts before it: `CH-8001` is `8001`. */
function withoutPrefix(country: string, postcode: string): string {
  const prefix = /([A-Z]+)-?\u0005/.exec(
    formatAddress({ postalCountry: country, locality: 'x', postalCode: mark.postcode }).join('\n'),
  )?.[1]
  return prefix ? postcode.replace(new RegExp(`^${prefix}[- ]?`, 'i'), '') : postcode
}

/** An address with its lines, as responses show it. */
export const presentAddress = ({
  name,
  phone,
  street,
  street2 = null,
  district = null,
  city,
  state = null,
  postcode,
  country,
}: PostalAddress & { phone: string | null }) => {
  const address = { name, phone, street, street2, district, city, state, postcode, country }
  return { lines: addressLines(address), ...address }
}

const englishNames = new Intl.DisplayNames('en', { type: 'region' })
/** Names on parcels that differ from those of the language data. */
const postalNames: Record<string, string> = { HK: 'Hong Kong', MO: 'Macao', MM: 'Myanmar' }

/** The country as it stands last on an international label: its English name in capitals. */
export const countryLine = (country: string): string =>
  (postalNames[country] ?? englishNames.of(country) ?? country).toUpperCase()

import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max'

/** A phone number in its international form (E.164), or null when it is none. `country` helps with national writing. */
export function normalPhone(text: string, country?: string): string | null {
  const parsed = parsePhoneNumberFromString(text, {
    ...(country ? { defaultCountry: country as CountryCode } : {}),
    extract: false,
  })
  return parsed?.isValid() ? parsed.number : null
}

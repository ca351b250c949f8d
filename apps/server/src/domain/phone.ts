import { isLandline, isMainlandMobile } from '@quayside/contract'
import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max'

/**
 * A phone number in its international form (E.164); null for an invalid number. `country` is the country of a number
 * in national form. A mobile number in the national form of mainland China is accepted for every country and for none,
 * a landline of mainland China with its area code for every country. The own country's reading comes first.
 */
export function normalPhone(text: string, country?: string): string | null {
  const mobile = text.replace(/[\s-]/g, '')
  if (!country && isMainlandMobile(mobile)) return `+86${mobile}`
  const own = parse(text, country)
  if (own || !country) return own
  return isMainlandMobile(mobile) ? `+86${mobile}` : isLandline(text.trim()) ? parse(text, 'CN') : null
}

function parse(text: string, country: string | undefined): string | null {
  const parsed = parsePhoneNumberFromString(text, {
    ...(country ? { defaultCountry: country as CountryCode } : {}),
    extract: false,
  })
  return parsed?.isValid() ? parsed.number : null
}

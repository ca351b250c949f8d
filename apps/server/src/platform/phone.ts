import { isMainlandMobile } from '@quayside/contract'
import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max'

/**
 * A phone number in its international form (E.164); null for an invalid number. `country` is the country of a number
 * in national form. Without it, a national number is accepted only in the form of a mainland Chinese mobile number.
 */
export function normalPhone(text: string, country?: string): string | null {
  const mobile = text.replace(/[\s-]/g, '')
  if (!country && isMainlandMobile(mobile)) return `+86${mobile}`
  const parsed = parsePhoneNumberFromString(text, {
    ...(country ? { defaultCountry: country as CountryCode } : {}),
    extract: false,
  })
  return parsed?.isValid() ? parsed.number : null
}

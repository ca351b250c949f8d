import { isMainlandMobile } from '@quayside/contract'
import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max'

/**
 * A phone number in its international form (E.164), or null when it is none. `country` helps with national writing;
 * without it a bare
 * number that is written as mainland mobile ones are is one of those.
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

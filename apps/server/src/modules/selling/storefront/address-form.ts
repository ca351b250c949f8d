/** The form of a delivery address: the fields of its country, what was typed, and what is wrong with it. */
import { deliveryAddress } from '@quayside/contract/storefront'
import type { AddressForm, BuyerAddress, ShownAddress } from '@quayside/contract/storefront-pages'
import { addressFields, addressLines, wrongParts, type PostalAddress } from '../../../domain/postal-address.ts'
import { normalTaxNumber, taxNumberKind } from '../../../domain/tax-number.ts'
import type { Address, NewAddress } from '../../people/buyer-accounts/addresses.ts'
import type { FormFields } from './guards.ts'

/** A code of ISO 3166-1 in capital letters, else null. */
const countryOf = (text: string | undefined): string | null => (/^[A-Z]{2}$/.test(text ?? '') ? text! : null)

export const addressForm = (country: string | undefined): AddressForm => ({
  fields: addressFields(countryOf(country)),
  taxNumber: taxNumberKind(countryOf(country)),
})

/**
 * Reads the fields that the country has; what was typed for another country is left out. Otherwise the names of the
 * fields to correct.
 */
export function readAddressForm(given: FormFields): { address: NewAddress } | { wrong: string[] } {
  const { fields, taxNumber: kind } = addressForm(given['country'])
  const text = (name: string) => (fields.some((field) => field.name === name) ? (given[name] ?? '') : '')
  const read = deliveryAddress.safeParse({
    name: given['name'],
    phone: given['phone']?.trim() ? given['phone'] : null,
    street: given['street'],
    street2: text('street2'),
    district: text('district'),
    city: text('city'),
    state: text('state'),
    postcode: text('postcode'),
    country: given['country'],
  })
  const taxNumber = kind === null ? null : normalTaxNumber(kind, given['taxNumber'] ?? '')
  const wrong = read.success ? wrongParts(read.data) : read.error.issues.map(({ path }) => String(path[0]))
  if (kind !== null && taxNumber === null) wrong.push('taxNumber')
  if (!read.success || wrong.length > 0) return { wrong: [...new Set(wrong)] }
  const { taxNumber: _none, street2, district, state, ...address } = read.data
  return {
    address: { ...address, street2: street2 || null, district: district || null, state: state || null, taxNumber },
  }
}

/** A saved address as the form shows it. */
export const givenAddress = ({ id: _id, preferred: _preferred, ...address }: Address): FormFields =>
  Object.fromEntries(Object.entries(address).map(([name, value]) => [name, value ?? '']))

export const showAddress = (address: PostalAddress & { phone: string | null }): ShownAddress => ({
  lines: addressLines(address),
  country: address.country,
  phone: address.phone,
})

export const showSaved = (addresses: readonly Address[]): BuyerAddress[] =>
  addresses.map((address) => ({ id: address.id, ...showAddress(address) }))

/** Destinations: validity of card numbers and addresses, comparison of names. Pure. */
import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import {
  accountFormOf,
  clearingSystems,
  hasLength,
  isDigits,
  isLettersOrDigits,
  type PayoutNetwork,
} from '@quayside/contract'
import cardValidator from 'card-validator'
import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools'
import { getAddress, isAddress, zeroAddress } from 'viem'
import { bankNameOf } from '../../../../platform/files/latin-letters.ts'

/** The digits of a card number with a valid check digit; null otherwise. */
export function parseCardNumber(typed: string): string | null {
  const digits = typed.replace(/[ -]/g, '')
  return isDigits(digits) && hasLength(digits, 12, 19) && cardValidator.number(digits, { maxLength: 19 }).isValid
    ? digits
    : null
}

export type AccountField = 'country' | 'account' | 'bankCode'
export type AccountProblem =
  | 'destination/country-unsupported'
  | 'destination/iban-invalid'
  | 'destination/account-invalid'
  | 'destination/bic-invalid'
  | 'destination/routing-invalid'

/** The bank of an American routing number: the weighted sum of its digits is a multiple of ten. */
const isRoutingNumber = (digits: string): boolean =>
  [...digits].reduce((sum, digit, i) => sum + Number(digit) * [3, 7, 1][i % 3]!, 0) % 10 === 0

/** Account and bank code in the form that the bank file needs, or the problem of each wrong field. */
export function parseBankAccount(
  country: string,
  typedAccount: string,
  typedCode: string,
): { account: string; bankCode: string } | { problems: Partial<Record<AccountField, AccountProblem>> } {
  const form = accountFormOf(country)
  if (!form) return { problems: { country: 'destination/country-unsupported' } }
  const plain = (text: string) => text.replace(/[\s.-]/g, '').toUpperCase()
  const account = form === 'iban' ? (electronicFormatIBAN(typedAccount) ?? '') : plain(typedAccount)
  const bankCode = plain(typedCode)
  const problems: Partial<Record<AccountField, AccountProblem>> = {}
  if (form === 'iban') {
    // The IBAN names the country too; one of another country is a mistake somewhere.
    if (!account.startsWith(country) || !isValidIBAN(account)) problems.account = 'destination/iban-invalid'
  } else if (!isLettersOrDigits(account) || !hasLength(account, 4, 34) || !/\d/.test(account))
    problems.account = 'destination/account-invalid'
  if (form === 'clearing') {
    const isRight = clearingSystems[country]!.form.test(bankCode) && (country !== 'US' || isRoutingNumber(bankCode))
    if (!isRight) problems.bankCode = 'destination/routing-invalid'
  } else if (!isValidBIC(bankCode)) problems.bankCode = 'destination/bic-invalid'
  return Object.keys(problems).length > 0 ? { problems } : { account, bankCode }
}

const base58check = createBase58check(sha256)

/** The canonical form of an address with a valid checksum; null otherwise. */
export function parseChainAddress(network: PayoutNetwork, typed: string): string | null {
  if (network === 'ethereum') {
    // An address in lower case has no checksum: a typing error would pass.
    if (!isAddress(typed, { strict: true }) || typed === typed.toLowerCase()) return null
    const address = getAddress(typed)
    return address === zeroAddress ? null : address
  }
  try {
    const bytes = base58check.decode(typed)
    return bytes.length === 21 && bytes[0] === 0x41 ? typed : null
  } catch {
    return null
  }
}

/** The longest name that every bank takes. */
const maxBankName = 70

/** The name of a payment in the bank's file; null while it is not known in Latin letters. */
export const bankHolderOf = ({
  holder,
  latin_holder,
}: {
  holder: string
  latin_holder: string | null
}): string | null =>
  bankNameOf(holder, maxBankName) ?? (latin_holder === null ? null : bankNameOf(latin_holder, maxBankName))

/** Compares names without regard to case, Unicode form and spaces. */
export const sameName = (a: string, b: string): boolean => normalizeName(a) === normalizeName(b)
const normalizeName = (name: string) =>
  name
    .normalize('NFKC')
    .toLocaleLowerCase('en')
    .replace(/[\s.,'-]+/g, ' ')
    .trim()

/** Destinations: validity of card numbers and addresses, comparison of names. Pure. */
import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import type { PayoutNetwork } from '@quayside/contract'
import cardValidator from 'card-validator'
import { getAddress, isAddress, zeroAddress } from 'viem'

/** The digits of a card number with a valid check digit; null otherwise. */
export function parseCardNumber(typed: string): string | null {
  const digits = typed.replace(/[ -]/g, '')
  return /^\d{12,19}$/.test(digits) && cardValidator.number(digits, { maxLength: 19 }).isValid ? digits : null
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

/** Compares names without regard to case, Unicode form and spaces. */
export const sameName = (a: string, b: string): boolean => normalizeName(a) === normalizeName(b)
const normalizeName = (name: string) =>
  name
    .normalize('NFKC')
    .toLocaleLowerCase('en')
    .replace(/[\s.,'-]+/g, ' ')
    .trim()

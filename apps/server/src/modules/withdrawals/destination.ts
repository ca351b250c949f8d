/** Where money may go: validity of card numbers and addresses, and names compared as people write them. Pure. */
import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import type { PayoutNetwork } from '@quayside/contract'
import cardValidator from 'card-validator'
import { getAddress, isAddress, zeroAddress } from 'viem'

/** The digits of a card number whose check digit is right; null otherwise. */
export function parseCardNumber(typed: string): string | null {
  const digits = typed.replace(/[ -]/g, '')
  return /^\d{12,19}$/.test(digits) && cardValidator.number(digits, { maxLength: 19 }).isValid ? digits : null
}

const base58check = createBase58check(sha256)

/** An address in its canonical spelling, checked by the network's own checksum; null when it is none. */
export function parseChainAddress(network: PayoutNetwork, typed: string): string | null {
  if (network === 'ethereum') {
    // Without capitals there is no checksum to look at: a mistyped letter would pass.
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

/** The same name, whatever its capitals, accents of composition and spaces. */
export const sameName = (a: string, b: string): boolean => normalizeName(a) === normalizeName(b)
const normalizeName = (name: string) =>
  name
    .normalize('NFKC')
    .toLocaleLowerCase('en')
    .replace(/[\s.,'-]+/g, ' ')
    .trim()

/** The number of a person that customs of a country ask for, kept with the address and sealed in the database. */
import type { TaxNumberKind } from '@quayside/contract/storefront-pages'
import type { Keys } from '../platform/security/keys.ts'

const kinds: Record<string, TaxNumberKind> = { BR: 'cpf', CL: 'rut', KR: 'pccc' }

/** The number that a parcel to this country needs; null for none. */
export const taxNumberKind = (country: string | null): TaxNumberKind | null => kinds[country ?? ''] ?? null

/** Σ digit × weight, the weights from the last digit on: 2, 3, … up to `most`, then 2 again. */
const weighted = (digits: string, most: number): number =>
  [...digits].toReversed().reduce((sum, digit, i) => sum + Number(digit) * (2 + (i % (most - 1))), 0)

function normalCpf(typed: string): string | null {
  const digits = typed.replaceAll(/[\s.-]/g, '')
  // Eleven equal digits have right check digits and belong to nobody.
  if (!/^\d{11}$/.test(digits) || /^(\d)\1+$/.test(digits)) return null
  const check = (length: number) => ((weighted(digits.slice(0, length), 11) * 10) % 11) % 10
  if (check(9) !== Number(digits[9]) || check(10) !== Number(digits[10])) return null
  return digits.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4')
}

function normalRut(typed: string): string | null {
  const text = typed.replaceAll(/[\s.-]/g, '').toUpperCase()
  if (!/^\d{7,8}[\dK]$/.test(text)) return null
  const [body, last] = [text.slice(0, -1), text.slice(-1)]
  const check = 11 - (weighted(body, 7) % 11)
  if (last !== (check === 11 ? '0' : check === 10 ? 'K' : String(check))) return null
  return `${body.replaceAll(/\B(?=(\d{3})+$)/g, '.')}-${last}`
}

function normalPccc(typed: string): string | null {
  const text = typed.replaceAll(/[\s-]/g, '').toUpperCase()
  return /^P\d{12}$/.test(text) ? text : null
}

const normal: Record<TaxNumberKind, (typed: string) => string | null> = {
  cpf: normalCpf,
  rut: normalRut,
  pccc: normalPccc,
}

/** A typed number as its country writes it; null for a wrong one. Digits of other scripts are read as digits. */
export const normalTaxNumber = (kind: TaxNumberKind, typed: string): string | null =>
  normal[kind](typed.normalize('NFKC'))

/** `CPF 529.982.247-25`, for papers and pages. */
export const namedTaxNumber = (country: string, number: string): string =>
  `${(taxNumberKind(country) ?? 'tax number').toUpperCase()} ${number}`

const purpose = 'tax-number'
/** What a number is sealed with besides the key, by the id of its row. */
export const taxNumberContext = (id: string): string => `${purpose} ${id}`

/** What is stored in the row of this id. */
export const sealTaxNumber = (keys: Pick<Keys, 'seal'>, id: string, number: string | null): Buffer | null =>
  number === null ? null : keys.seal(purpose, Buffer.from(number), taxNumberContext(id))

export const openTaxNumber = (keys: Pick<Keys, 'open'>, id: string, sealed: Buffer | null): string | null =>
  sealed === null ? null : keys.open(purpose, sealed, taxNumberContext(id)).toString()

/** Ranks the entries of the bank that may be the payment of a recharge, and says why each matches. Pure. */
import type { candidateReasons } from '@quayside/contract'
import type { CandidateLine, DepositRow } from '../store.ts'

export type Candidate = { line: CandidateLine; why: (typeof candidateReasons)[number][]; fits: boolean }

/** What a reason is worth. The number in the reference names the recharge; a day alone says nothing. */
const worth = { reference: 8, amount: 4, payer: 2, day: 1 } as const
/** Days between the recharge and the entry that count as the same time. */
const nearDays = 3

const words = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1)

/** Whether every word of the verified name is in the payer's name, in any order. */
export function isSamePerson(verifiedName: string | null, payer: string): boolean {
  const [own, paid] = [words(verifiedName ?? ''), new Set(words(payer))]
  return own.length > 0 && own.every((word) => paid.has(word))
}

/** The candidates, best first. An entry without any reason is left out. */
export function rankCandidates(
  deposit: Pick<DepositRow, 'code' | 'currency' | 'expected' | 'created_at'>,
  verifiedName: string | null,
  lines: readonly CandidateLine[],
): Candidate[] {
  const day = Date.parse(deposit.created_at.toISOString().slice(0, 10))
  return lines
    .map((line): Candidate => {
      const fits = line.amount === deposit.expected && line.currency === deposit.currency
      const apart = Math.abs(Date.parse(line.value_date) - day) / 86_400_000
      const why: Candidate['why'] = []
      if (line.reference.toUpperCase().includes(deposit.code)) why.push('reference')
      if (fits) why.push('amount')
      if (isSamePerson(verifiedName, line.payer)) why.push('payer')
      if (apart <= nearDays) why.push('day')
      return { line, why, fits }
    })
    .filter(({ why }) => why.length > 0)
    .sort((a, b) => scoreOf(b) - scoreOf(a))
}

const scoreOf = ({ why }: Candidate): number => why.reduce((sum, reason) => sum + worth[reason], 0)

/** The interface to lists of sanctioned people, companies and addresses. providers/ holds the implementations. */
import type { ScreeningMark, ScreeningSubjectKind } from '@quayside/contract'
import type { AppContext } from '../platform/app-context.ts'
import type { Queryable } from '../platform/database/postgres.ts'

/** What is looked for in the lists. */
export type ScreeningQuestion = {
  /** Every spelling of who it is. */
  names: string[]
  /** A postal address in one line; null for none. */
  address: string | null
  /** An address of a chain; null for none. */
  chainAddress: string | null
}

/** An entry of a list that may be who was looked for. */
export type ScreeningMatch = {
  /** The name of the list. */
  list: string
  /** The id of the entry in the list. */
  entry: string
  /** What the list says, in its own spelling. */
  listed: string
  /** What of the question was found. */
  mark: ScreeningMark
  /** 100: written the same but for capitals, accents and the order of words. */
  score: number
}

export type ScreeningProvider = {
  name: string
  /** Another text after each change of the lists. Throws when the lists cannot be read. */
  version(): Promise<string>
  /** At most one match of each kind for an entry. Throws when the lists cannot be read. */
  screen(question: ScreeningQuestion): Promise<ScreeningMatch[]>
}

/** A kind of what is screened. Its module says what to ask. */
export type ScreeningSubject = {
  kind: ScreeningSubjectKind
  /** Those that have to be screened and were never asked about. */
  listUnasked(db: Queryable, limit: number): Promise<{ shop_id: string; id: string }[]>
  /** Null when there is nothing left to ask: it was removed, rejected or erased. */
  read(ctx: AppContext, db: Queryable, shopId: string, id: string): Promise<ScreeningQuestion | null>
}

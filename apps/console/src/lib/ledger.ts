/** Words for the codes of the books: accounts, entries, events of orders, their sources and causes. */
import ledger from '../locales/en/ledger.ts'
import { createText } from './texts.ts'

const text = createText(ledger)
const nameOf = (key: string, code: string): string => (key in ledger ? text(key as keyof typeof ledger) : code)

/** The name of an account by its stored code; the code itself for an unknown one. */
export const accountName = (code: string): string => nameOf(`ledger.account.${code}`, code)

/** The name of an entry of the books, or of an event of an order; the code itself for an unknown one. */
export const eventName = (code: string): string => nameOf(`ledger.event.${code}`, code)

/** The name of a kind of movement of the treasury, which is the last part of its entry's code. */
export const movementName = (kind: string): string => nameOf(`ledger.event.treasury.${kind}`, kind)

/** Who changed a state or reported an event, by the kind of the actor. */
export const sourceName = (source: string): string => nameOf(`ledger.source.${source}`, source)

/** Why an order was cancelled, or why a buyer is paid back. */
export const causeName = (cause: string): string => nameOf(`ledger.cause.${cause}`, cause)

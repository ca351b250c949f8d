/** What may not be said in a talk, and when the desk is staffed. Pure. */

/**
 * True when a text holds what looks like a place to send money to: an IBAN, a card or account number, a chain address, a PIX key of digits.
 * Staff may not write any: destinations come from the settings only, so that nobody can slip in one of their own.
 */
export function namesPaymentDetails(text: string): boolean {
  const joined = text.replace(/[\s.\-/]/g, '')
  return (
    /0x[0-9a-f]{16,}/i.test(joined) ||
    /T[1-9A-HJ-NP-Za-km-z]{33}/.test(joined) ||
    /(?:bc1|[13])[a-zA-HJ-NP-Z0-9]{25,39}/.test(joined) ||
    /[A-Z]{2}\d{2}[A-Z0-9]{11,30}/i.test(joined) ||
    /\d{10,}/.test(joined)
  )
}

export type DeskHours = { from: number; to: number }

/** Whether the desk is staffed at an instant. `from` and `to` are whole hours of universal time; `to` may lie before `from`, over midnight. */
export const deskOpen = ({ from, to }: DeskHours, at: Date): boolean => {
  const hour = at.getUTCHours()
  return from <= to ? hour >= from && hour < to : hour >= from || hour < to
}

import { refuse } from '../refusal.ts'

/**
 * The source of the current time. Tests pass their own. Deadlines and days use it, never the clock of the database.
 */
export type Clock = { now(): Date }
export const systemClock: Clock = { now: () => new Date() }

export const minutes = (n: number) => n * 60_000
export const hours = (n: number) => n * 3_600_000
export const days = (n: number) => n * 86_400_000
export const addTime = (at: Date, span: number) => new Date(at.getTime() + span)

/** Reads an instant that a client sends back. Refuses any other text as malformed. */
export function parseInstant(text: string): Date {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? refuse('request/malformed') : at
}

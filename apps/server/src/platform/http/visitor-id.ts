import { createHmac } from 'node:crypto'
import { isbot } from 'isbot'

/**
 * Identifies a visitor for counting, without tracking a person: a keyed hash of the shop, the day and the id that the
 * browser stores. Without such an id, the network address and the user agent take its place. The day is part of the
 * hash, so that rows of two days cannot be joined.
 */
export const visitorHash = (
  lookupKey: Buffer,
  shopId: string,
  day: string,
  visitor: string | undefined,
  ip: string,
  userAgent: string,
): Buffer =>
  createHmac('sha256', lookupKey)
    .update(['visitor', shopId, day, visitor ?? `${ip} ${userAgent}`].join('\n'))
    .digest()
    .subarray(0, 16)

/** Answers of `isbot` by user agent: its pattern costs more than the rest of a page that is kept. */
const answers = new Map<string, boolean>()
const maxAnswers = 5000

/**
 * Whether a user agent names a program. A program can read the shop, but its visit is not counted. An empty user
 * agent counts as a program.
 */
export function isBot(userAgent: string): boolean {
  if (userAgent === '') return true
  let bot = answers.get(userAgent)
  if (bot === undefined) {
    bot = isbot(userAgent)
    if (answers.size >= maxAnswers) answers.clear()
    answers.set(userAgent, bot)
  }
  return bot
}

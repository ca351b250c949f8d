/**
 * The support operator of a running demo: decides refund orders after a merchant's objection, and answers messages.
 */
import { randomUUID } from 'node:crypto'
import {
  answerConversation,
  decideRefund,
  listRefunds,
  listConversations,
  markTalkRead,
  readConversation,
  sendPixInTalk,
  type ResponseBody,
  type Endpoint,
  type RequestBody,
} from '@quayside/contract'
import { Refused } from './api-client.ts'
import { stableRandom } from './catalogue/products.ts'
import { talks } from './fake-people-texts.ts'

type SupportDesk = {
  support: <E extends Endpoint>(endpoint: E, input: RequestBody<E>, key?: string) => Promise<ResponseBody<E>>
  /** True once something has been in its state for some seconds. */
  due: (what: string, low: number, high: number) => boolean
  log: (line: string) => void
  /** How many times longer the conversation or refund of a shop waits. Default: once for all. */
  patienceFor?: (shopId: string) => number
}

const verdicts = {
  approve: 'The buyer’s reason is a fair one, and the goods were not as promised (demo).',
  decline: 'The shop delivered what was ordered; there is no ground for a refund (demo).',
} as const

/**
 * The dollars that the app's PIX request asks for, in any language with Western digits. Null for any other message.
 */
function wantedByPix(text: string): string | null {
  const written = /\bPIX\b/.test(text) ? /\d[\d.,\s]*[.,]\d\d(?!\d)/.exec(text)?.[0] : undefined
  const digits = written?.replace(/\D/g, '')
  return digits && Number(digits) >= 6000 ? `${Number(digits.slice(0, -2))}.${digits.slice(-2)}` : null
}

/** One round: objections, then messages. */
export async function workAtSupport({ support, due, log, patienceFor = () => 1 }: SupportDesk): Promise<void> {
  const objected = await support(listRefunds, { state: 'objected', limit: 20 })
  for (const { id, shopId, code, signed } of objected.list) {
    // Above the limit an approval that this operator has signed waits for another operator.
    const times = patienceFor(shopId)
    if (signed || !due(`verdict ${id}`, 15 * times, 30 * times)) continue
    const decision = stableRandom(`${id} verdict`, 2) === 0 ? 'approve' : 'decline'
    await support(decideRefund, { shopId, id, decision, text: verdicts[decision] }, `demo-verdict-${id}`)
    log(`refund ${code}: ${decision}d`)
  }

  const waiting = await support(listConversations, { view: 'waiting', party: 'merchant', limit: 20 })
  for (const { id: conversationId, waitingSince, claimed } of waiting.list) {
    // A person answers this conversation.
    if (claimed && !claimed.own) continue
    const since = `talk ${conversationId} ${waitingSince}`
    const { list } = await support(readConversation, { conversationId, limit: 1 })
    const last = list[0]
    if (!last) continue
    const times = patienceFor(conversationId)
    if (due(`${since} read`, 2 * times, 4 * times)) await support(markTalkRead, { conversationId, seq: last.seq })
    if (!due(`${since} answer`, 8 * times, 15 * times)) continue
    const pix = wantedByPix(last.text)
    if (pix) {
      const sent = await support(
        sendPixInTalk,
        { shopId: conversationId, amount: pix, currency: 'USD' },
        `demo-pix-${last.id}`,
      ).catch((error: unknown) => {
        // Too many are open, the shop was closed, or the account waits for its second person: a text is sent instead.
        if (error instanceof Refused && /^(deposit|shop|payment-account)\//.test(error.reason)) return null
        throw error
      })
      if (sent) {
        log(`customer service sent the PIX recharge ${sent.code}`)
        continue
      }
    }
    const about = last.card ? ` We are looking at ${last.card.code}.` : ''
    // The questions that the demo itself asks have an answer.
    const text =
      talks.find(([ask]) => ask === last.text)?.[1] ??
      `Thank you for your message.${about} This is a demo: a person would answer here.`
    await support(answerConversation, { conversationId, id: randomUUID(), text })
    log('customer service answered')
  }
}

import type { AnswerFacts, HelpPage, PrivacyPage, PromisesPage, TermsPage } from '@quayside/contract/storefront-pages'
import type { AppContext } from '../../../platform/app-context.ts'
import { days } from '../../../platform/jobs/clock.ts'
import { orderAccessTime } from '../carts/order-token.ts'
import { lineOfRate } from './shipping.ts'

/** The numbers of the help page, as the settings are now. */
export function readHelpPage({ business, clock }: Pick<AppContext, 'business' | 'clock'>): HelpPage {
  const now = clock.now()
  return {
    page: 'help',
    shipping: business.at('shipping-rates', now).map(lineOfRate),
    paymentMinutes: business.at('order.payment-window', now),
    pickupHours: business.at('order.pickup-window', now),
    shippingDays: business.at('order.shipping-window', now),
    protectionDays: business.at('order.protection-window', now),
    answerHours: business.at('refund.answer-window', now),
    linkDays: orderAccessTime / days(1),
  }
}

/** The promises, with the numbers of an order that is placed now. `cookies`: the processor's script sets some. */
export function readPromisesPage(
  { business, clock }: Pick<AppContext, 'business' | 'clock'>,
  cookies: boolean,
  answers: AnswerFacts,
): PromisesPage {
  const now = clock.now()
  return {
    page: 'promises',
    cookies,
    answers,
    protectionDays: business.at('order.protection-window', now),
    answerHours: business.at('refund.answer-window', now),
  }
}

/** The numbers of the terms, as the settings are now. */
export function readTermsPage(ctx: Pick<AppContext, 'business' | 'clock'>): TermsPage {
  const { paymentMinutes, pickupHours, shippingDays, protectionDays, answerHours } = readHelpPage(ctx)
  return {
    page: 'terms',
    paymentMinutes,
    pickupHours,
    shippingDays,
    protectionDays,
    answerHours,
    decisionDays: ctx.business.at('refund.decision-window', ctx.clock.now()),
  }
}

/** Functions of the database keep these times; a test compares them. */
export const privacyDays = { evidence: 540, marks: 90 } as const

export const privacyPage = (cookies: boolean): PrivacyPage => ({
  page: 'privacy',
  linkDays: orderAccessTime / days(1),
  evidenceDays: privacyDays.evidence,
  markDays: privacyDays.marks,
  cookies,
})

/** The texts of the product: keyed ICU messages with the same keys in every language. English is the source. */
import type english from './en/index.ts'

type KeysOfEach<Areas> = Areas extends unknown ? keyof Areas : never

/** A key of the app's messages, for example `orders.title`. */
export type AppMessage = KeysOfEach<(typeof english.areas)[keyof typeof english.areas]>
/** A key of the texts for mail and phone. */
export type MailMessage = keyof (typeof english)['mail']
/** A key of the texts of the storefront. */
export type StorefrontMessage = keyof (typeof english)['storefront']
export type Values = Record<string, string | number>

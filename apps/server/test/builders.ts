/** Test fixtures. Shops and people are inserted as the owner of the database; orders and money go through the API. */
export * from './builders/people.ts'
export * from './builders/shops.ts'
export * from './builders/orders.ts'
export * from './builders/payments.ts'
export * from './builders/money.ts'
export * from './builders/pictures.ts'

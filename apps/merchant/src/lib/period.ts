// Anybody can write an address: what is no day at all cannot be shown as one.
const isDay = (text: string | undefined) =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** The days of an address, without what are none. */
export const periodOf = (query: { from?: string | undefined; to?: string | undefined }) => ({
  ...(isDay(query.from) ? { from: query.from } : {}),
  ...(isDay(query.to) ? { to: query.to } : {}),
})

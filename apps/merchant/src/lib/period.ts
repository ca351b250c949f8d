// Anybody can write a URL: an invalid day must not reach the formatter.
const isDay = (text: string | undefined) =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** The days of a URL, without invalid ones. */
export const periodOf = (query: { from?: string | undefined; to?: string | undefined }) => ({
  ...(isDay(query.from) ? { from: query.from } : {}),
  ...(isDay(query.to) ? { to: query.to } : {}),
})

/** The name by which a list calls a buyer: the first word, which for names without spaces is all of it. */
export const firstName = (name: string): string => name.trim().split(/\s+/u)[0] ?? ''

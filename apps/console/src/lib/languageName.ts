import { languages } from '@quayside/contract/languages'

/** The name of a language in itself; what is no known code stays. */
export const languageName = (code: string): string => languages.find((one) => one.code === code)?.name ?? code

import { changeSearch, useSearch, type UrlState } from '../lib/router.ts'

/** The search of the address, and the function that changes it. */
export const useUrlState = (): [UrlState, typeof changeSearch] => [useSearch(), changeSearch]

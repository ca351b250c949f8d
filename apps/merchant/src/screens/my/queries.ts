import { apiQuery, type FirstQuery } from '@quayside/client'
import { me, readWallet } from '@quayside/contract'

export const myProfileQuery = apiQuery(me, {})
export const walletQuery = apiQuery(readWallet, {})

export const firstQueries: readonly FirstQuery[] = [myProfileQuery, walletQuery]

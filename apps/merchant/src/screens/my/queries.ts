import { apiQuery } from '@quayside/client'
import { me, readWallet } from '@quayside/contract'

export const myProfileQuery = apiQuery(me, {})
export const walletQuery = apiQuery(readWallet, {})

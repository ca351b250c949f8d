import type { ResponseBody } from '@quayside/contract'
import type { listRegistrations, registrationDetail } from '@quayside/contract/shop-admin'

export type Registration = ResponseBody<typeof registrationDetail>
export type RegistrationRow = ResponseBody<typeof listRegistrations>['list'][number]

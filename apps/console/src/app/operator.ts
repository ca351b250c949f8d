/** Who is logged in: the answer of `/platform/me`, for every component behind the log-in. */
import type { operatorMe, ResponseBody } from '@quayside/contract'
import { createContext, useContext } from 'react'

export type Operator = ResponseBody<typeof operatorMe>

export const OperatorContext = createContext<Operator | null>(null)

export function useOperator(): Operator {
  const operator = useContext(OperatorContext)
  if (!operator) throw new Error('useOperator must be used behind the log-in')
  return operator
}

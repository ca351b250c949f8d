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

/** The paths of the desks that the person may open. */
export const OpenDesksContext = createContext<ReadonlySet<string>>(new Set())

/** Whether the person may open the desk at a path. */
export function useMayOpen(): (path: string) => boolean {
  const paths = useContext(OpenDesksContext)
  return (path) => paths.has(path)
}

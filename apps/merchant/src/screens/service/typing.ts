import { useApiMutation } from '@quayside/client'
import { typingToSupport, typingWindow } from '@quayside/contract'
import { useEffect, useRef, useState } from 'react'

/** Whether an instant of the server lies ahead. It changes without a new response. */
export function useUntil(instant: string | null): boolean {
  const [over, setOver] = useState<string | null>(null)
  useEffect(() => {
    if (!instant) return undefined
    const timer = setTimeout(() => setOver(instant), Math.max(0, Date.parse(instant) - Date.now()))
    return () => clearTimeout(timer)
  }, [instant])
  return instant !== null && over !== instant
}

/** Returns the function that tells customer service that the merchant writes, at most once in half of the window. */
export function useTypingSign(): () => void {
  const { mutate } = useApiMutation(typingToSupport, { quiet: true })
  const last = useRef(0)
  return () => {
    if (Date.now() - last.current < typingWindow.party / 2 || !navigator.onLine) return
    last.current = Date.now()
    void mutate({})
  }
}

import { useEffect, useState } from 'react'

/**
 * Opens the hosted page of the processor. `leaving` is true until then, and false again after the browser's back
 * button.
 */
export function useCheckout(): { leaving: boolean; leave: (url: string) => void } {
  const [leaving, setLeaving] = useState(false)
  useEffect(() => {
    const back = (event: PageTransitionEvent) => (event.persisted ? setLeaving(false) : undefined)
    window.addEventListener('pageshow', back)
    return () => window.removeEventListener('pageshow', back)
  }, [])
  return {
    leaving,
    leave: (url) => {
      setLeaving(true)
      window.location.assign(url)
    },
  }
}

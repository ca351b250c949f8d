import { useEffect, useState } from 'react'

/** Leaves the app for the processor's hosted page. `leaving` until then; coming back by the browser's arrow starts anew. */
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

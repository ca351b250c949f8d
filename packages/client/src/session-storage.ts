/** The values in the browser's storage: the session token, the secret of a known device, and the chosen language. */
import { asLanguage, type Language } from '@quayside/contract'

const listeners = new Set<() => void>()
const changed = () => {
  for (const listener of listeners) listener()
}

export const tokenStore = {
  get: (): string | null => localStorage.getItem('token'),
  set(token: string): void {
    localStorage.setItem('token', token)
    changed()
  },
  clear(): void {
    localStorage.removeItem('token')
    changed()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
/** Outlives the session: a known device has login attempts of its own. */
export const deviceStore = {
  get: (): string | null => localStorage.getItem('device'),
  set: (secret: string): void => localStorage.setItem('device', secret),
}
/** Where the verified positions of the merchant’s accounts are kept (`proofs.ts`). */
export const proofKey = 'proof'
// Fired when another tab logs in or out.
if (typeof window !== 'undefined')
  window.addEventListener('storage', (event) => (event.key === 'token' ? changed() : undefined))

/** The stored language, or English if none is stored (a rule of the specification). */
export const wishedLanguage = (): Language => asLanguage(localStorage.getItem('lang'))

/** What this device keeps: the session token and the chosen language. */
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
// Another tab logged in or out.
if (typeof window !== 'undefined')
  window.addEventListener('storage', (event) => (event.key === 'token' ? changed() : undefined))

/** The stored choice, else English, as the specification has it. */
export const wishedLanguage = (): Language => asLanguage(localStorage.getItem('lang'))

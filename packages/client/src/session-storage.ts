/** What this device keeps: the session token, what makes it a known device at the login, and the chosen language. */
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
/** Outlives the session: a device that was logged in before has tries of its own. */
export const deviceStore = {
  get: (): string | null => localStorage.getItem('device'),
  set: (secret: string): void => localStorage.setItem('device', secret),
}
// Another tab logged in or out.
if (typeof window !== 'undefined')
  window.addEventListener('storage', (event) => (event.key === 'token' ? changed() : undefined))

/** The stored choice, else English, as the specification has it. */
export const wishedLanguage = (): Language => asLanguage(localStorage.getItem('lang'))

/** Passkeys of this device. Each function resolves to null when the person cancels, or when the device has none. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

type Options = Record<string, unknown>
export type PasskeyAnswer = { id: string }

/** Whether this browser can have passkeys; with a host, whether it can have them for this host on this page. */
export const hasPasskeys = (host: string | null = location.hostname): boolean =>
  typeof window.PublicKeyCredential === 'function' &&
  host !== null &&
  (location.hostname === host || location.hostname.endsWith(`.${host}`))

/** Creates a passkey. */
export async function createPasskey(options: Options): Promise<PasskeyAnswer | null> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }).catch(
    () => null,
  )
}

/** Signs the challenge of the options. */
export async function signWithPasskey(options: Options): Promise<PasskeyAnswer | null> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON }).catch(
    () => null,
  )
}

/** Ids of the passkeys that were made or used in this browser. No page can ask a browser for them. */
const key = 'passkeys'
const read = (): string[] => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '[]') as string[]
  } catch {
    return []
  }
}
export const devicePasskeys = {
  has: (id: string): boolean => read().includes(id),
  add: (id: string): void => localStorage.setItem(key, JSON.stringify([...new Set([...read(), id])])),
}

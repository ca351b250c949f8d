/** Passkeys of this device. Each function resolves to null when the person cancels, or when the device has none. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

type Options = Record<string, unknown>
export type PasskeyAnswer = { id: string }

export const hasPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function'

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

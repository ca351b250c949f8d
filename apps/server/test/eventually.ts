import { vi } from 'vitest'

/**
 * Waits until a check passes, and returns its result. What another connection than the server's changed is heard when
 * the server next reads the notes of changes, at the latest after two seconds.
 */
export const eventually = <T>(
  check: () => T | Promise<T>,
  options: { timeout?: number; interval?: number } = {},
): Promise<T> => vi.waitFor(check, { timeout: 15_000, ...options })

import type { Settings } from '../../settings.ts'

/**
 * Default headers of every response: a browser must not run, frame or share its content.
 * Pages and files for a browser have a content policy of their own.
 * The transport header is sent in production only: over plain HTTP it would block later demos on the same host.
 */
export const securityHeaders = (mode: Settings['mode']): Record<string, string> => ({
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  ...(mode === 'production' && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
})

/** The content security policy of our own pages. */
export const contentSecurityPolicy = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  connectSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
}

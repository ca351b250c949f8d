/** Ordered: Edge also claims to be Chrome, and Chrome claims to be Safari. */
const browsers: [name: string, sign: RegExp][] = [
  ['Edge', /\bEdg(A|iOS)?\//],
  ['Opera', /\bOPR\/|\bOPiOS\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['UC Browser', /\bUCBrowser\//],
  ['WeChat', /\bMicroMessenger\//],
  ['Firefox', /\bFirefox\/|\bFxiOS\//],
  ['Chrome', /\bChrome\/|\bCriOS\/|\bHeadlessChrome\//],
  ['Safari', /\bVersion\/[\d.]+.* Safari\//],
]
const systems: [name: string, sign: RegExp][] = [
  ['iPad', /\biPad\b/],
  ['iPhone', /\biPhone\b/],
  ['HarmonyOS', /\bHarmonyOS\b|\bOpenHarmony\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows NT\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
]
const findName = (signs: typeof browsers, text: string) => signs.find(([, sign]) => sign.test(text))?.[0] ?? null

/** Browser and system of a `User-Agent`, by their common names; null when unknown. The header proves nothing. */
export const readAgent = (userAgent: string): { browser: string | null; system: string | null } => ({
  browser: findName(browsers, userAgent),
  system: findName(systems, userAgent),
})

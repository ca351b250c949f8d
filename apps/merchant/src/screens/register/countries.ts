/** ISO 3166-1 alpha-2 codes, each with its calling code (ITU E.164). Names come from the browser in the chosen language. */
const callingCodes = new Map(
  `AD376 AE971 AG1268 AI1264 AL355 AM374 AO244 AR54 AT43 AU61 AW297 AZ994 BA387 BB1246 BD880 BE32 BF226 BG359 BH973
BI257 BJ229 BM1441 BN673 BO591 BR55 BS1242 BT975 BW267 BZ501 CA1 CH41 CI225 CL56 CM237 CN86 CO57 CR506 CV238
CW599 CY357 CZ420 DE49 DJ253 DK45 DM1767 DO1809 DZ213 EC593 EE372 EG20 ES34 ET251 FI358 FJ679 FM691 FO298 FR33
GA241 GB44 GD1473 GE995 GH233 GI350 GL299 GM220 GN224 GQ240 GR30 GT502 GU1671 GY592 HK852 HN504 HR385 HT509 HU36
ID62 IE353 IL972 IN91 IQ964 IS354 IT39 JM1876 JO962 JP81 KE254 KG996 KH855 KI686 KM269 KN1869 KR82 KW965 KY1345
KZ7 LA856 LB961 LC1758 LI423 LK94 LR231 LS266 LT370 LU352 LV371 MA212 MC377 MD373 ME382 MG261 MH692 MK389 ML223
MN976 MO853 MR222 MT356 MU230 MV960 MW265 MX52 MY60 MZ258 NA264 NE227 NG234 NI505 NL31 NO47 NP977 NR674 NZ64
OM968 PA507 PE51 PF689 PG675 PH63 PK92 PL48 PR1787 PS970 PT351 PW680 PY595 QA974 RO40 RS381 RU7 RW250 SA966
SB677 SC248 SE46 SG65 SI386 SK421 SL232 SM378 SN221 SR597 ST239 SV503 SZ268 TC1649 TD235 TG228 TH66 TJ992 TL670
TM993 TN216 TO676 TR90 TT1868 TV688 TW886 TZ255 UA380 UG256 US1 UY598 UZ998 VA39 VC1784 VE58 VG1284 VN84 VU678
WS685 XK383 YE967 ZA27 ZM260 ZW263`
    .split(/\s/)
    .map((one) => [one.slice(0, 2), one.slice(2)]),
)
export const countries = [...callingCodes.keys()]

/** The calling code of a country, as `+353`; undefined for a country that is not listed. */
export const callingCodeOf = (country: string): string | undefined => {
  const code = callingCodes.get(country)
  return code && `+${code}`
}

/** Countries whose numbers keep their leading zero abroad. */
const keepsZero = new Set(['IT', 'SM', 'VA', 'CI', 'BJ'])
/** What people dial before a number within their country, where it is not a zero. */
const trunkPrefixes: Record<string, RegExp> = { RU: /^8(?=\d{10}$)/, KZ: /^8(?=\d{10}$)/, HU: /^06/ }

/** A phone number as typed in a country, with its calling code. What begins with a plus is international already. */
export function internationalNumber(typed: string, country: string): string {
  const given = typed.trim()
  const code = callingCodeOf(country)
  if (!code || given === '' || given.startsWith('+')) return given
  if (given.startsWith('00')) return `+${given.slice(2).trim()}`
  const digits = given.replace(/\D/g, '')
  const trunk = trunkPrefixes[country] ?? (keepsZero.has(country) ? /^$/ : /^0/)
  return `${code} ${digits.replace(trunk, '')}`
}

/** The country that this device is set to, if it is one of the list. */
export function deviceCountry(): string | undefined {
  const region = new Intl.Locale(navigator.language).region
  return region !== undefined && callingCodes.has(region) ? region : undefined
}

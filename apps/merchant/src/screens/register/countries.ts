import type { Language } from '@quayside/contract'

/** Browsers name no country in Irish; English is what its readers know as well. */
export const countryNames = (lang: Language) => new Intl.DisplayNames([lang === 'ga' ? 'en' : lang], { type: 'region' })

/** ISO 3166-1 alpha-2 codes; their names come from the browser in the chosen language. */
export const countries =
  'AD AE AG AI AL AM AO AR AT AU AW AZ BA BB BD BE BF BG BH BI BJ BM BN BO BR BS BT BW BZ CA CH CI CL CM CN CO CR CV CW CY CZ DE DJ DK DM DO DZ EC EE EG ES ET FI FJ FM FO FR GA GB GD GE GH GI GL GM GN GQ GR GT GU GY HK HN HR HT HU ID IE IL IN IQ IS IT JM JO JP KE KG KH KI KM KN KR KW KY KZ LA LB LC LI LK LR LS LT LU LV MA MC MD ME MG MH MK ML MN MO MR MT MU MV MW MX MY MZ NA NE NG NI NL NO NP NR NZ OM PA PE PF PG PH PK PL PR PS PT PW PY QA RO RS RU RW SA SB SC SE SG SI SK SL SM SN SR ST SV SZ TC TD TG TH TJ TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VN VU WS XK YE ZA ZM ZW'.split(
    ' ',
  )

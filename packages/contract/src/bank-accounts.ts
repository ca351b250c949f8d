/**
 * Bank accounts that withdrawals can be paid to. How an account and its bank are named depends on the country.
 */

/**
 * Countries whose accounts have an IBAN, by the register of the standard. Payments to them also name the bank's BIC.
 */
export const ibanCountries: readonly string[] = (
  'AD AE AL AT AZ BA BE BG BH BR BY CH CR CY CZ DE DK DO EE EG ES FI FO FR GB GE GI GL GR GT HR HU IE IL IQ IS IT JO ' +
  'KW KZ LB LC LI LT LU LV LY MC MD ME MK MN MR MT MU NI NL NO OM PK PL PS PT QA RO RS RU SA SC SD SE SI SK SM SO ST SV TL ' +
  'TN TR UA VA VG XK YE'
).split(' ')

/**
 * Countries without IBAN whose banks have a number of the national clearing: its code in ISO 20022 (external clearing
 * system identification) and its form.
 */
export const clearingSystems: Readonly<Record<string, { code: string; form: RegExp }>> = {
  AU: { code: 'AUBSB', form: /^\d{6}$/ },
  CA: { code: 'CACPA', form: /^\d{9}$/ },
  CN: { code: 'CNAPS', form: /^\d{12}$/ },
  IN: { code: 'INFSC', form: /^[A-Z]{4}0[A-Z0-9]{6}$/ },
  JP: { code: 'JPZGN', form: /^\d{7}$/ },
  NZ: { code: 'NZNCC', form: /^\d{6}$/ },
  US: { code: 'USABA', form: /^\d{9}$/ },
  ZA: { code: 'ZANCC', form: /^\d{6}$/ },
}

/** Countries whose banks are named by their BIC, beside an account number. */
export const bicCountries: readonly string[] = (
  'AR BD BO CI CL CM CO EC GH HK HN ID JM KE KH KR LA LK MA MM MO MX MY NG NP PA PE PH PY RW SG SN TH TT TW TZ UG ' +
  'UY UZ VN ZM'
).split(' ')

/** How an account of a country is named: IBAN and BIC, account and clearing number, or account number and BIC. */
export type AccountForm = 'iban' | 'clearing' | 'bic'

/** Null for a country that withdrawals to accounts do not support. */
export const accountFormOf = (country: string): AccountForm | null =>
  ibanCountries.includes(country)
    ? 'iban'
    : country in clearingSystems
      ? 'clearing'
      : bicCountries.includes(country)
        ? 'bic'
        : null

export const accountCountries: readonly string[] = [
  ...ibanCountries,
  ...Object.keys(clearingSystems),
  ...bicCountries,
].toSorted()

/** Whether a name has no letters of another script. A bank pays under a name in Latin letters. */
export const isLatinName = (name: string): boolean => !/(?!\p{Script=Latin}|\p{Script=Common})\p{L}/u.test(name)

import type en from '../en/account.ts'

export default {
  'account.title': 'Personlige oplysninger',
  'account.text':
    'Du logger ind med dit telefonnummer eller din e-mail. Koder og beskeder om dine penge sendes dertil.',
  'account.verify-email': 'Bekræft e-mail',
  'account.verify-phone': 'Bekræft telefonnummer',
  'account.change-email': 'Skift e-mail',
  'account.change-phone': 'Skift telefonnummer',
  'account.unverified': 'Ikke bekræftet',
  'account.verified-on': 'Bekræftet {date}',
  'account.verify.text': 'Vi sender en kode til {where}. Når du indtaster den her, ved vi, at vores beskeder når dig.',
  'account.change.text':
    'Vi sender en kode til den nye kontakt. Indtil du indtaster den, gælder den nuværende. Derefter giver vi den tidligere besked, og udbetalinger sættes på pause et stykke tid for at beskytte dine penge.',
  'account.new-email': 'Ny e-mail',
  'account.new-phone': 'Nyt telefonnummer',
  'account.confirm': 'Bekræft',
  'account.changed': 'Skiftet og bekræftet',
  'account.trusted-from': 'Kan modtage koder til glemt adgangskode fra {time}.',
  'account.password': 'Skift adgangskode',
  'account.password.text': 'Vi giver dig besked om, at adgangskoden er skiftet. Alle andre enheder logges ud.',
  'account.password.old': 'Din nuværende adgangskode',
  'account.password.new': 'Ny adgangskode',
  'account.password.again': 'Indtast den igen',
  'account.password.stay': 'Forbliv logget ind her',
  'account.password.changed': 'Adgangskoden er skiftet',
  'account.forgot.text':
    'Indtast det telefonnummer eller den e-mail, du logger ind med. Vi sender en kode til kontoens bekræftede telefon eller e-mail.',
  'account.forgot.sent': 'Hvis kontoen findes, er en kode på vej. Den gælder i ti minutter.',
  'account.forgot.rest':
    'Alle enheder logges ud. Din betalingskode er den samme, og udbetalinger sættes på pause et stykke tid for at beskytte dine penge.',
  'account.forgot.set': 'Vælg ny adgangskode',
  'account.devices': 'Enheder',
  'account.devices.text': 'Her er du logget ind. Log enheder ud, som du ikke kender, og skift derefter adgangskode.',
  'account.devices.here': 'Denne enhed',
  'account.devices.unknown': 'Ukendt browser',
  'account.devices.name': '{browser} på {system}',
  'account.devices.used': 'Sidst brugt: {ago}',
  'account.devices.since': 'Logget ind siden {date}',
  'account.devices.end': 'Log den ud',
  'account.devices.end.sure': 'Log {device} ud?',
  'account.devices.ended': 'Enheden er logget ud',
  'account.devices.all': 'Log ud alle steder',
  'account.devices.all.sure': 'Er du sikker på, at du vil logge ud alle steder?',
  'pay-password.resting':
    'Din adgangskode blev valgt med en kode. For at beskytte dine penge kan betalingskoden først vælges med en kode fra {time}.',
} satisfies Record<keyof typeof en, string>

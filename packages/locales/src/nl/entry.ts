import type en from '../en/entry.ts'

export default {
  'entry.title': 'Uw winkel, vanaf uw telefoon',
  'entry.text':
    'Vul uw winkel vanuit ons distributiecentrum, verwerk betaalde bestellingen en controleer elke cent in uw eigen administratie.',
  'entry.code': 'Uitnodigingscode',
  'entry.code.hint': 'Op dit moment worden alleen interne uitnodigingen ondersteund.',
  'register.need.invitation': 'Vul de uitnodigingscode in',
  'entry.check': 'Deze code gebruiken',
  'entry.have-account': 'Al geregistreerd? Log in',
  'entry.promise': 'Niemand hoeft te storten om te verkopen.',
  'login.title': 'Inloggen',
  'login.name': 'Telefoonnummer of e-mail',
  'login.password': 'Wachtwoord',
  'login.submit': 'Inloggen',
  'login.no-account': 'Geen account? Maak er een aan',
  'login.forgot': 'Wachtwoord vergeten',
  'login.show': 'Wachtwoord tonen',
  'login.hide': 'Wachtwoord verbergen',
} satisfies Record<keyof typeof en, string>

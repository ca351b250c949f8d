import type en from '../en/entry.ts'

export default {
  'entry.title': 'Uw winkel, vanaf uw telefoon',
  'entry.text': 'Voeg producten toe uit onze leverancierscatalogus, verwerk betaalde bestellingen en volg elke cent.',
  'entry.code': 'Uitnodigingscode',
  'entry.code.hint': 'Op dit moment worden alleen interne uitnodigingen ondersteund.',
  'register.need.invitation': 'Vul de uitnodigingscode in',
  'entry.check': 'Deze code gebruiken',
  'entry.have-account': 'Al geregistreerd? Log in',
  'entry.promise': 'Om te verkopen hoeft u niets te storten.',
  'login.title': 'Inloggen',
  'login.name': 'Telefoonnummer of e-mail',
  'login.password': 'Wachtwoord',
  'login.submit': 'Inloggen',
  'login.no-account': 'Geen account? Registreer u',
  'login.forgot': 'Wachtwoord vergeten',
  'login.show': 'Wachtwoord tonen',
  'login.hide': 'Wachtwoord verbergen',
} satisfies Record<keyof typeof en, string>

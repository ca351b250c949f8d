import type en from '../en/entry.ts'

export default {
  'entry.title': 'Il suo negozio, dal telefono',
  'entry.text':
    'Rifornisca il negozio dal nostro centro di distribuzione, prenda in carico gli ordini pagati e controlli ogni centesimo nella sua contabilità.',
  'entry.code': 'Codice di invito',
  'entry.code.hint': 'Al momento sono ammessi solo inviti interni.',
  'register.need.invitation': 'Inserisca il codice di invito',
  'entry.check': 'Usa questo codice',
  'entry.have-account': 'È già registrato? Acceda',
  'entry.promise': 'Nessuno deve versare denaro per vendere.',
  'login.title': 'Accedi',
  'login.name': 'Telefono o e-mail',
  'login.password': 'Password di accesso',
  'login.submit': 'Accedi',
  'login.no-account': 'Non ha un account? Si registri',
  'login.forgot': 'Password dimenticata',
  'login.show': 'Mostra password',
  'login.hide': 'Nascondi password',
} satisfies Record<keyof typeof en, string>

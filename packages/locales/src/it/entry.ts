import type en from '../en/entry.ts'

export default {
  'entry.title': 'Il suo negozio, dal telefono',
  'entry.text':
    'Rifornisca il negozio dal centro di distribuzione, ritiri gli ordini pagati e controlli ogni centesimo nei suoi libri.',
  'entry.code': 'Codice di invito',
  'entry.code.hint': 'Al momento sono ammessi solo inviti interni.',
  'entry.check': 'Usa questo codice',
  'entry.have-account': 'Già registrato? Acceda',
  'entry.promise': 'Nessuno deve depositare per vendere.',
  'login.title': 'Accedi',
  'login.name': 'Telefono o e-mail',
  'login.password': 'Password di accesso',
  'login.submit': 'Accedi',
  'login.no-account': 'Nessun account? Tocchi per registrarsi',
  'login.forgot': 'Password dimenticata',
  'login.show': 'Mostra password',
  'login.hide': 'Nascondi password',
} satisfies Record<keyof typeof en, string>

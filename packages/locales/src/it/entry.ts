import type en from '../en/entry.ts'

export default {
  'entry.title': 'Il tuo negozio, dal telefono',
  'entry.text':
    'Aggiungi prodotti dal nostro catalogo fornitori, prendi in carico gli ordini pagati e segui ogni centesimo.',
  'entry.code': 'Codice di invito',
  'entry.code.hint': 'Al momento sono ammessi solo inviti interni.',
  'register.need.invitation': 'Inserisci il codice di invito',
  'entry.check': 'Usa questo codice',
  'entry.have-account': 'Hai già un account? Accedi',
  'entry.promise': 'Per vendere non serve alcun deposito.',
  'login.title': 'Accedi',
  'login.name': 'Telefono o e-mail',
  'login.password': 'Password di accesso',
  'login.submit': 'Accedi',
  'login.no-account': 'Non hai un account? Registrati',
  'login.forgot': 'Password dimenticata',
  'login.show': 'Mostra password',
  'login.hide': 'Nascondi password',
} satisfies Record<keyof typeof en, string>

import type en from '../en/account.ts'

export default {
  'account.title': 'Dati personali',
  'account.text':
    'Può accedere con il telefono o l’e-mail, dove le inviamo anche i codici e gli avvisi sul suo account.',
  'account.verify-email': 'Verifica e-mail',
  'account.verify-phone': 'Verifica telefono',
  'account.change-email': 'Cambia e-mail',
  'account.change-phone': 'Cambia telefono',
  'account.unverified': 'Non verificato',
  'account.verified-on': 'Verificato: {date}',
  'account.verify.text':
    'Inviamo un codice a {where}. Quando lo inserirà qui, sapremo che i nostri messaggi le arrivano.',
  'account.change.text':
    'Inviamo un codice al nuovo contatto. Finché non lo inserisce, resta valido quello attuale. Poi avvisiamo il precedente, e i prelievi restano sospesi per un po’ a protezione del suo denaro.',
  'account.new-email': 'Nuova e-mail',
  'account.new-phone': 'Nuovo numero di telefono',
  'account.confirm': 'Conferma',
  'account.changed': 'Cambiato e verificato',
  'account.trusted-from': 'Riceve i codici per le password dimenticate a partire da: {time}.',
  'account.password': 'Cambia password di accesso',
  'account.password.text':
    'La avvisiamo con un messaggio che è stata cambiata. Tutti gli altri dispositivi vengono disconnessi.',
  'account.password.old': 'La sua password di accesso attuale',
  'account.password.new': 'Nuova password di accesso',
  'account.password.again': 'La inserisca di nuovo',
  'account.password.stay': 'Resta connesso qui',
  'account.password.changed': 'Password di accesso cambiata',
  'account.forgot.text':
    'Inserisca il telefono o l’e-mail con cui accede. Inviamo un codice al telefono o all’e-mail verificati di quell’account.',
  'account.forgot.sent': 'Se l’account esiste, un codice è in arrivo. Vale dieci minuti.',
  'account.forgot.rest':
    'Tutti i dispositivi vengono disconnessi. Il PIN di pagamento resta lo stesso, e i prelievi restano sospesi per un po’ a protezione del suo denaro.',
  'account.forgot.set': 'Imposta nuova password di accesso',
  'account.devices': 'Dispositivi',
  'account.devices.text':
    'Qui ha effettuato l’accesso. Disconnetta ciò che non riconosce, poi cambi la password di accesso.',
  'account.devices.here': 'Questo dispositivo',
  'account.devices.unknown': 'Browser sconosciuto',
  'account.devices.name': '{browser} su {system}',
  'account.devices.used': 'Ultimo uso: {ago}',
  'account.devices.since': 'Accesso: {date}',
  'account.devices.end': 'Disconnetti',
  'account.devices.end.sure': 'Disconnettere {device}?',
  'account.devices.ended': 'Dispositivo disconnesso',
  'account.devices.all': 'Esci da tutti i dispositivi',
  'account.devices.all.sure': 'Vuole davvero uscire da tutti i dispositivi?',
  'pay-password.resting':
    'La sua password di accesso è stata impostata con un codice. A protezione del suo denaro, il PIN di pagamento può essere impostato così solo a partire da: {time}.',
  'account.acts': 'Che cosa ha fatto il nostro personale',
  'account.acts.text':
    'Ogni volta che il nostro personale legge o cambia qualcosa del suo negozio, qui viene scritta una riga che nessuno può cambiare.',
  'account.acts.empty': 'Il nostro personale non ha ancora fatto nulla qui.',
  'account.acts.by': '{desk}, addetto n. {number}',
  'account.acts.seen': 'Consultato',
  'account.acts.changed': 'Modificato',
  'account.acts.decided': 'Deciso',
  'account.acts.rejected': 'Rifiutato',
  'account.acts.sent': 'Inviato',
  'account.acts.closed': 'Chiuso',
  'account.acts.opened': 'Aperto',
  'account.acts.not-done': 'Non eseguito',
  'account.acts.desk.owner': 'Direzione',
  'account.acts.desk.fulfilment': 'Spedizioni',
  'account.acts.desk.finance': 'Finanze',
  'account.acts.desk.review': 'Verifica',
  'account.acts.desk.auditor': 'Revisione',
} satisfies Record<keyof typeof en, string>

import type en from '../en/mail.ts'

export default {
  'mail.pay-password-code.subject': 'Quayside: il codice per un nuovo codice di pagamento',
  'mail.pay-password-code.text':
    '{code} è il codice di verifica per un nuovo codice di pagamento. Vale dieci minuti e una sola volta.\n\nNon lo dia a nessuno: non lo chiediamo mai per telefono o in chat. Se non l’ha chiesto lei, qualcuno potrebbe usare il suo account: non comunichi il codice e avvisi il servizio clienti.',
  'mail.pay-password-code.short':
    'Quayside: {code} è il codice di verifica per un nuovo codice di pagamento, valido dieci minuti. Non lo dia a nessuno.',
  'mail.pay-password-changed.subject': 'Quayside: il suo codice di pagamento è cambiato',
  'mail.pay-password-changed.text':
    'Il suo codice di pagamento è cambiato. Quando: {at}. Se è stato lei, non deve fare nulla.\n\nSe non è stato lei: apra l’app, scelga «Dimenticato?» al codice di pagamento e ne imposti uno nuovo, annulli i prelievi che non sono suoi e avvisi subito il servizio clienti.',
  'mail.pay-password-reset.text':
    'È stato impostato un nuovo codice di pagamento con la sua password di accesso e un codice di verifica. Quando: {at}. A protezione del suo denaro, nessun prelievo parte prima di: {until}. Se è stato lei, non deve fare nulla.\n\nSe non è stato lei: entro allora apra l’app, scelga «Dimenticato?» al codice di pagamento e ne imposti uno nuovo, annulli i prelievi che non sono suoi e avvisi subito il servizio clienti.',
  'mail.pay-password-changed.short':
    'Quayside: il suo codice di pagamento è cambiato ({at}). Non è stato lei? Ne imposti uno nuovo nell’app e avvisi subito il servizio clienti.',
  'mail.messages.subject': 'Quayside: {type}',
  'mail.messages.open': 'Da leggere nell’app: {url}\n\nIn «Notifiche», nell’app, sceglie che cosa le scriviamo.',
} satisfies Record<keyof typeof en, string>

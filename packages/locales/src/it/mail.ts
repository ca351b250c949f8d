import type en from '../en/mail.ts'

export default {
  'mail.greeting': 'Buongiorno,',
  'mail.close': 'Cordiali saluti,\nIl team di Quayside',
  'mail.pay-password-code.subject': 'Quayside: il codice per un nuovo PIN di pagamento',
  'mail.pay-password-code.text':
    '{code} è il codice di verifica per un nuovo PIN di pagamento. Vale dieci minuti e una sola volta.\n\nNon lo dia a nessuno: non lo chiediamo mai per telefono o in chat. Se non l’ha chiesto lei, qualcuno potrebbe usare il suo account: non comunichi il codice e avvisi il servizio clienti.',
  'mail.pay-password-code.short':
    'Quayside: {code} è il codice per un nuovo PIN di pagamento, valido 10 minuti. Non lo dia a nessuno.',
  'mail.pay-password-changed.subject': 'Quayside: il suo PIN di pagamento è cambiato',
  'mail.pay-password-changed.text':
    'Il suo PIN di pagamento è stato cambiato il {at}. Se è stato lei, non deve fare nulla.\n\nSe non è stato lei: apra l’app, scelga “Dimenticato?” al PIN di pagamento e ne imposti uno nuovo, annulli i prelievi che non sono suoi e avvisi subito il servizio clienti.',
  'mail.pay-password-reset.text':
    'È stato impostato un nuovo PIN di pagamento con la sua password di accesso e un codice di verifica. Quando: {at}. A protezione del suo denaro, nessun prelievo parte prima di: {until}. Se è stato lei, non deve fare nulla.\n\nSe non è stato lei: entro allora apra l’app, scelga “Dimenticato?” al PIN di pagamento e ne imposti uno nuovo, annulli i prelievi che non sono suoi e avvisi subito il servizio clienti.',
  'mail.pay-password-changed.short':
    'Quayside: il PIN di pagamento è stato cambiato. Non è stato lei? Ne imposti uno nuovo nell’app e contatti il servizio clienti.',
  'mail.pay-password-disabled.subject': 'Quayside: il suo PIN di pagamento è disattivato',
  'mail.pay-password-disabled.text':
    'Il suo PIN di pagamento è stato disattivato dopo molti tentativi errati. Quando: {at}. Per muovere di nuovo denaro, apra l’app, scelga “Dimenticato?” al PIN di pagamento e ne imposti uno nuovo.\n\nSe i tentativi non erano suoi, qualcuno può essere entrato nel suo account: cambi la password di accesso e avvisi il servizio clienti.',
  'mail.pay-password-disabled.short':
    'Quayside: il PIN di pagamento è stato disattivato dopo troppi tentativi errati. Non è stato lei? Contatti il servizio clienti.',
  'mail.operator-token.subject': 'Quayside: scelga la sua password di operatore',
  'mail.operator-token.text':
    'È invitato come operatore di Quayside su {url}: {name}.\n\nIl suo codice, valido una volta e fino a {until}: {token}\n\nScelga con esso una password sua; nessun altro la conosce e nessuno può chiedergliela. Il primo accesso chiederà un’app di autenticazione. Se non se lo aspettava, non faccia nulla.',
  'mail.operator-news.subject': 'Quayside: un cambiamento tra gli operatori',
  'mail.operator-invitation.text':
    '{by} ha invitato un operatore: {name}, {email}. Settori: {desks}.\n\nUn altro titolare deve confermare. Se non deve essere così, revochi l’invito.',
  'mail.operator-admitted.text':
    'Un nuovo operatore ha scelto la password: {name}, {email}. Settori: {desks}.\n\nSe non deve essere così, disattivi subito questo operatore.',
  'mail.operator-readmitted.text':
    'Un operatore è stato riammesso con un’altra password: {name}, {email}. Settori: {desks}.\n\nSe non deve essere così, disattivi subito questo operatore.',
  'mail.operator-granted.text':
    '{by} ha assegnato un settore a {name}, {email}. Settore: {desks}.\n\nSe non deve essere così, lo tolga subito.',
  'mail.operator-deactivated.text': '{by} ha disattivato un operatore: {name}, {email}.',
  'mail.messages.subject': 'Quayside: {type}',
  'mail.messages.open': 'Da leggere nell’app: {url}\n\nIn “Notifiche”, nell’app, sceglie che cosa le scriviamo.',
  'mail.contact-code.subject': 'Quayside: il codice per questo indirizzo',
  'mail.contact-code.text':
    '{code} è il codice per verificare questo indirizzo. Vale dieci minuti e una sola volta.\n\nNon lo dia a nessuno: non lo chiediamo mai per telefono o in chat. Se non l’ha chiesto lei, non deve fare nulla: senza il codice nessuno può usare il suo indirizzo.',
  'mail.contact-code.short':
    'Quayside: {code} è il codice per verificare questo numero, valido 10 minuti. Non lo dia a nessuno.',
  'mail.contact-taken.text':
    'Quayside: qualcuno voleva usare questo telefono o questa e-mail per un altro account. Resta suo. Se è stato lei, lo usi invece per accedere.',
  'mail.contact-taken.short':
    'Quayside: qualcuno voleva usare questo numero o e-mail per un altro account. Nulla è cambiato. Se è stato lei, acceda con questo.',
  'mail.contact-changed.subject': 'Quayside: telefono o e-mail cambiati',
  'mail.contact-changed.text':
    'Il contatto {former} del suo account è stato sostituito da {present}. Quando: {at}. A protezione del suo denaro, nessun prelievo parte prima di: {until}. Se è stato lei, non deve fare nulla.\n\nSe non è stato lei: prima di allora acceda, cambi la password di accesso, annulli i prelievi che non sono suoi e avvisi subito il servizio clienti.',
  'mail.contact-changed.short':
    'Quayside: il telefono o l’e-mail del suo account è cambiato. Non è stato lei? Cambi la password e contatti il servizio clienti.',
  'mail.login-code.subject': 'Quayside: il codice per una nuova password di accesso',
  'mail.login-code.text':
    '{code} è il codice per una nuova password di accesso. Vale dieci minuti e una sola volta.\n\nNon lo dia a nessuno: non lo chiediamo mai per telefono o in chat. Se non l’ha chiesto lei, non deve fare nulla: senza il codice nessuno può impostare una nuova password.',
  'mail.login-code.short':
    'Quayside: {code} è il codice per una nuova password di accesso, valido 10 minuti. Non lo dia a nessuno.',
  'mail.login-changed.subject': 'Quayside: la sua password di accesso è cambiata',
  'mail.login-changed.text':
    'La sua password di accesso è cambiata e gli altri dispositivi sono stati disconnessi. Quando: {at}. Se è stato lei, non deve fare nulla.\n\nSe non è stato lei: scelga “Password dimenticata” all’accesso, ne imposti una nuova, annulli i prelievi che non sono suoi e avvisi subito il servizio clienti.',
  'mail.login-changed.short':
    'Quayside: la password di accesso è cambiata. Non è stato lei? Scelga Password dimenticata e contatti il servizio clienti.',
  'mail.login-reset.text':
    'Una nuova password di accesso è stata impostata con un codice e tutti i dispositivi sono stati disconnessi. Quando: {at}. A protezione del suo denaro, nessun prelievo parte prima di: {until}. Il PIN di pagamento resta lo stesso. Se è stato lei, non deve fare nulla.\n\nSe non è stato lei: prima di allora scelga “Password dimenticata” all’accesso, ne imposti una nuova, annulli i prelievi che non sono suoi e avvisi subito il servizio clienti.',
  'mail.order-page': 'La pagina del suo ordine',
  'mail.order-keep': 'Chi ha questo link può aprire la pagina del suo ordine. Non lo condivida.',
  'mail.order-links.subject': 'I suoi ordini su Quayside',
  'mail.order-links.text': 'Ha chiesto le pagine dei suoi ordini. Se non è stato Lei, ignori questa e-mail.',
} satisfies Record<keyof typeof en, string>

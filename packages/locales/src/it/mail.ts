import type en from '../en/mail.ts'

export default {
  'mail.greeting': 'Ciao,',
  'mail.close': 'Il team di Quayside',
  'mail.pay-password-code.subject': 'Quayside: il codice per reimpostare il PIN di pagamento',
  'mail.pay-password-code.text':
    '{code} è il codice per reimpostare il tuo PIN di pagamento. È valido per 10 minuti e una sola volta.\n\nNon condividerlo con nessuno. Non te lo chiederemo mai per telefono o in chat. Se non l’hai richiesto, qualcuno potrebbe usare il tuo account: non condividere il codice e contatta il servizio clienti.',
  'mail.pay-password-code.short':
    'Quayside: {code} è il codice per reimpostare il PIN di pagamento, valido 10 minuti. Non condividerlo con nessuno.',
  'mail.pay-password-changed.subject': 'Quayside: il tuo PIN di pagamento è cambiato',
  'mail.pay-password-changed.text':
    'Il tuo PIN di pagamento è stato cambiato il {at}. Se l’hai fatto tu, non devi fare nulla.\n\nSe non l’hai fatto tu, apri l’app, tocca “Dimenticato?” al PIN di pagamento e impostane uno nuovo. Annulla i prelievi che non riconosci e contatta subito il servizio clienti.',
  'mail.pay-password-reset.text':
    'Il tuo PIN di pagamento è stato reimpostato il {at}. Per sicurezza, i prelievi sono sospesi fino al {until}. Se l’hai fatto tu, non devi fare nulla.\n\nSe non l’hai fatto tu, agisci prima di allora: apri l’app, tocca “Dimenticato?” al PIN di pagamento e impostane uno nuovo. Annulla i prelievi che non riconosci e contatta subito il servizio clienti.',
  'mail.pay-password-changed.short':
    'Quayside: il PIN di pagamento è stato cambiato. Non l’hai fatto tu? Impostane uno nuovo nell’app e contatta il servizio clienti.',
  'mail.pay-password-disabled.subject': 'Quayside: il tuo PIN di pagamento è disattivato',
  'mail.pay-password-disabled.text':
    'Il tuo PIN di pagamento è stato disattivato il {at} dopo troppi tentativi errati. Per pagare o prelevare di nuovo, apri l’app, tocca “Dimenticato?” al PIN di pagamento e impostane uno nuovo.\n\nSe non l’hai fatto tu, qualcuno potrebbe essere entrato nel tuo account: cambia la password di accesso e contatta subito il servizio clienti.',
  'mail.pay-password-disabled.short':
    'Quayside: il PIN di pagamento è stato disattivato dopo troppi tentativi errati. Non l’hai fatto tu? Contatta il servizio clienti.',
  'mail.passkeys-changed.subject': 'Quayside: le tue passkey sono cambiate',
  'mail.passkey-added.text':
    'Il {at} è stata aggiunta una passkey al tuo account: {name}. Può confermare pagamenti e prelievi. Se l’hai fatto tu, non devi fare nulla.\n\nSe non l’hai fatto tu, apri l’app, rimuovila in “Passkey” e cambia la password di accesso e il PIN di pagamento. Annulla i prelievi che non riconosci e contatta subito il servizio clienti.',
  'mail.passkey-removed.text':
    'Il {at} è stata rimossa una passkey dal tuo account: {name}. Se l’hai fatto tu, non devi fare nulla.\n\nSe non l’hai fatto tu, cambia la password di accesso e il PIN di pagamento e contatta subito il servizio clienti.',
  'mail.passkeys-changed.short':
    'Quayside: una passkey è stata aggiunta o rimossa. Non l’hai fatto tu? Contatta subito il servizio clienti.',
  'mail.operator-token.subject': 'Quayside: imposta la tua password di operatore',
  'mail.operator-token.text':
    'Hai ricevuto un invito come operatore di Quayside su {url}: {name}.\n\nIl tuo codice, valido una volta e fino al {until}: {token}\n\nUsalo per scegliere la tua password. Nessun altro la conosce e nessuno può chiedertela. Il primo accesso richiede un’app di autenticazione. Se non te lo aspettavi, ignora questo messaggio.',
  'mail.operator-news.subject': 'Quayside: un account di operatore è cambiato',
  'mail.operator-invitation.text':
    '{by} ha invitato un operatore: {name}, {email}. Settori: {desks}.\n\nUn altro proprietario deve confermare. Se è un errore, revoca l’invito.',
  'mail.operator-admitted.text':
    'Un nuovo operatore ha impostato la password: {name}, {email}. Settori: {desks}.\n\nSe è un errore, disattiva subito questo operatore.',
  'mail.operator-readmitted.text':
    'Un operatore ha di nuovo accesso con una nuova password: {name}, {email}. Settori: {desks}.\n\nSe è un errore, disattiva subito questo operatore.',
  'mail.operator-granted.text':
    '{by} ha assegnato un settore a {name}, {email}. Settore: {desks}.\n\nSe è un errore, revocalo subito.',
  'mail.operator-deactivated.text': '{by} ha disattivato un operatore: {name}, {email}.',
  'mail.messages.subject': 'Quayside: {type}',
  'mail.messages.open': 'Leggi nell’app: {url}\n\nPer scegliere quali e-mail ricevere, apri “Notifiche” nell’app.',
  'mail.contact-code.subject': 'Quayside: il tuo codice di verifica',
  'mail.contact-code.text':
    '{code} è il codice per verificare questo indirizzo. È valido per 10 minuti e una sola volta.\n\nNon condividerlo con nessuno. Non te lo chiederemo mai per telefono o in chat. Se non l’hai richiesto, puoi ignorare questo messaggio: senza il codice nessuno può usare il tuo indirizzo.',
  'mail.contact-code.short':
    'Quayside: {code} è il codice per verificare questo numero, valido 10 minuti. Non condividerlo con nessuno.',
  'mail.contact-taken.text':
    'Quayside: qualcuno ha provato ad aggiungere questo telefono o questa e-mail a un altro account. Nulla è cambiato. Se l’hai fatto tu, usalo per accedere.',
  'mail.contact-taken.short':
    'Quayside: qualcuno ha provato ad aggiungere questo contatto a un altro account. Nulla è cambiato. Se l’hai fatto tu, usalo per accedere.',
  'mail.contact-changed.subject': 'Quayside: il tuo telefono o la tua e-mail sono cambiati',
  'mail.contact-changed.text':
    'Il {at}, {former} è stato sostituito da {present} nel tuo account. Per sicurezza, i prelievi sono sospesi fino al {until}. Se l’hai fatto tu, non devi fare nulla.\n\nSe non l’hai fatto tu, agisci prima di allora: accedi, cambia la password di accesso, annulla i prelievi che non riconosci e contatta subito il servizio clienti.',
  'mail.contact-changed.short':
    'Quayside: il telefono o l’e-mail del tuo account è cambiato. Non l’hai fatto tu? Cambia la password e contatta il servizio clienti.',
  'mail.login-code.subject': 'Quayside: il codice per reimpostare la password di accesso',
  'mail.login-code.text':
    '{code} è il codice per reimpostare la tua password di accesso. È valido per 10 minuti e una sola volta.\n\nNon condividerlo con nessuno. Non te lo chiederemo mai per telefono o in chat. Se non l’hai richiesto, puoi ignorare questo messaggio: senza il codice nessuno può impostare una nuova password.',
  'mail.login-code.short':
    'Quayside: {code} è il codice per reimpostare la password di accesso, valido 10 minuti. Non condividerlo con nessuno.',
  'mail.login-changed.subject': 'Quayside: la tua password di accesso è cambiata',
  'mail.login-changed.text':
    'La tua password di accesso è stata cambiata il {at} e gli altri dispositivi sono stati disconnessi. Se l’hai fatto tu, non devi fare nulla.\n\nSe non l’hai fatto tu, tocca “Password dimenticata” nella pagina di accesso e impostane una nuova. Annulla i prelievi che non riconosci e contatta subito il servizio clienti.',
  'mail.login-changed.short':
    'Quayside: la password di accesso è cambiata. Non l’hai fatto tu? Scegli Password dimenticata e contatta il servizio clienti.',
  'mail.login-reset.text':
    'La tua password di accesso è stata reimpostata il {at} e tutti i dispositivi sono stati disconnessi. Per sicurezza, i prelievi sono sospesi fino al {until}. Il PIN di pagamento non è cambiato. Se l’hai fatto tu, non devi fare nulla.\n\nSe non l’hai fatto tu, agisci prima di allora: tocca “Password dimenticata” nella pagina di accesso e impostane una nuova. Annulla i prelievi che non riconosci e contatta subito il servizio clienti.',
  'mail.login-keys':
    'Queste chiavi API del tuo negozio funzionano ancora. Revoca quelle che non riconosci in “API e webhook”:',
  'mail.order-page': 'La pagina del tuo ordine',
  'mail.order-keep': 'Chiunque abbia questo link può aprire la pagina del tuo ordine. Non condividerlo.',
  'mail.order-links.subject': 'I tuoi ordini su Quayside',
  'mail.order-links.text': 'Hai chiesto i link ai tuoi ordini. Se non l’hai fatto tu, puoi ignorare questa e-mail.',
  'mail.account-join.subject': 'Quayside: crea il tuo account',
  'mail.account-join.text':
    'Hai chiesto un account su Quayside. Scegli qui la tua password:\n{url}\n\nIl link vale una volta sola, fino al {until}. Se non l’hai fatto tu, ignora questa e-mail: senza il link non viene creato alcun account.',
  'mail.account-password.subject': 'Quayside: il link per una nuova password',
  'mail.account-password.text':
    'Hai chiesto un link al tuo account su Quayside. Con questo link scegli una nuova password:\n{url}\n\nIl link vale una volta sola, fino al {until}. Se conosci la tua password, puoi accedere con quella. Se non l’hai fatto tu, ignora questa e-mail: senza il link non cambia nulla.',
  'mail.account-changed.subject': 'Quayside: la tua password è stata cambiata',
  'mail.account-changed.text':
    'La password del tuo account è stata cambiata il {at} e tutti i dispositivi sono stati disconnessi. Se l’hai fatto tu, non devi fare nulla.\n\nSe non l’hai fatto tu, qualcuno può leggere la tua posta: cambia prima la password della casella, poi scegli “Hai dimenticato la password?” nella pagina di accesso.',
  'mail.account-email.subject': 'Quayside: conferma il nuovo indirizzo e-mail',
  'mail.account-email.text':
    'Hai chiesto di usare questo indirizzo per il tuo account Quayside. Confermalo qui:\n{url}\n\nIl link vale una volta sola, fino al {until}. Se non l’hai fatto tu, ignora questa e-mail: senza il link non cambia nulla.',
  'mail.account-email-changed.subject': 'Quayside: l’indirizzo e-mail del tuo account è cambiato',
  'mail.account-email-changed.text':
    'Il {at} il tuo account è passato da questo indirizzo e-mail a un altro. Se l’hai fatto tu, non devi fare nulla.\n\nSe non l’hai fatto tu, qualcuno conosce la tua password: scrivi subito al servizio clienti dalla pagina di un tuo ordine.',
  'mail.report.subject': 'Quayside: la tua segnalazione {code}',
  'mail.report-upheld.text':
    'Grazie per la segnalazione su “{name}” ({code}). L’abbiamo esaminata e siamo intervenuti.',
  'mail.report-dismissed.text':
    'Hai segnalato qualcosa su “{name}” (numero {code}). L’abbiamo verificato e non abbiamo trovato motivi per intervenire.',
} satisfies Record<keyof typeof en, string>

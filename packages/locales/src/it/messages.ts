import type en from '../en/messages.ts'

export default {
  'messages.title': 'Messaggi',
  'messages.filter': 'Filtra i messaggi',
  'messages.unread': 'Non letti',
  'messages.read-all': 'Segna tutto come letto',
  'messages.mark-read': 'Segna come letto',
  'messages.empty': 'Ancora nessun messaggio',
  'messages.empty.text': 'Qui le diciamo che cosa succede nel suo negozio.',
  'messages.empty.unread': 'Ha letto tutto',
  'messages.unread-count':
    '{n, plural, one {# messaggio non letto} many {# messaggi non letti} other {# messaggi non letti}}',
  'messages.type': 'Argomento',
  'messages.type.orders': 'Ordini',
  'messages.type.refunds': 'Rimborsi',
  'messages.type.money': 'Denaro',
  'messages.type.security': 'Sicurezza',
  'messages.type.shop': 'Negozio',
  'messages.type.support': 'Servizio clienti',
  'messages.type.announcement': 'Annunci',
  'messages.sender': 'Da',
  'messages.sender.system': 'Sistema',
  'messages.sender.support': 'Servizio clienti',
  'messages.sender.announcement': 'Quayside',
  'messages.sent': 'Inviato',
  'messages.about': 'Di che cosa si tratta',
  'messages.open': 'Apri',
  'messages.choose': 'Notifiche',
  'messages.choose.text': 'Ogni messaggio resta nell’app. Scelga che cos’altro deve raggiungerla.',
  'messages.email': 'E-mail',
  'messages.email.none': 'Al momento non si inviano e-mail.',
  'messages.push': 'Notifiche push',
  'messages.push.text':
    'Notifiche su questo dispositivo, anche ad app chiusa. Sul telefono bloccato si vedono solo l’argomento e il numero: niente nomi, niente importi.',
  'messages.push.on': 'Attiva qui',
  'messages.push.off': 'Disattiva qui',
  'messages.push.later': 'Potrà attivarle quando un acquirente avrà pagato il suo primo ordine.',
  'messages.push.denied': 'Il browser blocca le notifiche di questa app. Le consenta nelle sue impostazioni.',
  'messages.push.unsupported':
    'Questo browser non mostra notifiche. Su iPhone aggiunga prima l’app alla schermata Home.',
  'messages.push.none': 'Al momento non si inviano notifiche.',
  'messages.push.failed': 'Non è stato possibile attivarle. Riprovi più tardi.',
  'messages.not-you': 'Se non è stato lei, contatti subito il servizio clienti.',
  'messages.order.paid':
    '{n, plural, =1 {L’ordine {code} è pagato e da prendere in carico. Guadagno: {amount}.} one {# ordine pagato è da prendere in carico. Guadagno: {amount}.} many {# ordini pagati sono da prendere in carico. Guadagno: {amount}.} other {# ordini pagati sono da prendere in carico. Guadagno: {amount}.}}',
  'messages.order.pickup-near':
    '{n, plural, =1 {L’ordine {code} sarà annullato tra meno di 12 ore se non lo prende in carico.} one {# ordini saranno annullati tra meno di 12 ore se non li prende in carico.} many {# ordini saranno annullati tra meno di 12 ore se non li prende in carico.} other {# ordini saranno annullati tra meno di 12 ore se non li prende in carico.}}',
  'messages.order.cancelled':
    '{n, plural, =1 {L’ordine {code} è stato annullato.} one {# ordini sono stati annullati.} many {# ordini sono stati annullati.} other {# ordini sono stati annullati.}}',
  'messages.order.shipped':
    '{n, plural, =1 {L’ordine {code} è stato spedito.} one {# ordini sono stati spediti.} many {# ordini sono stati spediti.} other {# ordini sono stati spediti.}}',
  'messages.order.ship-undone':
    '{n, plural, =1 {La spedizione dell’ordine {code} è stata annullata. Sarà spedito di nuovo.} one {La spedizione di # ordine è stata annullata. Sarà spedito di nuovo.} many {Le spedizioni di # ordini sono state annullate. Saranno spediti di nuovo.} other {Le spedizioni di # ordini sono state annullate. Saranno spediti di nuovo.}}',
  'messages.order.received':
    '{n, plural, =1 {L’ordine {code} è arrivato. {amount} sono in sospeso.} one {# ordini sono arrivati. {amount} sono in sospeso.} many {# ordini sono arrivati. {amount} sono in sospeso.} other {# ordini sono arrivati. {amount} sono in sospeso.}}',
  'messages.order.completed':
    '{n, plural, =1 {L’ordine {code} è liquidato. {amount} sono nel suo saldo.} one {# ordini sono liquidati. {amount} sono nel suo saldo.} many {# ordini sono liquidati. {amount} sono nel suo saldo.} other {# ordini sono liquidati. {amount} sono nel suo saldo.}}',
  'messages.order.set-aside':
    'L’ordine {code} è in verifica: il suo acquirente ha in comune con lei un dispositivo, una carta, un contatto o un indirizzo. Il suo denaro segue il corso normale. Conterà nelle sue cifre e nella valutazione quando sarà chiarito.',
  'messages.order.cleared': 'L’ordine {code} è stato chiarito e conta nelle sue cifre e nella valutazione.',
  'messages.order.upheld':
    'L’ordine {code} non conta nelle sue cifre né nella valutazione: lo consideriamo un suo acquisto. Il suo denaro non viene toccato. Se è un errore, contatti il servizio clienti.',
  'messages.order.disputed':
    'Ordine {code}: la banca della carta richiede {amount}. Veda che cosa può inviare ed entro quando.',
  'messages.order.dispute-won': 'Ordine {code}: la banca le ha dato ragione, {amount} sono di nuovo suoi.',
  'messages.order.charged-back': 'Ordine {code}: la banca ha restituito {amount} al titolare della carta.',
  'messages.refund.requested':
    'Un acquirente chiede la restituzione di {amount}: rimborso {code}. Senza una sua risposta entro il {date} vale come accettato.',
  'messages.refund.opened':
    'La piattaforma ha aperto il rimborso {code} di {amount} per un ordine liquidato. Accetti o si opponga entro il {date}; poi decide un’altra persona della piattaforma.',
  'messages.refund.due-soon': 'Il rimborso {code} vale come accettato tra meno di 12 ore. Risponda prima.',
  'messages.refund.withdrawn': 'L’acquirente ha ritirato la richiesta di rimborso {code}.',
  'messages.refund.approved': 'Il rimborso {code} è concesso: {amount} tornano all’acquirente.',
  'messages.refund.borne':
    'Rimborso {code}: {amount} tornano all’acquirente e li paga la piattaforma. A lei non costa nulla.',
  'messages.refund.declined': 'Il rimborso {code} è stato rifiutato. L’acquirente non riceve nulla.',
  'messages.deposit.credited':
    '{n, plural, =1 {Ricarica {code}: {amount} sono nel suo saldo.} one {# ricariche: {amount} sono nel suo saldo.} many {# ricariche: {amount} sono nel suo saldo.} other {# ricariche: {amount} sono nel suo saldo.}}',
  'messages.deposit.set-aside':
    'La ricarica {code} di {amount} è sotto il minimo. La teniamo da parte per lei e la accreditiamo con le prossime.',
  'messages.deposit.rejected': 'La ricarica {code} non è stata accreditata.',
  'messages.deposit.reversed':
    'La ricarica {code} è stata stornata: la rete ha annullato il trasferimento di {amount}.',
  'messages.deposit.disputed':
    'Ricarica {code}: la banca della carta richiede {amount}. Veda che cosa può inviare ed entro quando.',
  'messages.deposit.dispute-won': 'Ricarica {code}: la banca le ha dato ragione, {amount} sono di nuovo suoi.',
  'messages.deposit.charged-back': 'Ricarica {code}: la banca ha restituito {amount} al titolare della carta.',
  'messages.withdrawal.requested':
    'È stato richiesto il prelievo {code} di {amount}. Se non è stato lei, lo annulli e contatti subito il servizio clienti.',
  'messages.withdrawal.approved': 'Il prelievo {code} è approvato. Le verranno pagati {amount}.',
  'messages.withdrawal.rejected': 'Il prelievo {code} non è stato approvato. {amount} sono di nuovo nel suo saldo.',
  'messages.withdrawal.paid': 'Il prelievo {code} è pagato: {amount}.',
  'messages.withdrawal.failed':
    'Non è stato possibile pagare il prelievo {code}. {amount} sono di nuovo nel suo saldo.',
  'messages.withdrawal.returned':
    'La banca ha restituito il prelievo {code} dopo il pagamento. {amount} sono di nuovo nel suo saldo.',
  'messages.withdrawal.overdue':
    'Il prelievo {code} di {amount} ha superato il termine promesso. È colpa nostra; il suo denaro è al sicuro.',
  'messages.withdrawal.unsent':
    'Il prelievo {code} era approvato, ma non l’abbiamo pagato in tempo. È colpa nostra. {amount} è di nuovo nel suo saldo.',
  'messages.withdrawal.escalated':
    'Il prelievo {code} di {amount} è stato inviato, ma manca ancora la prova del pagamento. Stiamo verificando; il suo denaro sarà pagato o tornerà per intero.',
  'messages.withdrawal.appeal-granted':
    'Prelievo {code}: il suo ricorso è stato accolto. Può chiedere di nuovo un prelievo di {amount}.',
  'messages.withdrawal.appeal-declined': 'Prelievo {code}: il suo ricorso è stato respinto.',
  'messages.unidentified.assigned': 'Abbiamo accertato che un bonifico di {amount} è suo. È nel suo saldo.',
  'messages.adjustment.goodwill': 'La piattaforma le ha dato {amount}. È nel suo saldo. Numero: {code}',
  'messages.adjustment.corrected':
    'Una registrazione precedente è stata corretta: {amount} sono stati ripresi. Numero: {code}',
  'messages.adjustment.written-off': 'La piattaforma ha annullato {amount} che lei doveva. Numero: {code}',
  'messages.destination.added': 'È stata salvata una nuova destinazione di prelievo che termina con {ending}.',
  'messages.payment-password.set': 'È stato impostato un PIN di pagamento.',
  'messages.payment-password.changed': 'Il suo PIN di pagamento è stato cambiato.',
  'messages.payment-password.reset':
    'È stato impostato un nuovo PIN di pagamento con la sua password di accesso e un codice ricevuto.',
  'messages.payment-password.disabled':
    'Il suo PIN di pagamento è stato disattivato dopo molti tentativi errati. Ne imposti uno nuovo.',
  'messages.login-password.changed': 'La sua password di accesso è cambiata.',
  'messages.login-password.reset': 'Una nuova password di accesso è stata impostata con un codice.',
  'messages.contact.changed': 'Il suo telefono o la sua e-mail sono stati cambiati.',
  'messages.login.new-device': 'Qualcuno è entrato nel suo account da un nuovo dispositivo.',
  'messages.registration.verified': 'Il suo negozio è verificato. Può vendere, ricaricare e prelevare.',
  'messages.registration.more-information': 'Ci servono altre informazioni per verificare il suo negozio.',
  'messages.registration.rejected': 'La Sua registrazione è stata respinta. Può leggere il motivo e fare ricorso.',
  'messages.registration.overdue':
    'La verifica della Sua registrazione è in ritardo rispetto a quanto promesso. Non deve fare nulla.',
  'messages.shop.closed': 'Il suo negozio è stato chiuso.',
  'messages.shop.closing': 'È stata annunciata la chiusura del suo negozio. La schermata iniziale indica da quando.',
  'messages.shop.opened': 'Il suo negozio è di nuovo aperto.',
  'messages.shop.restricted-sell':
    'Dal {date} gli acquirenti non possono fare nuovi ordini nel Suo negozio. I prelievi restano aperti.',
  'messages.shop.restricted-pick-up': 'Dal {date} non può prendere in carico ordini. I prelievi restano aperti.',
  'messages.shop.restricted-list':
    'Dal {date} non può aggiungere prodotti né metterli in vendita. I prelievi restano aperti.',
  'messages.shop.restriction-lifted': 'Una restrizione del suo negozio è stata tolta.',
  'messages.listing.at-loss':
    '{n, plural, =1 {{name} non è più in vendita: si venderebbe in perdita.} one {# prodotti non sono più in vendita: si venderebbero in perdita.} many {# prodotti non sono più in vendita: si venderebbero in perdita.} other {# prodotti non sono più in vendita: si venderebbero in perdita.}}',
  'messages.listing.withdrawn':
    '{n, plural, =1 {{name} non è più in vendita: il fornitore non offre più questo prodotto.} one {# prodotti non sono più in vendita: i fornitori non li vendono più.} many {# prodotti non sono più in vendita: i fornitori non li vendono più.} other {# prodotti non sono più in vendita: i fornitori non li vendono più.}}',
  'messages.listing.supplier-changed':
    '{n, plural, =1 {Il fornitore ha cambiato il prezzo o le scorte di {name}.} one {I fornitori hanno cambiato il prezzo o le scorte di # prodotti.} many {I fornitori hanno cambiato il prezzo o le scorte di # prodotti.} other {I fornitori hanno cambiato il prezzo o le scorte di # prodotti.}}',
  'messages.setting.changed':
    'Dal {date}: {name} {value}, fino ad allora {before}. Ciò che è già stato fatto mantiene le sue condizioni.',
  'messages.setting.name.commission': 'commissione',
  'messages.setting.name.withdrawal-fee.bank': 'commissione di prelievo verso una banca',
  'messages.setting.name.withdrawal-fee.chain': 'commissione di prelievo verso un indirizzo blockchain',
  'messages.setting.name.card-hold': 'attesa prima di poter prelevare una ricarica con carta',
  'messages.setting.name.order.pickup-window': 'termine per prendere in carico un ordine',
  'messages.setting.name.order.shipping-window': 'termine di spedizione della piattaforma',
  'messages.setting.name.order.protection-window': 'tempo prima che i ricavi di un ordine ricevuto siano liberi',
  'messages.setting.name.refund.answer-window': 'termine per rispondere a una richiesta di rimborso',
  'messages.setting.name.refund.decision-window': 'termine della piattaforma per decidere un rimborso',
  'messages.support.answered':
    '{n, plural, =1 {Il servizio clienti le ha risposto.} one {Il servizio clienti le ha mandato # risposte.} many {Il servizio clienti le ha mandato # risposte.} other {Il servizio clienti le ha mandato # risposte.}}',
} satisfies Record<keyof typeof en, string>

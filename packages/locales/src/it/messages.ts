import type en from '../en/messages.ts'

export default {
  'messages.title': 'Messaggi',
  'messages.filter': 'Filtra i messaggi',
  'messages.unread': 'Non letti',
  'messages.read-all': 'Segna tutto come letto',
  'messages.empty': 'Ancora nessun messaggio',
  'messages.empty.text': 'Qui compariranno le novità del tuo negozio.',
  'messages.empty.unread': 'Hai letto tutto',
  'messages.unread-count':
    '{n, plural, one {# messaggio non letto} many {# messaggi non letti} other {# messaggi non letti}}',
  'messages.type.orders': 'Ordini',
  'messages.type.buyers': 'Acquirenti',
  'messages.type.refunds': 'Rimborsi',
  'messages.type.money': 'Denaro',
  'messages.type.security': 'Sicurezza',
  'messages.type.shop': 'Negozio',
  'messages.type.support': 'Servizio clienti',
  'messages.type.announcement': 'Annunci',
  'messages.sender.system': 'Sistema',
  'messages.sender.support': 'Servizio clienti',
  'messages.sender.announcement': 'Quayside',
  'messages.about': 'Riguarda',
  'messages.open': 'Apri',
  'messages.choose': 'Notifiche',
  'messages.email': 'E-mail',
  'messages.email.none': 'Le notifiche via e-mail al momento non sono disponibili.',
  'messages.push': 'Push',
  'messages.push.text':
    'Ricevi notifiche su questo dispositivo, anche ad app chiusa. A telefono bloccato si vedono solo l’argomento e il numero, mai nomi o importi.',
  'messages.push.on': 'Attiva',
  'messages.push.off': 'Disattiva',
  'messages.push.later': 'Potrai attivarle quando un acquirente avrà pagato il tuo primo ordine.',
  'messages.push.denied': 'Il browser blocca le notifiche. Consentile per Quayside nelle sue impostazioni.',
  'messages.push.unsupported':
    'Questo browser non supporta le notifiche. Su iPhone aggiungi prima l’app alla schermata Home.',
  'messages.push.none': 'Le notifiche al momento non sono disponibili.',
  'messages.push.failed': 'Impossibile attivare le notifiche. Riprova più tardi.',
  'messages.not-you': 'Se non l’hai fatto tu, contatta subito il servizio clienti.',
  'messages.order.paid':
    '{n, plural, =1 {L’ordine {code} è pagato e da prendere in carico. Il tuo utile: {amount}.} one {# ordine pagato è da prendere in carico. Il tuo utile: {amount}.} many {# ordini pagati sono da prendere in carico. Il tuo utile: {amount}.} other {# ordini pagati sono da prendere in carico. Il tuo utile: {amount}.}}',
  'messages.order.pickup-near':
    '{n, plural, =1 {L’ordine {code} sarà annullato tra meno di 12 ore se non lo prendi in carico.} one {# ordine sarà annullato tra meno di 12 ore se non lo prendi in carico.} many {# ordini saranno annullati tra meno di 12 ore se non li prendi in carico.} other {# ordini saranno annullati tra meno di 12 ore se non li prendi in carico.}}',
  'messages.order.cancelled':
    '{n, plural, =1 {L’ordine {code} è stato annullato.} one {# ordine è stato annullato.} many {# ordini sono stati annullati.} other {# ordini sono stati annullati.}}',
  'messages.order.shipped':
    '{n, plural, =1 {L’ordine {code} è stato spedito.} one {# ordine è stato spedito.} many {# ordini sono stati spediti.} other {# ordini sono stati spediti.}}',
  'messages.order.ship-undone':
    '{n, plural, =1 {La spedizione dell’ordine {code} è stata annullata. Sarà spedito di nuovo.} one {La spedizione di # ordine è stata annullata. Sarà spedito di nuovo.} many {Le spedizioni di # ordini sono state annullate. Saranno spediti di nuovo.} other {Le spedizioni di # ordini sono state annullate. Saranno spediti di nuovo.}}',
  'messages.order.received':
    '{n, plural, =1 {L’ordine {code} è arrivato. In sospeso: {amount}.} one {# ordine è arrivato. In sospeso: {amount}.} many {# ordini sono arrivati. In sospeso: {amount}.} other {# ordini sono arrivati. In sospeso: {amount}.}}',
  'messages.order.completed':
    '{n, plural, =1 {L’ordine {code} è liquidato. Nel tuo saldo: +{amount}.} one {# ordine è liquidato. Nel tuo saldo: +{amount}.} many {# ordini sono liquidati. Nel tuo saldo: +{amount}.} other {# ordini sono liquidati. Nel tuo saldo: +{amount}.}}',
  'messages.order.set-aside':
    'Stiamo verificando l’ordine {code} perché il suo acquirente ha in comune con te un dispositivo, una carta, un contatto o un indirizzo. Il tuo denaro non è interessato. L’ordine conterà nei tuoi dati e nel voto quando avrà superato la verifica.',
  'messages.order.cleared': 'L’ordine {code} ha superato la verifica e ora conta nei tuoi dati e nel voto.',
  'messages.order.upheld':
    'L’ordine {code} non conta nei tuoi dati né nel voto perché lo consideriamo un tuo acquisto. Il tuo denaro non è interessato. Se è un errore, contatta il servizio clienti.',
  'messages.order.disputed':
    'Ordine {code}: l’emittente della carta contesta {amount}. Guarda quali prove inviare ed entro quando.',
  'messages.order.dispute-won': 'Ordine {code}: la banca ha deciso a tuo favore. Di nuovo disponibile: {amount}.',
  'messages.order.charged-back': 'Ordine {code}: la banca ha restituito {amount} al titolare della carta.',
  'messages.order-talk.asked': 'L’acquirente dell’ordine {code} ti ha scritto.',
  'messages.order-talk.taken':
    'Ordine {code}: il servizio clienti ha preso in carico la tua conversazione con l’acquirente.',
  'messages.refund.requested':
    'Un acquirente ha chiesto un rimborso di {amount} ({code}). Rispondi entro il {date} o sarà accettato automaticamente.',
  'messages.refund.opened':
    'Abbiamo aperto il rimborso {code} di {amount} per un ordine liquidato. Accettalo o opponiti entro il {date}; poi deciderà un’altra persona di Quayside.',
  'messages.refund.due-soon': 'Il rimborso {code} sarà accettato automaticamente tra meno di 12 ore. Rispondi prima.',
  'messages.refund.withdrawn': 'L’acquirente ha ritirato la richiesta di rimborso {code}.',
  'messages.refund.approved': 'Il rimborso {code} è stato approvato. L’acquirente riceverà {amount}.',
  'messages.refund.borne': 'Rimborso {code}: restituiremo {amount} all’acquirente, senza costi per te.',
  'messages.refund.declined': 'Il rimborso {code} è stato rifiutato. L’acquirente non sarà rimborsato.',
  'messages.deposit.credited':
    '{n, plural, =1 {Ricarica {code}: +{amount} nel tuo saldo.} one {# ricarica: +{amount} nel tuo saldo.} many {# ricariche: +{amount} nel tuo saldo.} other {# ricariche: +{amount} nel tuo saldo.}}',
  'messages.deposit.set-aside':
    'La ricarica {code} di {amount} è sotto il minimo. La terremo da parte e la accrediteremo con la prossima.',
  'messages.deposit.rejected': 'La ricarica {code} è stata rifiutata.',
  'messages.deposit.reversed':
    'La ricarica {code} è stata stornata perché la rete ha annullato il trasferimento di {amount}.',
  'messages.deposit.disputed':
    'Ricarica {code}: l’emittente della carta contesta {amount}. Guarda quali prove inviare ed entro quando.',
  'messages.deposit.dispute-won': 'Ricarica {code}: la banca ha deciso a tuo favore. Di nuovo disponibile: {amount}.',
  'messages.deposit.charged-back': 'Ricarica {code}: la banca ha restituito {amount} al titolare della carta.',
  'messages.withdrawal.requested':
    'È stato richiesto il prelievo {code} di {amount}. Se non l’hai fatto tu, annullalo e contatta subito il servizio clienti.',
  'messages.withdrawal.approved': 'Il prelievo {code} è approvato. Ti verranno pagati {amount}.',
  'messages.withdrawal.rejected': 'Il prelievo {code} è stato rifiutato. Di nuovo nel tuo saldo: {amount}.',
  'messages.withdrawal.paid': 'Il prelievo {code} è pagato: {amount}.',
  'messages.withdrawal.failed': 'Non è stato possibile pagare il prelievo {code}. Di nuovo nel tuo saldo: {amount}.',
  'messages.withdrawal.returned':
    'La banca ha restituito il prelievo {code} dopo il pagamento. Di nuovo nel tuo saldo: {amount}.',
  'messages.withdrawal.overdue': 'Il prelievo {code} di {amount} è in ritardo. Ci scusiamo. Il tuo denaro è al sicuro.',
  'messages.withdrawal.unsent':
    'Il prelievo {code} era approvato, ma non l’abbiamo pagato in tempo. Ci scusiamo. Di nuovo nel tuo saldo: {amount}.',
  'messages.withdrawal.escalated':
    'Il prelievo {code} di {amount} è stato inviato, ma non abbiamo ancora la prova del pagamento. Stiamo verificando. Il tuo denaro è al sicuro: arriverà o sarà restituito per intero.',
  'messages.withdrawal.appeal-granted':
    'Prelievo {code}: il tuo ricorso è stato accolto. Puoi prelevare di nuovo {amount}.',
  'messages.withdrawal.appeal-declined': 'Prelievo {code}: il tuo ricorso è stato respinto.',
  'messages.unidentified.assigned': 'Abbiamo identificato come tuo un bonifico di {amount}. È nel tuo saldo.',
  'messages.adjustment.goodwill': 'Abbiamo accreditato {amount} sul tuo saldo. Numero: {code}',
  'messages.adjustment.corrected':
    'Abbiamo corretto una registrazione precedente: sono stati detratti {amount}. Numero: {code}',
  'messages.adjustment.written-off': 'Abbiamo cancellato {amount} del tuo debito. Numero: {code}',
  'messages.destination.added': 'È stata salvata una nuova destinazione di prelievo che termina con {ending}.',
  'messages.payment-password.set': 'È stato impostato un PIN di pagamento.',
  'messages.payment-password.changed': 'Il tuo PIN di pagamento è stato cambiato.',
  'messages.payment-password.reset': 'Il tuo PIN di pagamento è stato reimpostato.',
  'messages.payment-password.disabled':
    'Il tuo PIN di pagamento è stato disattivato dopo troppi tentativi errati. Impostane uno nuovo.',
  'messages.passkey.added': 'È stata aggiunta una passkey: {name}. Può confermare pagamenti e prelievi.',
  'messages.passkey.removed': 'È stata rimossa una passkey: {name}.',
  'messages.login-password.changed': 'La tua password di accesso è stata cambiata.',
  'messages.login-password.reset': 'La tua password di accesso è stata reimpostata.',
  'messages.contact.changed': 'Il tuo telefono o la tua e-mail sono stati cambiati.',
  'messages.login.new-device': 'Nuovo accesso al tuo account da un altro dispositivo.',
  'messages.registration.verified': 'Il tuo negozio è verificato. Puoi vendere, ricaricare e prelevare.',
  'messages.registration.more-information': 'Ci servono altre informazioni per verificare il tuo negozio.',
  'messages.registration.rejected': 'La tua registrazione è stata rifiutata. Puoi vedere il motivo e fare ricorso.',
  'messages.registration.overdue':
    'La verifica della tua registrazione è in ritardo. Ci scusiamo. Non devi fare nulla.',
  'messages.shop.closed': 'Il tuo negozio è stato chiuso.',
  'messages.shop.closing': 'È prevista la chiusura del tuo negozio. La data è nella Home.',
  'messages.shop.opened': 'Il tuo negozio è di nuovo aperto.',
  'messages.shop.restricted-sell':
    'Dal {date} gli acquirenti non potranno fare nuovi ordini nel tuo negozio. I prelievi restano disponibili.',
  'messages.shop.restricted-pick-up':
    'Dal {date} non potrai prendere in carico ordini. I prelievi restano disponibili.',
  'messages.shop.restricted-list':
    'Dal {date} non potrai aggiungere prodotti né metterli in vendita. I prelievi restano disponibili.',
  'messages.shop.restriction-lifted': 'Una restrizione del tuo negozio è stata rimossa.',
  'messages.listing.at-loss':
    '{n, plural, =1 {{name} è stato tolto dalla vendita perché sarebbe in perdita.} one {# prodotto è stato tolto dalla vendita perché sarebbe in perdita.} many {# prodotti sono stati tolti dalla vendita perché sarebbero in perdita.} other {# prodotti sono stati tolti dalla vendita perché sarebbero in perdita.}}',
  'messages.listing.withdrawn':
    '{n, plural, =1 {{name} è stato tolto dalla vendita perché il fornitore non lo offre più.} one {# prodotto è stato tolto dalla vendita perché il fornitore non lo offre più.} many {# prodotti sono stati tolti dalla vendita perché i fornitori non li offrono più.} other {# prodotti sono stati tolti dalla vendita perché i fornitori non li offrono più.}}',
  'messages.listing.supplier-changed':
    '{n, plural, =1 {Il fornitore ha cambiato il prezzo o le scorte di {name}.} one {Un fornitore ha cambiato il prezzo o le scorte di # prodotto.} many {I fornitori hanno cambiato il prezzo o le scorte di # prodotti.} other {I fornitori hanno cambiato il prezzo o le scorte di # prodotti.}}',
  'messages.setting.changed':
    'Dal {date} cambia: {name}, da {before} a {value}. Ciò che hai iniziato prima mantiene le condizioni attuali.',
  'messages.setting.name.commission': 'commissione',
  'messages.setting.name.withdrawal-fee.bank': 'commissione di prelievo verso una banca',
  'messages.setting.name.withdrawal-fee.chain': 'commissione di prelievo verso un indirizzo blockchain',
  'messages.setting.name.card-hold': 'attesa prima di poter prelevare una ricarica con carta',
  'messages.setting.name.order.pickup-window': 'termine per prendere in carico un ordine',
  'messages.setting.name.order.shipping-window': 'termine di spedizione della piattaforma',
  'messages.setting.name.order.protection-window': 'tempo prima che l’utile di un ordine ricevuto sia disponibile',
  'messages.setting.name.refund.answer-window': 'termine per rispondere a una richiesta di rimborso',
  'messages.setting.name.refund.decision-window': 'termine della piattaforma per decidere un rimborso',
  'messages.privacy.copy-ready': 'La copia dei tuoi dati è pronta da scaricare.',
  'messages.privacy.refused': 'La richiesta sui tuoi dati è stata rifiutata.',
  'messages.support.answered':
    '{n, plural, =1 {Il servizio clienti ti ha risposto.} one {Il servizio clienti ti ha inviato # risposta.} many {Il servizio clienti ti ha inviato # risposte.} other {Il servizio clienti ti ha inviato # risposte.}}',
  'messages.new': '{n, plural, one {# nuovo messaggio} many {# nuovi messaggi} other {# nuovi messaggi}}',
  'messages.all': 'Tutti',
} satisfies Record<keyof typeof en, string>

import type en from '../en/messages.ts'

export default {
  'messages.title': 'Berichten',
  'messages.filter': 'Berichten filteren',
  'messages.unread': 'Ongelezen',
  'messages.read-all': 'Alles als gelezen markeren',
  'messages.empty': 'Nog geen berichten',
  'messages.empty.text': 'Hier verschijnt nieuws over uw winkel.',
  'messages.empty.unread': 'U hebt alles gelezen',
  'messages.unread-count': '{n, plural, one {# ongelezen bericht} other {# ongelezen berichten}}',
  'messages.type.orders': 'Bestellingen',
  'messages.type.buyers': 'Kopers',
  'messages.type.refunds': 'Terugbetalingen',
  'messages.type.money': 'Geld',
  'messages.type.security': 'Beveiliging',
  'messages.type.shop': 'Winkel',
  'messages.type.support': 'Klantenservice',
  'messages.type.announcement': 'Aankondigingen',
  'messages.sender.system': 'Systeem',
  'messages.sender.support': 'Klantenservice',
  'messages.sender.announcement': 'Quayside',
  'messages.about': 'Gaat over',
  'messages.open': 'Openen',
  'messages.choose': 'Meldingen',
  'messages.email': 'E-mail',
  'messages.email.none': 'E-mailmeldingen zijn nu niet beschikbaar.',
  'messages.push': 'Push',
  'messages.push.text':
    'Ontvang meldingen op dit apparaat, ook als de app gesloten is. Een vergrendelde telefoon toont alleen het onderwerp en het aantal, nooit namen of bedragen.',
  'messages.push.on': 'Inschakelen',
  'messages.push.off': 'Uitschakelen',
  'messages.push.later': 'U kunt dit inschakelen zodra een koper uw eerste bestelling heeft betaald.',
  'messages.push.denied': 'Uw browser blokkeert meldingen. Sta ze voor Quayside toe in de instellingen.',
  'messages.push.unsupported':
    'Deze browser ondersteunt geen meldingen. Zet de app op een iPhone eerst op het beginscherm.',
  'messages.push.none': 'Meldingen zijn nu niet beschikbaar.',
  'messages.push.failed': 'Meldingen inschakelen is niet gelukt. Probeer het later opnieuw.',
  'messages.not-you': 'Was u dit niet? Neem dan meteen contact op met de klantenservice.',
  'messages.order.paid':
    '{n, plural, =1 {Bestelling {code} is betaald en wacht op verwerking. Uw winst: {amount}.} one {# betaalde bestelling wacht op verwerking. Uw winst: {amount}.} other {# betaalde bestellingen wachten op verwerking. Uw winst: {amount}.}}',
  'messages.order.pickup-near':
    '{n, plural, =1 {Bestelling {code} wordt over minder dan 12 uur geannuleerd als u die niet verwerkt.} one {# bestelling wordt over minder dan 12 uur geannuleerd als u die niet verwerkt.} other {# bestellingen worden over minder dan 12 uur geannuleerd als u ze niet verwerkt.}}',
  'messages.order.cancelled':
    '{n, plural, =1 {Bestelling {code} is geannuleerd.} one {# bestelling is geannuleerd.} other {# bestellingen zijn geannuleerd.}}',
  'messages.order.shipped':
    '{n, plural, =1 {Bestelling {code} is verzonden.} one {# bestelling is verzonden.} other {# bestellingen zijn verzonden.}}',
  'messages.order.ship-undone':
    '{n, plural, =1 {De verzending van bestelling {code} is teruggedraaid. Die wordt opnieuw verzonden.} one {De verzending van # bestelling is teruggedraaid. Die wordt opnieuw verzonden.} other {De verzending van # bestellingen is teruggedraaid. Ze worden opnieuw verzonden.}}',
  'messages.order.received':
    '{n, plural, =1 {Bestelling {code} is bezorgd. {amount} is in behandeling.} one {# bestelling is bezorgd. {amount} is in behandeling.} other {# bestellingen zijn bezorgd. {amount} is in behandeling.}}',
  'messages.order.completed':
    '{n, plural, =1 {Bestelling {code} is afgerekend. {amount} staat op uw saldo.} one {# bestelling is afgerekend. {amount} staat op uw saldo.} other {# bestellingen zijn afgerekend. {amount} staat op uw saldo.}}',
  'messages.order.set-aside':
    'We bekijken bestelling {code} omdat de koper een apparaat, kaart, contactgegeven of adres met u deelt. Dit heeft geen gevolgen voor uw geld. De bestelling telt mee in uw cijfers en score zodra ze is vrijgegeven.',
  'messages.order.cleared': 'Bestelling {code} is vrijgegeven en telt nu mee in uw cijfers en score.',
  'messages.order.upheld':
    'Bestelling {code} telt niet mee in uw cijfers en score, omdat u die volgens ons zelf hebt geplaatst. Dit heeft geen gevolgen voor uw geld. Klopt dit niet? Neem dan contact op met de klantenservice.',
  'messages.order.disputed':
    'Bestelling {code}: geschil, de kaartuitgever eist {amount} terug. Zie welk bewijs u kunt sturen en tot wanneer.',
  'messages.order.dispute-won':
    'Bestelling {code}: de bank heeft in uw voordeel beslist. {amount} is weer beschikbaar.',
  'messages.order.charged-back': 'Bestelling {code}: de bank heeft {amount} teruggegeven aan de kaarthouder.',
  'messages.order-talk.asked': 'De koper van bestelling {code} heeft u geschreven.',
  'messages.order-talk.taken': 'Bestelling {code}: de klantenservice heeft uw gesprek met de koper overgenomen.',
  'messages.refund.requested':
    'Een koper vraagt om terugbetaling van {amount} ({code}). Reageer uiterlijk {date}, anders wordt die automatisch geaccepteerd.',
  'messages.refund.opened':
    'Wij hebben terugbetaling {code} van {amount} geopend voor een afgerekende bestelling. Accepteer of betwist die uiterlijk {date}; daarna beslist iemand anders bij Quayside.',
  'messages.refund.due-soon':
    'Terugbetaling {code} wordt over minder dan 12 uur automatisch geaccepteerd. Reageer vóór die tijd.',
  'messages.refund.withdrawn': 'De koper heeft het verzoek om terugbetaling {code} ingetrokken.',
  'messages.refund.approved': 'Terugbetaling {code} is goedgekeurd. {amount} gaat terug naar de koper.',
  'messages.refund.borne': 'Terugbetaling {code}: wij geven de koper {amount} terug, zonder kosten voor u.',
  'messages.refund.declined': 'Terugbetaling {code} is afgewezen. De koper wordt niet terugbetaald.',
  'messages.deposit.credited':
    '{n, plural, =1 {Storting {code}: {amount} staat op uw saldo.} one {# storting: {amount} staat op uw saldo.} other {# stortingen: {amount} staat op uw saldo.}}',
  'messages.deposit.set-aside':
    'Storting {code} van {amount} ligt onder het minimum. We bewaren het bedrag en schrijven het bij samen met uw volgende storting.',
  'messages.deposit.rejected': 'Storting {code} is afgewezen.',
  'messages.deposit.reversed':
    'Storting {code} is teruggedraaid omdat het netwerk de overboeking van {amount} ongedaan heeft gemaakt.',
  'messages.deposit.disputed':
    'Storting {code}: geschil, de kaartuitgever eist {amount} terug. Zie welk bewijs u kunt sturen en tot wanneer.',
  'messages.deposit.dispute-won':
    'Storting {code}: de bank heeft in uw voordeel beslist. {amount} is weer beschikbaar.',
  'messages.deposit.charged-back': 'Storting {code}: de bank heeft {amount} teruggegeven aan de kaarthouder.',
  'messages.withdrawal.requested':
    'Opname {code} van {amount} is aangevraagd. Was u dit niet? Annuleer die dan en neem meteen contact op met de klantenservice.',
  'messages.withdrawal.approved': 'Opname {code} is goedgekeurd. {amount} wordt aan u betaald.',
  'messages.withdrawal.rejected': 'Opname {code} is afgewezen. {amount} staat weer op uw saldo.',
  'messages.withdrawal.paid': 'Opname {code} is betaald: {amount}.',
  'messages.withdrawal.failed': 'Opname {code} kon niet worden betaald. {amount} staat weer op uw saldo.',
  'messages.withdrawal.returned':
    'De bank heeft opname {code} na betaling teruggestuurd. {amount} staat weer op uw saldo.',
  'messages.withdrawal.overdue': 'Opname {code} van {amount} is te laat. Onze excuses. Uw geld is veilig.',
  'messages.withdrawal.unsent':
    'Opname {code} was goedgekeurd, maar we hebben niet op tijd betaald. Onze excuses. {amount} staat weer op uw saldo.',
  'messages.withdrawal.escalated':
    'Opname {code} van {amount} is verstuurd, maar we hebben nog geen bewijs van betaling. We zoeken het uit. Uw geld is veilig: het komt aan of u krijgt alles terug.',
  'messages.withdrawal.appeal-granted': 'Opname {code}: uw bezwaar is toegewezen. U kunt {amount} opnieuw opnemen.',
  'messages.withdrawal.appeal-declined': 'Opname {code}: uw bezwaar is afgewezen.',
  'messages.unidentified.assigned':
    'We hebben een overschrijving van {amount} als die van u herkend. Het bedrag staat op uw saldo.',
  'messages.adjustment.goodwill': 'We hebben {amount} op uw saldo bijgeschreven. Nummer: {code}',
  'messages.adjustment.corrected':
    'We hebben een eerdere boeking gecorrigeerd: {amount} is afgetrokken. Nummer: {code}',
  'messages.adjustment.written-off': 'We hebben {amount} van uw schuld kwijtgescholden. Nummer: {code}',
  'messages.destination.added': 'Er is een nieuwe bestemming voor opnames opgeslagen, eindigend op {ending}.',
  'messages.payment-password.set': 'Er is een betaalcode ingesteld.',
  'messages.payment-password.changed': 'Uw betaalcode is gewijzigd.',
  'messages.payment-password.reset': 'Uw betaalcode is opnieuw ingesteld.',
  'messages.payment-password.disabled': 'Uw betaalcode is uitgeschakeld na te veel foute pogingen. Stel een nieuwe in.',
  'messages.passkey.added': 'Er is een toegangssleutel toegevoegd: {name}. Die kan betalingen en opnames bevestigen.',
  'messages.passkey.removed': 'Er is een toegangssleutel verwijderd: {name}.',
  'messages.login-password.changed': 'Uw wachtwoord is gewijzigd.',
  'messages.login-password.reset': 'Uw wachtwoord is opnieuw ingesteld.',
  'messages.contact.changed': 'Uw telefoonnummer of e-mail is gewijzigd.',
  'messages.login.new-device': 'Nieuwe login op uw account vanaf een nieuw apparaat.',
  'messages.registration.verified': 'Uw winkel is geverifieerd. U kunt verkopen, storten en opnemen.',
  'messages.registration.more-information': 'We hebben meer informatie nodig om uw winkel te verifiëren.',
  'messages.registration.rejected': 'Uw registratie is afgewezen. U kunt zien waarom en bezwaar maken.',
  'messages.registration.overdue': 'De beoordeling van uw registratie is te laat. Onze excuses. U hoeft niets te doen.',
  'messages.shop.closed': 'Uw winkel is gesloten.',
  'messages.shop.closing': 'De sluiting van uw winkel is gepland. Bekijk de datum op Start.',
  'messages.shop.opened': 'Uw winkel is weer open.',
  'messages.shop.restricted-sell':
    'Vanaf {date} kunnen kopers geen nieuwe bestellingen plaatsen in uw winkel. Opnames blijven mogelijk.',
  'messages.shop.restricted-pick-up': 'Vanaf {date} kunt u geen bestellingen verwerken. Opnames blijven mogelijk.',
  'messages.shop.restricted-list':
    'Vanaf {date} kunt u geen producten toevoegen of te koop zetten. Opnames blijven mogelijk.',
  'messages.shop.restriction-lifted': 'Een beperking van uw winkel is opgeheven.',
  'messages.listing.at-loss':
    '{n, plural, =1 {{name} is uit de verkoop gehaald omdat het verlies zou opleveren.} one {# product is uit de verkoop gehaald omdat het verlies zou opleveren.} other {# producten zijn uit de verkoop gehaald omdat ze verlies zouden opleveren.}}',
  'messages.listing.withdrawn':
    '{n, plural, =1 {{name} is uit de verkoop gehaald omdat de leverancier het niet meer aanbiedt.} one {# product is uit de verkoop gehaald omdat de leverancier het niet meer aanbiedt.} other {# producten zijn uit de verkoop gehaald omdat de leveranciers ze niet meer aanbieden.}}',
  'messages.listing.supplier-changed':
    '{n, plural, =1 {De leverancier heeft de prijs of voorraad van {name} gewijzigd.} one {Een leverancier heeft de prijs of voorraad van # product gewijzigd.} other {Leveranciers hebben de prijs of voorraad van # producten gewijzigd.}}',
  'messages.setting.changed':
    'Op {date} verandert de {name} van {before} in {value}. Wat u daarvoor bent begonnen, houdt de huidige voorwaarden.',
  'messages.setting.name.commission': 'commissie',
  'messages.setting.name.withdrawal-fee.bank': 'hoogte van de kosten van een opname naar een bank',
  'messages.setting.name.withdrawal-fee.chain': 'hoogte van de kosten van een opname naar een blockchainadres',
  'messages.setting.name.card-hold': 'wachttijd voordat een storting per kaart kan worden opgenomen',
  'messages.setting.name.order.pickup-window': 'termijn om een bestelling te verwerken',
  'messages.setting.name.order.shipping-window': 'verzendtermijn van het platform',
  'messages.setting.name.order.protection-window': 'tijd tot de winst van een ontvangen bestelling beschikbaar is',
  'messages.setting.name.refund.answer-window': 'termijn om op een verzoek om terugbetaling te reageren',
  'messages.setting.name.refund.decision-window': 'termijn waarin het platform over een terugbetaling beslist',
  'messages.privacy.copy-ready': 'De kopie van uw gegevens staat klaar om te downloaden.',
  'messages.privacy.refused': 'Uw verzoek over uw gegevens is afgewezen.',
  'messages.support.answered':
    '{n, plural, =1 {De klantenservice heeft u geantwoord.} one {De klantenservice heeft u # antwoord gestuurd.} other {De klantenservice heeft u # antwoorden gestuurd.}}',
  'messages.new': '{n, plural, one {# nieuw bericht} other {# nieuwe berichten}}',
  'messages.all': 'Alle',
} satisfies Record<keyof typeof en, string>

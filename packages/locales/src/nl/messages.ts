import type en from '../en/messages.ts'

export default {
  'messages.title': 'Berichten',
  'messages.filter': 'Berichten filteren',
  'messages.unread': 'Ongelezen',
  'messages.read-all': 'Alles als gelezen markeren',
  'messages.mark-read': 'Als gelezen markeren',
  'messages.empty': 'Nog geen berichten',
  'messages.empty.text': 'Hier hoort u wat er in uw winkel gebeurt.',
  'messages.empty.unread': 'U hebt alles gelezen',
  'messages.unread-count': '{n, plural, one {# ongelezen bericht} other {# ongelezen berichten}}',
  'messages.type': 'Onderwerp',
  'messages.type.orders': 'Bestellingen',
  'messages.type.refunds': 'Terugbetalingen',
  'messages.type.money': 'Geld',
  'messages.type.security': 'Beveiliging',
  'messages.type.shop': 'Winkel',
  'messages.type.support': 'Klantenservice',
  'messages.type.announcement': 'Aankondigingen',
  'messages.sender': 'Van',
  'messages.sender.system': 'Systeem',
  'messages.sender.support': 'Klantenservice',
  'messages.sender.announcement': 'Quayside',
  'messages.sent': 'Verstuurd',
  'messages.about': 'Waar het over gaat',
  'messages.open': 'Openen',
  'messages.choose': 'Meldingen',
  'messages.choose.text': 'Elk bericht staat in de app. Kies hoe wij u verder nog bereiken.',
  'messages.email': 'E-mail',
  'messages.email.none': 'Er wordt nu geen e-mail verstuurd.',
  'messages.push': 'Push',
  'messages.push.text':
    'Meldingen op dit apparaat, ook als de app gesloten is. Op een vergrendelde telefoon ziet u alleen waar ze over gaan en hoeveel het er zijn: geen namen, geen bedragen.',
  'messages.push.on': 'Inschakelen',
  'messages.push.off': 'Uitschakelen',
  'messages.push.later': 'U kunt dit aanzetten zodra een koper uw eerste bestelling heeft betaald.',
  'messages.push.denied': 'De browser blokkeert meldingen van deze app. Sta ze toe in de instellingen.',
  'messages.push.unsupported': 'Deze browser toont geen meldingen. Zet de app op een iPhone eerst op het beginscherm.',
  'messages.push.none': 'Er worden nu geen meldingen verstuurd.',
  'messages.push.failed': 'Aanzetten is niet gelukt. Probeer het later opnieuw.',
  'messages.not-you': 'Was u dit niet? Neem dan meteen contact op met de klantenservice.',
  'messages.order.paid':
    '{n, plural, =1 {Bestelling {code} is betaald en wacht op verwerking. U verdient {amount}.} one {# betaalde bestellingen wachten op verwerking. U verdient {amount}.} other {# betaalde bestellingen wachten op verwerking. U verdient {amount}.}}',
  'messages.order.pickup-near':
    '{n, plural, =1 {Bestelling {code} wordt over minder dan 12 uur geannuleerd als u die niet inkoopt.} one {# bestellingen worden over minder dan 12 uur geannuleerd als u ze niet inkoopt.} other {# bestellingen worden over minder dan 12 uur geannuleerd als u ze niet inkoopt.}}',
  'messages.order.cancelled':
    '{n, plural, =1 {Bestelling {code} is geannuleerd.} one {# bestellingen zijn geannuleerd.} other {# bestellingen zijn geannuleerd.}}',
  'messages.order.shipped':
    '{n, plural, =1 {Bestelling {code} is verzonden.} one {# bestellingen zijn verzonden.} other {# bestellingen zijn verzonden.}}',
  'messages.order.ship-undone':
    '{n, plural, =1 {De verzending van bestelling {code} is teruggedraaid. Die wordt opnieuw verzonden.} one {De verzending van # bestelling is teruggedraaid. Die wordt opnieuw verzonden.} other {De verzending van # bestellingen is teruggedraaid. Ze worden opnieuw verzonden.}}',
  'messages.order.received':
    '{n, plural, =1 {Bestelling {code} is aangekomen. {amount} is in behandeling.} one {# bestellingen zijn aangekomen. {amount} is in behandeling.} other {# bestellingen zijn aangekomen. {amount} is in behandeling.}}',
  'messages.order.completed':
    '{n, plural, =1 {Bestelling {code} is afgerekend. {amount} staat op uw saldo.} one {# bestellingen zijn afgerekend. {amount} staat op uw saldo.} other {# bestellingen zijn afgerekend. {amount} staat op uw saldo.}}',
  'messages.order.set-aside':
    'Bestelling {code} wordt bekeken: de koper heeft een apparaat, kaart, contact of adres met u gemeen. Uw geld loopt zoals gewoonlijk. Ze telt mee in uw cijfers en beoordeling zodra ze is vrijgegeven.',
  'messages.order.cleared': 'Bestelling {code} is vrijgegeven en telt mee in uw cijfers en beoordeling.',
  'messages.order.upheld':
    'Bestelling {code} telt niet mee in uw cijfers en beoordeling: we houden haar voor een eigen aankoop. Aan uw geld komt niemand. Klopt dat niet, neem dan contact op met de klantenservice.',
  'messages.order.disputed':
    'Bestelling {code}: de bank van de kaart eist {amount} terug. Kijk wat u kunt sturen en tot wanneer.',
  'messages.order.dispute-won': 'Bestelling {code}: de bank heeft in uw voordeel beslist, {amount} is weer van u.',
  'messages.order.charged-back': 'Bestelling {code}: de bank heeft {amount} teruggegeven aan de houder van de kaart.',
  'messages.refund.requested':
    'Een koper vraagt {amount} terug: terugbetaling {code}. Zonder uw antwoord vóór {date} geldt dit als akkoord.',
  'messages.refund.opened':
    'Het platform heeft terugbetaling {code} van {amount} geopend voor een afgerekende bestelling. Ga akkoord of maak bezwaar vóór {date}; daarna beslist iemand anders bij het platform.',
  'messages.refund.due-soon': 'Terugbetaling {code} geldt over minder dan 12 uur als akkoord. Antwoord voor die tijd.',
  'messages.refund.withdrawn': 'De koper heeft terugbetaling {code} ingetrokken.',
  'messages.refund.approved': 'Terugbetaling {code} is toegekend: {amount} gaat terug naar de koper.',
  'messages.refund.borne':
    'Terugbetaling {code}: {amount} gaat terug naar de koper en het platform betaalt. Het kost u niets.',
  'messages.refund.declined': 'Terugbetaling {code} is geweigerd. De koper krijgt niets terug.',
  'messages.deposit.credited':
    '{n, plural, =1 {Storting {code}: {amount} staat op uw saldo.} one {# stortingen: {amount} staat op uw saldo.} other {# stortingen: {amount} staat op uw saldo.}}',
  'messages.deposit.set-aside':
    'Storting {code} van {amount} ligt onder het minimum. We bewaren het bedrag voor u en schrijven het samen met de volgende storting bij.',
  'messages.deposit.rejected': 'Storting {code} is niet bijgeschreven.',
  'messages.deposit.reversed':
    'Storting {code} is teruggedraaid: het netwerk heeft de overboeking van {amount} ongedaan gemaakt.',
  'messages.deposit.disputed':
    'Storting {code}: de bank van de kaart eist {amount} terug. Kijk wat u kunt sturen en tot wanneer.',
  'messages.deposit.dispute-won': 'Storting {code}: de bank heeft in uw voordeel beslist, {amount} is weer van u.',
  'messages.deposit.charged-back': 'Storting {code}: de bank heeft {amount} teruggegeven aan de houder van de kaart.',
  'messages.withdrawal.requested':
    'Opname {code} van {amount} is aangevraagd. Was u dit niet? Trek die dan in en neem meteen contact op met de klantenservice.',
  'messages.withdrawal.approved': 'Opname {code} is goedgekeurd. {amount} wordt aan u betaald.',
  'messages.withdrawal.rejected': 'Opname {code} is niet goedgekeurd. {amount} staat weer op uw saldo.',
  'messages.withdrawal.paid': 'Opname {code} is betaald: {amount}.',
  'messages.withdrawal.failed': 'Opname {code} kon niet worden betaald. {amount} staat weer op uw saldo.',
  'messages.withdrawal.returned':
    'De bank heeft opname {code} na betaling teruggestuurd. {amount} staat weer op uw saldo.',
  'messages.withdrawal.overdue':
    'Opname {code} van {amount} is later dan beloofd. Dat is onze fout; uw geld is veilig.',
  'messages.withdrawal.unsent':
    'Opname {code} was goedgekeurd, maar we hebben niet op tijd betaald. Dat is onze fout. {amount} staat weer in uw saldo.',
  'messages.withdrawal.escalated':
    'Opname {code} van {amount} is verstuurd; het bewijs van betaling ontbreekt nog. We zoeken het uit; uw geld wordt betaald of komt helemaal terug.',
  'messages.withdrawal.appeal-granted': 'Opname {code}: u hebt gelijk gekregen. U kunt {amount} opnieuw opnemen.',
  'messages.withdrawal.appeal-declined': 'Opname {code}: uw bezwaar is afgewezen.',
  'messages.unidentified.assigned':
    'We hebben ontdekt dat een overschrijving van {amount} van jou is. Het bedrag staat op je saldo.',
  'messages.adjustment.goodwill':
    'Het platform heeft je {amount} gegeven. Het bedrag staat op je saldo. Nummer: {code}',
  'messages.adjustment.corrected': 'Een eerdere boeking is gecorrigeerd: {amount} is teruggenomen. Nummer: {code}',
  'messages.adjustment.written-off': 'Het platform heeft {amount} kwijtgescholden die je schuldig was. Nummer: {code}',
  'messages.destination.added': 'Er is een nieuwe bestemming voor opnames opgeslagen, eindigend op {ending}.',
  'messages.payment-password.set': 'Er is een betaalcode ingesteld.',
  'messages.payment-password.changed': 'Uw betaalcode is gewijzigd.',
  'messages.payment-password.reset':
    'Er is een nieuwe betaalcode ingesteld met uw wachtwoord en een toegestuurde code.',
  'messages.payment-password.disabled': 'Uw betaalcode is uitgeschakeld na veel foute pogingen. Stel een nieuwe in.',
  'messages.login-password.changed': 'Uw wachtwoord is gewijzigd.',
  'messages.login-password.reset': 'Er is met een code een nieuw wachtwoord ingesteld.',
  'messages.contact.changed': 'Uw telefoonnummer of e-mail is gewijzigd.',
  'messages.login.new-device': 'Er is op een nieuw apparaat ingelogd op uw account.',
  'messages.registration.verified': 'Uw winkel is geverifieerd. U kunt verkopen, storten en opnemen.',
  'messages.registration.more-information': 'We hebben meer van u nodig om uw winkel te verifiëren.',
  'messages.registration.rejected': 'Uw registratie is afgewezen. U kunt lezen waarom en bezwaar maken.',
  'messages.registration.overdue': 'De beoordeling van uw registratie is later dan beloofd. U hoeft niets te doen.',
  'messages.shop.closed': 'Uw winkel is gesloten.',
  'messages.shop.closing': 'De sluiting van uw winkel is aangekondigd. Op het beginscherm staat vanaf wanneer.',
  'messages.shop.opened': 'Uw winkel is weer open.',
  'messages.shop.restricted-sell':
    'Vanaf {date} kunnen kopers geen nieuwe bestellingen plaatsen in uw winkel. Opnames blijven open.',
  'messages.shop.restricted-pick-up': 'Vanaf {date} kunt u geen bestellingen verwerken. Opnames blijven open.',
  'messages.shop.restricted-list':
    'Vanaf {date} kunt u geen producten toevoegen of te koop zetten. Opnames blijven open.',
  'messages.shop.restriction-lifted': 'Een beperking van uw winkel is opgeheven.',
  'messages.listing.at-loss':
    '{n, plural, =1 {{name} is uit de verkoop gehaald: dit product zou verlies opleveren.} one {# product is uit de verkoop gehaald: het zou verlies opleveren.} other {# producten zijn uit de verkoop gehaald: ze zouden verlies opleveren.}}',
  'messages.listing.withdrawn':
    '{n, plural, =1 {{name} is uit de verkoop gehaald: de leverancier verkoopt dit product niet meer.} one {# product is uit de verkoop gehaald: de leverancier verkoopt het niet meer.} other {# producten zijn uit de verkoop gehaald: de leveranciers verkopen ze niet meer.}}',
  'messages.listing.supplier-changed':
    '{n, plural, =1 {De leverancier heeft de prijs of voorraad van {name} gewijzigd.} one {Leveranciers hebben de prijs of voorraad van # producten gewijzigd.} other {Leveranciers hebben de prijs of voorraad van # producten gewijzigd.}}',
  'messages.setting.changed':
    'Vanaf {date}: {name} {value}, tot dan {before}. Wat u eerder hebt gedaan, houdt zijn voorwaarden.',
  'messages.setting.name.commission': 'commissie',
  'messages.setting.name.withdrawal-fee.bank': 'kosten van een opname naar een bank',
  'messages.setting.name.withdrawal-fee.chain': 'kosten van een opname naar een blockchainadres',
  'messages.setting.name.card-hold': 'wachttijd voordat een storting per kaart kan worden opgenomen',
  'messages.setting.name.order.pickup-window': 'termijn om een bestelling te verwerken',
  'messages.setting.name.order.shipping-window': 'verzendtermijn van het platform',
  'messages.setting.name.order.protection-window': 'tijd tot de opbrengst van een ontvangen bestelling vrij is',
  'messages.setting.name.refund.answer-window': 'termijn om een terugbetalingsverzoek te beantwoorden',
  'messages.setting.name.refund.decision-window': 'termijn waarin het platform over een terugbetaling beslist',
  'messages.support.answered':
    '{n, plural, =1 {De klantenservice heeft u geantwoord.} one {De klantenservice heeft u # antwoorden gestuurd.} other {De klantenservice heeft u # antwoorden gestuurd.}}',
} satisfies Record<keyof typeof en, string>

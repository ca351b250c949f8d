import type en from '../en/messages.ts'

export default {
  'messages.title': 'Berichten',
  'messages.filter': 'Welke berichten',
  'messages.unread': 'Ongelezen',
  'messages.read-all': 'Alles gelezen markeren',
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
  'messages.push.on': 'Op dit apparaat aanzetten',
  'messages.push.off': 'Op dit apparaat uitzetten',
  'messages.push.later': 'U kunt dit aanzetten zodra een koper uw eerste bestelling heeft betaald.',
  'messages.push.denied': 'De browser blokkeert meldingen van deze app. Sta ze toe in de instellingen.',
  'messages.push.unsupported': 'Deze browser toont geen meldingen. Zet de app op een iPhone eerst op het beginscherm.',
  'messages.push.none': 'Er worden nu geen meldingen verstuurd.',
  'messages.push.failed': 'Aanzetten is niet gelukt. Probeer het later opnieuw.',
  'messages.not-you': 'Was u dit niet? Neem dan meteen contact op met de klantenservice.',
  'messages.order.paid':
    '{n, plural, =1 {Bestelling {code} is betaald en wacht op inkoop. U verdient {amount}.} one {# betaalde bestellingen wachten op inkoop. U verdient {amount}.} other {# betaalde bestellingen wachten op inkoop. U verdient {amount}.}}',
  'messages.order.pickup-near':
    '{n, plural, =1 {Bestelling {code} wordt over minder dan 12 uur geannuleerd als u die niet inkoopt.} one {# bestellingen worden over minder dan 12 uur geannuleerd als u ze niet inkoopt.} other {# bestellingen worden over minder dan 12 uur geannuleerd als u ze niet inkoopt.}}',
  'messages.order.cancelled':
    '{n, plural, =1 {Bestelling {code} is geannuleerd.} one {# bestellingen zijn geannuleerd.} other {# bestellingen zijn geannuleerd.}}',
  'messages.order.shipped':
    '{n, plural, =1 {Bestelling {code} is verzonden.} one {# bestellingen zijn verzonden.} other {# bestellingen zijn verzonden.}}',
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
    'Een koper vraagt {amount} terug: terugbetaling {code}. Zonder uw antwoord binnen 48 uur geldt dit als akkoord.',
  'messages.refund.opened':
    'Het platform heeft terugbetaling {code} van {amount} geopend voor een afgerekende bestelling. Ga akkoord of maak bezwaar binnen 48 uur; daarna beslist iemand anders bij het platform.',
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
  'messages.shop.closed': 'Uw winkel is gesloten.',
  'messages.shop.closing': 'De sluiting van uw winkel is aangekondigd. Op het beginscherm staat vanaf wanneer.',
  'messages.shop.opened': 'Uw winkel is weer open.',
  'messages.listing.at-loss':
    '{n, plural, =1 {{name} is van het schap gehaald: de verkoop zou verlies opleveren.} one {# producten zijn van het schap gehaald: de verkoop zou verlies opleveren.} other {# producten zijn van het schap gehaald: de verkoop zou verlies opleveren.}}',
  'messages.listing.withdrawn':
    '{n, plural, =1 {{name} is van het schap gehaald: de leverancier verkoopt dit product niet meer.} one {# producten zijn van het schap gehaald: de leveranciers verkopen ze niet meer.} other {# producten zijn van het schap gehaald: de leveranciers verkopen ze niet meer.}}',
  'messages.listing.supplier-changed':
    '{n, plural, =1 {De leverancier heeft de prijs of voorraad van {name} gewijzigd.} one {Leveranciers hebben de prijs of voorraad van # producten gewijzigd.} other {Leveranciers hebben de prijs of voorraad van # producten gewijzigd.}}',
  'messages.support.answered':
    '{n, plural, =1 {De klantenservice heeft u geantwoord.} one {De klantenservice heeft u # antwoorden gestuurd.} other {De klantenservice heeft u # antwoorden gestuurd.}}',
} satisfies Record<keyof typeof en, string>

import type en from '../en/messages.ts'

export default {
  'messages.title': 'Beskeder',
  'messages.filter': 'Filtrér beskeder',
  'messages.unread': 'Ulæste',
  'messages.read-all': 'Markér alle som læst',
  'messages.mark-read': 'Markér som læst',
  'messages.empty': 'Ingen beskeder endnu',
  'messages.empty.text': 'Her fortæller vi, hvad der sker i din butik.',
  'messages.empty.unread': 'Du har læst det hele',
  'messages.unread-count': '{n, plural, one {# ulæst besked} other {# ulæste beskeder}}',
  'messages.type': 'Emne',
  'messages.type.orders': 'Ordrer',
  'messages.type.refunds': 'Tilbagebetalinger',
  'messages.type.money': 'Penge',
  'messages.type.security': 'Sikkerhed',
  'messages.type.shop': 'Butik',
  'messages.type.support': 'Kundeservice',
  'messages.type.announcement': 'Meddelelser',
  'messages.sender': 'Fra',
  'messages.sender.system': 'System',
  'messages.sender.support': 'Kundeservice',
  'messages.sender.announcement': 'Quayside',
  'messages.sent': 'Sendt',
  'messages.about': 'Hvad det handler om',
  'messages.open': 'Åbn',
  'messages.choose': 'Notifikationer',
  'messages.choose.text': 'Alle beskeder står i appen. Vælg, hvordan de ellers skal nå dig.',
  'messages.email': 'E-mail',
  'messages.email.none': 'Der sendes ingen e-mail i øjeblikket.',
  'messages.push': 'Push',
  'messages.push.text':
    'Notifikationer på denne enhed, også når appen er lukket. På en låst telefon ser du kun, hvad de handler om, og hvor mange: ingen navne, ingen beløb.',
  'messages.push.on': 'Slå til på denne enhed',
  'messages.push.off': 'Slå fra på denne enhed',
  'messages.push.later': 'Du kan slå det til, når en køber har betalt din første ordre.',
  'messages.push.denied': 'Browseren blokerer appens notifikationer. Tillad dem i dens indstillinger.',
  'messages.push.unsupported':
    'Denne browser viser ingen notifikationer. På en iPhone skal appen først føjes til hjemmeskærmen.',
  'messages.push.none': 'Der sendes ingen notifikationer i øjeblikket.',
  'messages.push.failed': 'Det kunne ikke slås til. Prøv igen senere.',
  'messages.not-you': 'Hvis det ikke var dig, så kontakt straks kundeservice.',
  'messages.order.paid':
    '{n, plural, =1 {Ordre {code} er betalt og venter på ekspedition. Du tjener {amount}.} one {# betalte ordrer venter på ekspedition. Du tjener {amount}.} other {# betalte ordrer venter på ekspedition. Du tjener {amount}.}}',
  'messages.order.pickup-near':
    '{n, plural, =1 {Ordre {code} annulleres om mindre end 12 timer, hvis du ikke indkøber den.} one {# ordrer annulleres om mindre end 12 timer, hvis du ikke indkøber dem.} other {# ordrer annulleres om mindre end 12 timer, hvis du ikke indkøber dem.}}',
  'messages.order.cancelled':
    '{n, plural, =1 {Ordre {code} er annulleret.} one {# ordrer er annulleret.} other {# ordrer er annulleret.}}',
  'messages.order.shipped':
    '{n, plural, =1 {Ordre {code} er sendt.} one {# ordrer er sendt.} other {# ordrer er sendt.}}',
  'messages.order.ship-undone':
    '{n, plural, =1 {Afsendelsen af ordre {code} er annulleret. Ordren sendes igen.} one {Afsendelsen af # ordre er annulleret. Den sendes igen.} other {Afsendelsen af # ordrer er annulleret. De sendes igen.}}',
  'messages.order.received':
    '{n, plural, =1 {Ordre {code} er nået frem. {amount} afventer.} one {# ordrer er nået frem. {amount} afventer.} other {# ordrer er nået frem. {amount} afventer.}}',
  'messages.order.completed':
    '{n, plural, =1 {Ordre {code} er afregnet. {amount} står på din saldo.} one {# ordrer er afregnet. {amount} står på din saldo.} other {# ordrer er afregnet. {amount} står på din saldo.}}',
  'messages.order.set-aside':
    'Ordre {code} bliver undersøgt: Køberen har enhed, kort, kontaktoplysning eller adresse til fælles med dig. Dine penge går deres vante gang. Den tæller med i dine tal og din vurdering, når den er godkendt.',
  'messages.order.cleared': 'Ordre {code} er godkendt og tæller med i dine tal og din vurdering.',
  'messages.order.upheld':
    'Ordre {code} tæller ikke med i dine tal og din vurdering: Vi anser den for dit eget køb. Dine penge røres ikke. Er det forkert, så kontakt kundeservice.',
  'messages.order.disputed':
    'Ordre {code}: kortets bank kræver {amount} tilbage. Se, hvad du kan sende, og hvornår senest.',
  'messages.order.dispute-won': 'Ordre {code}: banken gav dig ret, {amount} er dit igen.',
  'messages.order.charged-back': 'Ordre {code}: banken gav {amount} tilbage til kortets indehaver.',
  'messages.refund.requested':
    'En køber beder om {amount} tilbage: tilbagebetaling {code}. Uden dit svar inden {date} gælder det som accepteret.',
  'messages.refund.opened':
    'Platformen har oprettet tilbagebetaling {code} på {amount} for en afregnet ordre. Acceptér eller gør indsigelse inden {date}; derefter afgør en anden person hos platformen den.',
  'messages.refund.due-soon': 'Tilbagebetaling {code} gælder som accepteret om mindre end 12 timer. Svar inden da.',
  'messages.refund.withdrawn': 'Køberen har trukket tilbagebetaling {code} tilbage.',
  'messages.refund.approved': 'Tilbagebetaling {code} er godkendt: {amount} går tilbage til køberen.',
  'messages.refund.borne':
    'Tilbagebetaling {code}: {amount} går tilbage til køberen, og platformen betaler. Det koster dig intet.',
  'messages.refund.declined': 'Tilbagebetaling {code} er afvist. Køberen får intet tilbage.',
  'messages.deposit.credited':
    '{n, plural, =1 {Indbetaling {code}: {amount} står på din saldo.} one {# indbetalinger: {amount} står på din saldo.} other {# indbetalinger: {amount} står på din saldo.}}',
  'messages.deposit.set-aside':
    'Indbetaling {code} på {amount} er under minimum. Den gemmes til dig og krediteres sammen med den næste.',
  'messages.deposit.rejected': 'Indbetaling {code} blev ikke krediteret.',
  'messages.deposit.reversed': 'Indbetaling {code} er tilbageført: netværket annullerede overførslen på {amount}.',
  'messages.deposit.disputed':
    'Indbetaling {code}: kortets bank kræver {amount} tilbage. Se, hvad du kan sende, og hvornår senest.',
  'messages.deposit.dispute-won': 'Indbetaling {code}: banken gav dig ret, {amount} er dit igen.',
  'messages.deposit.charged-back': 'Indbetaling {code}: banken gav {amount} tilbage til kortets indehaver.',
  'messages.withdrawal.requested':
    'Der er anmodet om udbetaling {code} på {amount}. Hvis det ikke var dig, så træk den tilbage, og kontakt straks kundeservice.',
  'messages.withdrawal.approved': 'Udbetaling {code} er godkendt. {amount} bliver betalt til dig.',
  'messages.withdrawal.rejected': 'Udbetaling {code} blev ikke godkendt. {amount} er tilbage på din saldo.',
  'messages.withdrawal.paid': 'Udbetaling {code} er betalt: {amount}.',
  'messages.withdrawal.failed': 'Udbetaling {code} kunne ikke betales. {amount} er tilbage på din saldo.',
  'messages.withdrawal.returned':
    'Banken har returneret udbetaling {code}, efter at den var betalt. {amount} er tilbage på din saldo.',
  'messages.withdrawal.overdue':
    'Udbetaling {code} på {amount} er senere end lovet. Det er vores fejl; dine penge er i sikkerhed.',
  'messages.withdrawal.unsent':
    'Udbetaling {code} var godkendt, men vi betalte den ikke til tiden. Det er vores fejl. {amount} er tilbage på din saldo.',
  'messages.withdrawal.escalated':
    'Udbetaling {code} på {amount} er sendt, og beviset for betalingen mangler stadig. Vi undersøger det; pengene bliver udbetalt, eller det hele kommer tilbage.',
  'messages.withdrawal.appeal-granted':
    'Udbetaling {code}: du har fået medhold i din klage. Du kan få {amount} udbetalt igen.',
  'messages.withdrawal.appeal-declined': 'Udbetaling {code}: du har ikke fået medhold i din klage.',
  'messages.unidentified.assigned': 'Vi har fundet ud af, at en overførsel på {amount} er din. Den står på din saldo.',
  'messages.adjustment.goodwill': 'Platformen har givet dig {amount}. Beløbet står på din saldo. Nummer: {code}',
  'messages.adjustment.corrected': 'En tidligere post blev rettet: {amount} blev taget tilbage. Nummer: {code}',
  'messages.adjustment.written-off': 'Platformen har eftergivet {amount}, som du skyldte. Nummer: {code}',
  'messages.destination.added': 'En ny destination for udbetalinger er gemt, den ender på {ending}.',
  'messages.payment-password.set': 'Der er valgt en betalingskode.',
  'messages.payment-password.changed': 'Din betalingskode er skiftet.',
  'messages.payment-password.reset': 'Der er valgt en ny betalingskode med din adgangskode og en tilsendt kode.',
  'messages.payment-password.disabled': 'Din betalingskode blev spærret efter mange forkerte forsøg. Vælg en ny.',
  'messages.login-password.changed': 'Din adgangskode er skiftet.',
  'messages.login-password.reset': 'En ny adgangskode blev valgt med en kode.',
  'messages.contact.changed': 'Dit telefonnummer eller din e-mail er skiftet.',
  'messages.login.new-device': 'Nogen har logget ind på din konto fra en ny enhed.',
  'messages.registration.verified': 'Din butik er verificeret. Du kan sælge, indbetale og få penge udbetalt.',
  'messages.registration.more-information': 'Vi mangler oplysninger for at verificere din butik.',
  'messages.registration.rejected': 'Din registrering blev afvist. Du kan læse hvorfor og klage.',
  'messages.registration.overdue': 'Gennemgangen af din registrering er senere end lovet. Du skal ikke gøre noget.',
  'messages.shop.closed': 'Din butik er blevet lukket.',
  'messages.shop.closing': 'Lukning af din butik er varslet. Startskærmen viser hvornår.',
  'messages.shop.opened': 'Din butik er åben igen.',
  'messages.shop.restricted-sell':
    'Fra {date} kan købere ikke afgive nye ordrer i din butik. Udbetalinger er fortsat åbne.',
  'messages.shop.restricted-pick-up': 'Fra {date} kan du ikke ekspedere ordrer. Udbetalinger er fortsat åbne.',
  'messages.shop.restricted-list':
    'Fra {date} kan du ikke tilføje varer eller sætte dem til salg. Udbetalinger er fortsat åbne.',
  'messages.shop.restriction-lifted': 'En begrænsning af din butik er ophævet.',
  'messages.listing.at-loss':
    '{n, plural, =1 {{name} er taget af salg: varen ville blive solgt med tab.} one {# vare er taget af salg: den ville blive solgt med tab.} other {# varer er taget af salg: de ville blive solgt med tab.}}',
  'messages.listing.withdrawn':
    '{n, plural, =1 {{name} er taget af salg: leverandøren sælger ikke længere varen.} one {# vare er taget af salg: leverandøren sælger den ikke længere.} other {# varer er taget af salg: leverandørerne sælger dem ikke længere.}}',
  'messages.listing.supplier-changed':
    '{n, plural, =1 {Leverandøren har ændret pris eller lager for {name}.} one {Leverandører har ændret pris eller lager for # varer.} other {Leverandører har ændret pris eller lager for # varer.}}',
  'messages.setting.changed':
    'Fra {date}: {name} {value}, indtil da {before}. Det, du har gjort før, beholder sine vilkår.',
  'messages.setting.name.commission': 'provision',
  'messages.setting.name.withdrawal-fee.bank': 'gebyr for udbetaling til en bank',
  'messages.setting.name.withdrawal-fee.chain': 'gebyr for udbetaling til en blockchain-adresse',
  'messages.setting.name.card-hold': 'ventetid før en kortindbetaling kan udbetales',
  'messages.setting.name.order.pickup-window': 'frist for at ekspedere en ordre',
  'messages.setting.name.order.shipping-window': 'platformens forsendelsesfrist',
  'messages.setting.name.order.protection-window': 'tid før indtjening fra en modtaget ordre frigives',
  'messages.setting.name.refund.answer-window': 'frist for at besvare en anmodning om tilbagebetaling',
  'messages.setting.name.refund.decision-window': 'platformens frist for at afgøre en tilbagebetaling',
  'messages.support.answered':
    '{n, plural, =1 {Kundeservice har svaret dig.} one {Kundeservice har sendt dig # svar.} other {Kundeservice har sendt dig # svar.}}',
} satisfies Record<keyof typeof en, string>

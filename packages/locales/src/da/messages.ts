import type en from '../en/messages.ts'

export default {
  'messages.title': 'Beskeder',
  'messages.filter': 'Filtrér beskeder',
  'messages.unread': 'Ulæste',
  'messages.read-all': 'Markér alle som læst',
  'messages.empty': 'Ingen beskeder endnu',
  'messages.empty.text': 'Nyt om din butik vises her.',
  'messages.empty.unread': 'Du har læst det hele',
  'messages.unread-count': '{n, plural, one {# ulæst besked} other {# ulæste beskeder}}',
  'messages.type.orders': 'Ordrer',
  'messages.type.buyers': 'Købere',
  'messages.type.refunds': 'Tilbagebetalinger',
  'messages.type.money': 'Penge',
  'messages.type.security': 'Sikkerhed',
  'messages.type.shop': 'Butik',
  'messages.type.support': 'Kundeservice',
  'messages.type.announcement': 'Meddelelser',
  'messages.sender.system': 'System',
  'messages.sender.support': 'Kundeservice',
  'messages.sender.announcement': 'Quayside',
  'messages.about': 'Vedrører',
  'messages.open': 'Åbn',
  'messages.choose': 'Notifikationer',
  'messages.email': 'E-mail',
  'messages.email.none': 'E-mailnotifikationer er ikke tilgængelige lige nu.',
  'messages.push': 'Push',
  'messages.push.text':
    'Få notifikationer på denne enhed, også når appen er lukket. En låst telefon viser kun emnet og antallet, aldrig navne eller beløb.',
  'messages.push.on': 'Slå til',
  'messages.push.off': 'Slå fra',
  'messages.push.later': 'Du kan slå det til, når en køber har betalt din første ordre.',
  'messages.push.denied': 'Din browser blokerer notifikationer. Tillad dem for Quayside i browserens indstillinger.',
  'messages.push.unsupported':
    'Denne browser understøtter ikke notifikationer. På en iPhone skal appen først føjes til hjemmeskærmen.',
  'messages.push.none': 'Notifikationer er ikke tilgængelige lige nu.',
  'messages.push.failed': 'Notifikationer kunne ikke slås til. Prøv igen senere.',
  'messages.not-you': 'Hvis det ikke var dig, så kontakt straks kundeservice.',
  'messages.order.paid':
    '{n, plural, =1 {Ordre {code} er betalt og venter på ekspedition. Din fortjeneste: {amount}.} one {# betalt ordre venter på ekspedition. Din fortjeneste: {amount}.} other {# betalte ordrer venter på ekspedition. Din fortjeneste: {amount}.}}',
  'messages.order.pickup-near':
    '{n, plural, =1 {Ordre {code} annulleres om mindre end 12 timer, hvis du ikke ekspederer den.} one {# ordre annulleres om mindre end 12 timer, hvis du ikke ekspederer den.} other {# ordrer annulleres om mindre end 12 timer, hvis du ikke ekspederer dem.}}',
  'messages.order.cancelled':
    '{n, plural, =1 {Ordre {code} er annulleret.} one {# ordre er annulleret.} other {# ordrer er annulleret.}}',
  'messages.order.shipped':
    '{n, plural, =1 {Ordre {code} er sendt.} one {# ordre er sendt.} other {# ordrer er sendt.}}',
  'messages.order.ship-undone':
    '{n, plural, =1 {Afsendelsen af ordre {code} er annulleret. Ordren sendes igen.} one {Afsendelsen af # ordre er annulleret. Den sendes igen.} other {Afsendelsen af # ordrer er annulleret. De sendes igen.}}',
  'messages.order.received':
    '{n, plural, =1 {Ordre {code} er leveret. {amount} afventer.} one {# ordre er leveret. {amount} afventer.} other {# ordrer er leveret. {amount} afventer.}}',
  'messages.order.completed':
    '{n, plural, =1 {Ordre {code} er afregnet. {amount} står på din saldo.} one {# ordre er afregnet. {amount} står på din saldo.} other {# ordrer er afregnet. {amount} står på din saldo.}}',
  'messages.order.set-aside':
    'Vi undersøger ordre {code}, fordi køberen har enhed, kort, kontaktoplysning eller adresse til fælles med dig. Dine penge er ikke berørt. Ordren tæller med i dine tal og din vurdering, når den er godkendt.',
  'messages.order.cleared': 'Ordre {code} er godkendt og tæller nu med i dine tal og din vurdering.',
  'messages.order.upheld':
    'Ordre {code} tæller ikke med i dine tal og din vurdering, fordi vi anser den for dit eget køb. Dine penge er ikke berørt. Hvis det er forkert, så kontakt kundeservice.',
  'messages.order.disputed':
    'Ordre {code}: tvist, kortudstederen kræver {amount} tilbage. Se, hvilke beviser du kan sende, og hvornår senest.',
  'messages.order.dispute-won': 'Ordre {code}: banken afgjorde sagen til din fordel. {amount} er til rådighed igen.',
  'messages.order.charged-back': 'Ordre {code}: banken tilbageførte {amount} til kortholderen.',
  'messages.order-talk.asked': 'Køberen bag ordre {code} har skrevet til dig.',
  'messages.order-talk.taken': 'Ordre {code}: kundeservice har overtaget din samtale med køberen.',
  'messages.refund.requested':
    'En køber anmoder om tilbagebetaling af {amount} ({code}). Svar senest {date}, ellers accepteres den automatisk.',
  'messages.refund.opened':
    'Vi har åbnet tilbagebetaling {code} på {amount} for en afregnet ordre. Acceptér den, eller gør indsigelse senest {date}; derefter afgør en anden hos Quayside sagen.',
  'messages.refund.due-soon': 'Tilbagebetaling {code} accepteres automatisk om mindre end 12 timer. Svar inden da.',
  'messages.refund.withdrawn': 'Køberen har trukket anmodningen om tilbagebetaling {code} tilbage.',
  'messages.refund.approved': 'Tilbagebetaling {code} er godkendt. {amount} betales tilbage til køberen.',
  'messages.refund.borne': 'Tilbagebetaling {code}: vi betaler køberen {amount} tilbage, uden omkostninger for dig.',
  'messages.refund.declined': 'Tilbagebetaling {code} er afvist. Køberen får ikke pengene tilbage.',
  'messages.deposit.credited':
    '{n, plural, =1 {Indbetaling {code}: {amount} står på din saldo.} one {# indbetaling: {amount} står på din saldo.} other {# indbetalinger: {amount} står på din saldo.}}',
  'messages.deposit.set-aside':
    'Indbetaling {code} på {amount} er under minimum. Vi gemmer beløbet og krediterer det sammen med din næste indbetaling.',
  'messages.deposit.rejected': 'Indbetaling {code} blev afvist.',
  'messages.deposit.reversed': 'Indbetaling {code} er tilbageført: netværket annullerede overførslen på {amount}.',
  'messages.deposit.disputed':
    'Indbetaling {code}: tvist, kortudstederen kræver {amount} tilbage. Se, hvilke beviser du kan sende, og hvornår senest.',
  'messages.deposit.dispute-won':
    'Indbetaling {code}: banken afgjorde sagen til din fordel. {amount} er til rådighed igen.',
  'messages.deposit.charged-back': 'Indbetaling {code}: banken tilbageførte {amount} til kortholderen.',
  'messages.withdrawal.requested':
    'Der er anmodet om udbetaling {code} på {amount}. Hvis det ikke var dig, så annullér den, og kontakt straks kundeservice.',
  'messages.withdrawal.approved': 'Udbetaling {code} er godkendt. {amount} bliver betalt til dig.',
  'messages.withdrawal.rejected': 'Udbetaling {code} blev afvist. {amount} er tilbage på din saldo.',
  'messages.withdrawal.paid': 'Udbetaling {code} er betalt: {amount}.',
  'messages.withdrawal.failed': 'Udbetaling {code} kunne ikke betales. {amount} er tilbage på din saldo.',
  'messages.withdrawal.returned':
    'Banken har returneret udbetaling {code}, efter at den var betalt. {amount} er tilbage på din saldo.',
  'messages.withdrawal.overdue':
    'Udbetaling {code} på {amount} er forsinket. Det beklager vi. Dine penge er i sikkerhed.',
  'messages.withdrawal.unsent':
    'Udbetaling {code} var godkendt, men vi betalte den ikke i tide. Det beklager vi. {amount} er tilbage på din saldo.',
  'messages.withdrawal.escalated':
    'Udbetaling {code} på {amount} er sendt, men vi har endnu intet bevis for betalingen. Vi undersøger det. Dine penge er i sikkerhed: de når frem, eller du får det hele tilbage.',
  'messages.withdrawal.appeal-granted':
    'Udbetaling {code}: en ny vurdering gav dig medhold. Du kan få {amount} udbetalt igen.',
  'messages.withdrawal.appeal-declined': 'Udbetaling {code}: en ny vurdering ændrede ikke afslaget.',
  'messages.unidentified.assigned': 'Vi har identificeret en overførsel på {amount} som din. Den står på din saldo.',
  'messages.adjustment.goodwill': 'Vi har krediteret dig {amount} på din saldo. Nummer: {code}',
  'messages.adjustment.corrected': 'Vi har rettet en tidligere postering: {amount} blev trukket fra. Nummer: {code}',
  'messages.adjustment.written-off': 'Vi har eftergivet {amount} af din gæld. Nummer: {code}',
  'messages.destination.added': 'En ny destination for udbetalinger, der ender på {ending}, er gemt.',
  'messages.payment-password.set': 'Der er oprettet en betalingskode.',
  'messages.payment-password.changed': 'Din betalingskode er skiftet.',
  'messages.payment-password.reset': 'Din betalingskode er nulstillet.',
  'messages.payment-password.disabled': 'Din betalingskode er spærret efter for mange forkerte forsøg. Opret en ny.',
  'messages.passkey.added': 'En adgangsnøgle blev tilføjet: {name}. Den kan bekræfte betalinger og udbetalinger.',
  'messages.passkey.removed': 'En adgangsnøgle blev fjernet: {name}.',
  'messages.login-password.changed': 'Din adgangskode er skiftet.',
  'messages.login-password.reset': 'Din adgangskode er nulstillet.',
  'messages.contact.changed': 'Dit telefonnummer eller din e-mail er skiftet.',
  'messages.login.new-device': 'Nyt login på din konto fra en ny enhed.',
  'messages.registration.verified': 'Din butik er verificeret. Du kan sælge, indbetale og få penge udbetalt.',
  'messages.registration.more-information': 'Vi har brug for flere oplysninger for at verificere din butik.',
  'messages.registration.rejected': 'Din registrering blev afvist. Du kan se hvorfor og bede om en ny vurdering.',
  'messages.registration.overdue':
    'Gennemgangen af din registrering er forsinket. Det beklager vi. Du skal ikke gøre noget.',
  'messages.shop.closed': 'Din butik er blevet lukket.',
  'messages.shop.closing': 'Det er planlagt, at din butik lukker. Se datoen på Hjem.',
  'messages.shop.opened': 'Din butik er åben igen.',
  'messages.shop.restricted-sell':
    'Fra {date} kan købere ikke afgive nye ordrer i din butik. Udbetalinger er fortsat mulige.',
  'messages.shop.restricted-pick-up': 'Fra {date} kan du ikke ekspedere ordrer. Udbetalinger er fortsat mulige.',
  'messages.shop.restricted-list':
    'Fra {date} kan du ikke tilføje varer eller sætte dem til salg. Udbetalinger er fortsat mulige.',
  'messages.shop.restriction-lifted': 'En begrænsning af din butik er ophævet.',
  'messages.listing.at-loss':
    '{n, plural, =1 {{name} er taget af salg, fordi varen ville give tab.} one {# vare er taget af salg, fordi den ville give tab.} other {# varer er taget af salg, fordi de ville give tab.}}',
  'messages.listing.withdrawn':
    '{n, plural, =1 {{name} er taget af salg, fordi leverandøren ikke længere udbyder varen.} one {# vare er taget af salg, fordi leverandøren ikke længere udbyder den.} other {# varer er taget af salg, fordi leverandørerne ikke længere udbyder dem.}}',
  'messages.listing.supplier-changed':
    '{n, plural, =1 {Leverandøren har ændret pris eller lager for {name}.} one {En leverandør har ændret pris eller lager for # vare.} other {Leverandører har ændret pris eller lager for # varer.}}',
  'messages.setting.changed':
    '{date}: {name} ændres fra {before} til {value}. Det, du har påbegyndt inden da, beholder de nuværende vilkår.',
  'messages.setting.name.commission': 'provision',
  'messages.setting.name.withdrawal-fee.bank': 'gebyr for udbetaling til en bank',
  'messages.setting.name.withdrawal-fee.chain': 'gebyr for udbetaling til en blockchain-adresse',
  'messages.setting.name.card-hold': 'ventetid før en kortindbetaling kan udbetales',
  'messages.setting.name.order.pickup-window': 'frist for at ekspedere en ordre',
  'messages.setting.name.order.shipping-window': 'platformens forsendelsesfrist',
  'messages.setting.name.order.protection-window': 'tid, til fortjenesten fra en modtaget ordre er til rådighed',
  'messages.setting.name.refund.answer-window': 'frist for at besvare en anmodning om tilbagebetaling',
  'messages.setting.name.refund.decision-window': 'platformens frist for at afgøre en tilbagebetaling',
  'messages.privacy.copy-ready': 'Kopien af dine data er klar til at hente.',
  'messages.privacy.refused': 'Din anmodning om dine data blev afvist.',
  'messages.support.answered':
    '{n, plural, =1 {Kundeservice har svaret dig.} one {Kundeservice har sendt dig # svar.} other {Kundeservice har sendt dig # svar.}}',
  'messages.new': '{n, plural, one {# ny besked} other {# nye beskeder}}',
  'messages.all': 'Alle',
} satisfies Record<keyof typeof en, string>

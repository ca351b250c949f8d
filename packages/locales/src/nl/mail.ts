import type en from '../en/mail.ts'

export default {
  'mail.greeting': 'Goedendag,',
  'mail.close': 'Met vriendelijke groet,\nHet team van Quayside',
  'mail.pay-password-code.subject': 'Quayside: uw code om uw betaalcode opnieuw in te stellen',
  'mail.pay-password-code.text':
    '{code} is uw code om uw betaalcode opnieuw in te stellen. De code is 10 minuten geldig en werkt één keer.\n\nDeel de code met niemand. We vragen er nooit naar per telefoon of chat. Hebt u de code niet aangevraagd, dan gebruikt iemand misschien uw account: deel de code niet en neem contact op met de klantenservice.',
  'mail.pay-password-code.short':
    'Quayside: {code} is uw code voor een nieuwe betaalcode, 10 minuten geldig. Geef de code aan niemand.',
  'mail.pay-password-changed.subject': 'Quayside: uw betaalcode is gewijzigd',
  'mail.pay-password-changed.text':
    'Uw betaalcode is op {at} gewijzigd. Was u dit zelf, dan hoeft u niets te doen.\n\nWas u dit niet? Open de app, kies “Vergeten?” bij de betaalcode en stel een nieuwe in. Annuleer opnames die u niet herkent en neem meteen contact op met de klantenservice.',
  'mail.pay-password-reset.text':
    'Uw betaalcode is op {at} opnieuw ingesteld. Voor uw veiligheid zijn opnames gepauzeerd tot {until}. Was u dit zelf, dan hoeft u niets te doen.\n\nWas u dit niet? Kom dan vóór die tijd in actie: open de app, kies “Vergeten?” bij de betaalcode en stel een nieuwe in. Annuleer opnames die u niet herkent en neem meteen contact op met de klantenservice.',
  'mail.pay-password-changed.short':
    'Quayside: uw betaalcode is gewijzigd. Was u dit niet? Stel in de app een nieuwe in en neem contact op met de klantenservice.',
  'mail.pay-password-disabled.subject': 'Quayside: uw betaalcode is uitgeschakeld',
  'mail.pay-password-disabled.text':
    'Uw betaalcode is op {at} uitgeschakeld na te veel foute pogingen. Om weer te betalen of op te nemen: open de app, kies “Vergeten?” bij de betaalcode en stel een nieuwe in.\n\nWas u dit niet, dan is misschien iemand ingelogd op uw account: wijzig uw wachtwoord en neem meteen contact op met de klantenservice.',
  'mail.pay-password-disabled.short':
    'Quayside: uw betaalcode is uitgeschakeld na te veel foute pogingen. Was u dit niet? Neem contact op met de klantenservice.',
  'mail.passkeys-changed.subject': 'Quayside: uw toegangssleutels zijn gewijzigd',
  'mail.passkey-added.text':
    'Op {at} is een toegangssleutel aan uw account toegevoegd: {name}. Die kan betalingen en opnames bevestigen. Was u dit zelf, dan hoeft u niets te doen.\n\nWas u dit niet? Open de app, verwijder de sleutel onder “Toegangssleutels” en wijzig uw wachtwoord en uw betaalcode. Annuleer opnames die u niet herkent en neem meteen contact op met de klantenservice.',
  'mail.passkey-removed.text':
    'Op {at} is een toegangssleutel van uw account verwijderd: {name}. Was u dit zelf, dan hoeft u niets te doen.\n\nWas u dit niet? Wijzig uw wachtwoord en uw betaalcode en neem meteen contact op met de klantenservice.',
  'mail.passkeys-changed.short':
    'Quayside: er is een toegangssleutel toegevoegd of verwijderd. Was u dit niet? Neem meteen contact op met de klantenservice.',
  'mail.operator-token.subject': 'Quayside: stel uw wachtwoord als medewerker in',
  'mail.operator-token.text':
    'U bent uitgenodigd als medewerker van Quayside op {url}: {name}.\n\nUw sleutel, één keer geldig en tot {until}: {token}\n\nKies hiermee uw eigen wachtwoord. Niemand anders kent het en niemand mag ernaar vragen. Voor uw eerste login hebt u een authenticator-app nodig. Verwachtte u dit niet? Negeer dit bericht dan.',
  'mail.operator-news.subject': 'Quayside: een medewerkersaccount is gewijzigd',
  'mail.operator-invitation.text':
    '{by} heeft een medewerker uitgenodigd: {name}, {email}. Afdelingen: {desks}.\n\nEen andere eigenaar moet dit bevestigen. Klopt dit niet, trek de uitnodiging dan in.',
  'mail.operator-admitted.text':
    'Een nieuwe medewerker heeft een wachtwoord ingesteld: {name}, {email}. Afdelingen: {desks}.\n\nKlopt dit niet, schakel deze medewerker dan meteen uit.',
  'mail.operator-readmitted.text':
    'Een medewerker heeft weer toegang met een nieuw wachtwoord: {name}, {email}. Afdelingen: {desks}.\n\nKlopt dit niet, schakel deze medewerker dan meteen uit.',
  'mail.operator-granted.text':
    '{by} heeft een afdeling toegewezen aan {name}, {email}. Afdeling: {desks}.\n\nKlopt dit niet, trek die dan meteen in.',
  'mail.operator-deactivated.text': '{by} heeft een medewerker uitgeschakeld: {name}, {email}.',
  'mail.messages.subject': 'Quayside: {type}',
  'mail.messages.open': 'Lees het in de app: {url}\n\nOpen “Meldingen” in de app om te kiezen welke e-mails u krijgt.',
  'mail.contact-code.subject': 'Quayside: uw verificatiecode',
  'mail.contact-code.text':
    '{code} is uw code om dit adres te verifiëren. De code is 10 minuten geldig en werkt één keer.\n\nDeel de code met niemand. We vragen er nooit naar per telefoon of chat. Hebt u de code niet aangevraagd, dan kunt u dit bericht negeren: zonder de code kan niemand uw adres gebruiken.',
  'mail.contact-code.short':
    'Quayside: {code} is uw code om dit nummer te bevestigen, 10 minuten geldig. Geef de code aan niemand.',
  'mail.contact-taken.text':
    'Quayside: iemand heeft geprobeerd dit telefoonnummer of e-mailadres aan een ander account toe te voegen. Er is niets gewijzigd. Was u dit zelf, log er dan mee in.',
  'mail.contact-taken.short':
    'Quayside: iemand wilde dit nummer of e-mailadres voor een ander account gebruiken. Er is niets gewijzigd. Was u dit? Log ermee in.',
  'mail.contact-changed.subject': 'Quayside: uw telefoonnummer of e-mail is gewijzigd',
  'mail.contact-changed.text':
    'Op {at} is {former} in uw account vervangen door {present}. Voor uw veiligheid zijn opnames gepauzeerd tot {until}. Was u dit zelf, dan hoeft u niets te doen.\n\nWas u dit niet? Kom dan vóór die tijd in actie: log in, wijzig uw wachtwoord, annuleer opnames die u niet herkent en neem meteen contact op met de klantenservice.',
  'mail.contact-changed.short':
    'Quayside: telefoon of e-mail van uw account is gewijzigd. Was u dit niet? Wijzig uw wachtwoord en meld het aan de klantenservice.',
  'mail.login-code.subject': 'Quayside: uw code om uw wachtwoord opnieuw in te stellen',
  'mail.login-code.text':
    '{code} is uw code om uw wachtwoord opnieuw in te stellen. De code is 10 minuten geldig en werkt één keer.\n\nDeel de code met niemand. We vragen er nooit naar per telefoon of chat. Hebt u de code niet aangevraagd, dan kunt u dit bericht negeren: zonder de code kan niemand een nieuw wachtwoord instellen.',
  'mail.login-code.short':
    'Quayside: {code} is uw code voor een nieuw wachtwoord, 10 minuten geldig. Geef de code aan niemand.',
  'mail.login-changed.subject': 'Quayside: uw wachtwoord is gewijzigd',
  'mail.login-changed.text':
    'Uw wachtwoord is op {at} gewijzigd en andere apparaten zijn uitgelogd. Was u dit zelf, dan hoeft u niets te doen.\n\nWas u dit niet? Kies “Wachtwoord vergeten” op de inlogpagina en stel een nieuw in. Annuleer opnames die u niet herkent en neem meteen contact op met de klantenservice.',
  'mail.login-changed.short':
    'Quayside: uw wachtwoord is gewijzigd. Was u dit niet? Kies Wachtwoord vergeten en neem contact op met de klantenservice.',
  'mail.login-reset.text':
    'Uw wachtwoord is op {at} opnieuw ingesteld en alle apparaten zijn uitgelogd. Voor uw veiligheid zijn opnames gepauzeerd tot {until}. Uw betaalcode is niet gewijzigd. Was u dit zelf, dan hoeft u niets te doen.\n\nWas u dit niet? Kom dan vóór die tijd in actie: kies “Wachtwoord vergeten” op de inlogpagina en stel een nieuw in. Annuleer opnames die u niet herkent en neem meteen contact op met de klantenservice.',
  'mail.login-keys':
    'Deze API-sleutels van uw winkel werken nog. Trek sleutels die u niet herkent in bij “API en webhooks”:',
  'mail.order-page': 'De pagina van uw bestelling',
  'mail.order-keep': 'Iedereen met deze link kan de pagina van uw bestelling openen. Deel hem met niemand.',
  'mail.order-links.subject': 'Uw bestellingen bij Quayside',
  'mail.order-links.text':
    'U hebt om de links van uw bestellingen gevraagd. Was u dit niet, dan kunt u deze e-mail negeren.',
  'mail.account-join.subject': 'Quayside: maak uw account',
  'mail.account-join.text':
    'U hebt om een account bij Quayside gevraagd. Kies hier uw wachtwoord:\n{url}\n\nDe link werkt één keer, tot {until}. Was u dat niet, negeer deze e-mail dan: zonder de link wordt er geen account gemaakt.',
  'mail.account-password.subject': 'Quayside: uw link voor een nieuw wachtwoord',
  'mail.account-password.text':
    'U hebt om een link naar uw account bij Quayside gevraagd. Met deze link kiest u een nieuw wachtwoord:\n{url}\n\nDe link werkt één keer, tot {until}. Weet u uw wachtwoord, dan kunt u daarmee inloggen. Was u dat niet, negeer deze e-mail dan: zonder de link verandert er niets.',
  'mail.account-changed.subject': 'Quayside: uw wachtwoord is gewijzigd',
  'mail.account-changed.text':
    'Het wachtwoord van uw account is op {at} gewijzigd en alle apparaten zijn uitgelogd. Was u dit zelf, dan hoeft u niets te doen.\n\nWas u dit niet, dan kan iemand uw e-mail lezen: wijzig eerst het wachtwoord van uw mailbox en kies daarna “Wachtwoord vergeten?” bij het inloggen.',
  'mail.account-email.subject': 'Quayside: bevestig uw nieuwe e-mailadres',
  'mail.account-email.text':
    'U hebt gevraagd dit adres voor uw account bij Quayside te gebruiken. Bevestig het hier:\n{url}\n\nDe link werkt één keer, tot {until}. Was u dat niet, negeer deze e-mail dan: zonder de link verandert er niets.',
  'mail.account-email-changed.subject': 'Quayside: het e-mailadres van uw account is gewijzigd',
  'mail.account-email-changed.text':
    'Op {at} is uw account van dit e-mailadres naar een ander verplaatst. Was u dat, dan hoeft u niets te doen.\n\nWas u dat niet, dan kent iemand uw wachtwoord: schrijf meteen de klantenservice vanaf de pagina van een van uw bestellingen.',
  'mail.report.subject': 'Quayside: uw melding {code}',
  'mail.report-upheld.text':
    'Bedankt voor uw melding over “{name}” ({code}). We hebben die beoordeeld en maatregelen genomen.',
  'mail.report-dismissed.text':
    'U hebt iets over “{name}” gemeld (nummer {code}). Wij hebben het gecontroleerd en zagen geen reden om in te grijpen.',
} satisfies Record<keyof typeof en, string>

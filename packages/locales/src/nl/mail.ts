import type en from '../en/mail.ts'

export default {
  'mail.greeting': 'Goedendag,',
  'mail.close': 'Met vriendelijke groet,\nHet team van Quayside',
  'mail.pay-password-code.subject': 'Quayside: uw code voor een nieuwe betaalcode',
  'mail.pay-password-code.text':
    '{code} is uw verificatiecode voor een nieuwe betaalcode. Hij is tien minuten geldig en werkt één keer.\n\nGeef hem aan niemand: wij vragen er nooit om per telefoon of chat. Hebt u hem niet aangevraagd, dan gebruikt iemand misschien uw account: geef de code niet door en meld het aan de klantenservice.',
  'mail.pay-password-code.short':
    'Quayside: {code} is uw code voor een nieuwe betaalcode, 10 minuten geldig. Geef de code aan niemand.',
  'mail.pay-password-changed.subject': 'Quayside: uw betaalcode is gewijzigd',
  'mail.pay-password-changed.text':
    'Uw betaalcode is gewijzigd op {at}. Was u het zelf, dan hoeft u niets te doen.\n\nWas u het niet: open de app, kies “Vergeten?” bij de betaalcode en stel een nieuwe in, trek opnames in die niet van u zijn, en meld het meteen aan de klantenservice.',
  'mail.pay-password-reset.text':
    'Op {at} is met uw wachtwoord en een verificatiecode een nieuwe betaalcode ingesteld. Om uw geld te beschermen gaat er geen opname uit vóór {until}. Was u het zelf, dan hoeft u niets te doen.\n\nWas u het niet: open vóór die tijd de app, kies “Vergeten?” bij de betaalcode en stel een nieuwe in, trek opnames in die niet van u zijn, en meld het meteen aan de klantenservice.',
  'mail.pay-password-changed.short':
    'Quayside: uw betaalcode is gewijzigd. Was u dit niet? Stel in de app een nieuwe in en neem contact op met de klantenservice.',
  'mail.pay-password-disabled.subject': 'Quayside: uw betaalcode is uitgeschakeld',
  'mail.pay-password-disabled.text':
    'Uw betaalcode is uitgeschakeld na veel foute pogingen, op {at}. Om weer geld te verplaatsen: open de app, kies “Vergeten?” bij de betaalcode en stel een nieuwe in.\n\nWaren de pogingen niet van u, dan is misschien iemand ingelogd op uw account: wijzig uw inlogwachtwoord en meld het aan de klantenservice.',
  'mail.pay-password-disabled.short':
    'Quayside: uw betaalcode is geblokkeerd na te veel foute pogingen. Was u dit niet? Neem contact op met de klantenservice.',
  'mail.operator-token.subject': 'Quayside: kies uw wachtwoord als medewerker',
  'mail.operator-token.text':
    'U bent uitgenodigd als medewerker van Quayside op {url}: {name}.\n\nUw sleutel, één keer geldig en tot {until}: {token}\n\nKies daarmee een eigen wachtwoord; niemand anders kent het en niemand mag ernaar vragen. Bij uw eerste keer inloggen hebt u een authenticator-app nodig. Verwachtte u dit niet, dan hoeft u niets te doen.',
  'mail.operator-news.subject': 'Quayside: een wijziging onder de medewerkers',
  'mail.operator-invitation.text':
    '{by} heeft een medewerker uitgenodigd: {name}, {email}. Afdelingen: {desks}.\n\nEen andere eigenaar moet dit bevestigen. Hoort dit niet zo, trek de uitnodiging dan in.',
  'mail.operator-admitted.text':
    'Een nieuwe medewerker heeft een wachtwoord gekozen: {name}, {email}. Afdelingen: {desks}.\n\nHoort dit niet zo, schakel deze medewerker dan meteen uit.',
  'mail.operator-readmitted.text':
    'Een medewerker is opnieuw toegelaten met een ander wachtwoord: {name}, {email}. Afdelingen: {desks}.\n\nHoort dit niet zo, schakel deze medewerker dan meteen uit.',
  'mail.operator-granted.text':
    '{by} heeft een afdeling gegeven aan {name}, {email}. Afdeling: {desks}.\n\nHoort dit niet zo, trek die dan meteen in.',
  'mail.operator-deactivated.text': '{by} heeft een medewerker uitgeschakeld: {name}, {email}.',
  'mail.messages.subject': 'Quayside: {type}',
  'mail.messages.open': 'Lees het in de app: {url}\n\nOnder “Meldingen” in de app kiest u waarover wij u schrijven.',
  'mail.contact-code.subject': 'Quayside: uw code voor dit adres',
  'mail.contact-code.text':
    '{code} is uw code om dit adres te verifiëren. Hij is tien minuten geldig en werkt één keer.\n\nGeef hem aan niemand: wij vragen er nooit om per telefoon of chat. Hebt u hem niet aangevraagd, dan hoeft u niets te doen: zonder de code kan niemand uw adres gebruiken.',
  'mail.contact-code.short':
    'Quayside: {code} is uw code om dit nummer te bevestigen, 10 minuten geldig. Geef de code aan niemand.',
  'mail.contact-taken.text':
    'Quayside: iemand wilde dit telefoonnummer of e-mailadres voor een ander account gebruiken. Het blijft van u. Was u het zelf, log er dan mee in.',
  'mail.contact-taken.short':
    'Quayside: iemand wilde dit nummer of e-mailadres voor een ander account gebruiken. Er is niets gewijzigd. Was u dit? Log ermee in.',
  'mail.contact-changed.subject': 'Quayside: uw telefoonnummer of e-mail is gewijzigd',
  'mail.contact-changed.text':
    'Het contact {former} van uw account is op {at} vervangen door {present}. Om uw geld te beschermen gaat er geen opname uit vóór {until}. Was u het zelf, dan hoeft u niets te doen.\n\nWas u het niet: log vóór die tijd in, wijzig uw wachtwoord, trek opnames in die niet van u zijn, en meld het meteen aan de klantenservice.',
  'mail.contact-changed.short':
    'Quayside: telefoon of e-mail van uw account is gewijzigd. Was u dit niet? Wijzig uw wachtwoord en bel de klantenservice.',
  'mail.login-code.subject': 'Quayside: uw code voor een nieuw wachtwoord',
  'mail.login-code.text':
    '{code} is uw code voor een nieuw wachtwoord. Hij is tien minuten geldig en werkt één keer.\n\nGeef hem aan niemand: wij vragen er nooit om per telefoon of chat. Hebt u hem niet aangevraagd, dan hoeft u niets te doen: zonder de code kan niemand een nieuw wachtwoord instellen.',
  'mail.login-code.short':
    'Quayside: {code} is uw code voor een nieuw inlogwachtwoord, 10 minuten geldig. Geef de code aan niemand.',
  'mail.login-changed.subject': 'Quayside: uw wachtwoord is gewijzigd',
  'mail.login-changed.text':
    'Uw wachtwoord is gewijzigd op {at}, en andere apparaten zijn uitgelogd. Was u het zelf, dan hoeft u niets te doen.\n\nWas u het niet: kies “Wachtwoord vergeten” bij het inloggen, stel een nieuw wachtwoord in, trek opnames in die niet van u zijn, en meld het meteen aan de klantenservice.',
  'mail.login-changed.short':
    'Quayside: uw inlogwachtwoord is gewijzigd. Was u dit niet? Kies Wachtwoord vergeten en neem contact op met de klantenservice.',
  'mail.login-reset.text':
    'Op {at} is met een code een nieuw wachtwoord ingesteld, en alle apparaten zijn uitgelogd. Om uw geld te beschermen gaat er geen opname uit vóór {until}; uw betaalcode blijft hetzelfde. Was u het zelf, dan hoeft u niets te doen.\n\nWas u het niet: kies vóór die tijd “Wachtwoord vergeten” bij het inloggen, stel een nieuw wachtwoord in, trek opnames in die niet van u zijn, en meld het meteen aan de klantenservice.',
  'mail.order-page': 'De pagina van uw bestelling',
  'mail.order-keep': 'Iedereen met deze link kan de pagina van uw bestelling openen. Deel hem met niemand.',
  'mail.order-links.subject': 'Uw bestellingen bij Quayside',
  'mail.order-links.text':
    'U hebt om de pagina’s van uw bestellingen gevraagd. Was u dat niet, negeer deze e-mail dan.',
} satisfies Record<keyof typeof en, string>

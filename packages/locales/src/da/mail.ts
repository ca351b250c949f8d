import type en from '../en/mail.ts'

export default {
  'mail.greeting': 'Hej',
  'mail.close': 'Venlig hilsen\nQuayside',
  'mail.pay-password-code.subject': 'Quayside: din kode til at nulstille betalingskoden',
  'mail.pay-password-code.text':
    '{code} er din kode til at nulstille din betalingskode. Den gælder i 10 minutter og virker én gang.\n\nDel den ikke med nogen. Vi beder aldrig om den i telefon eller chat. Har du ikke bedt om den, bruger nogen måske din konto: del ikke koden, og kontakt kundeservice.',
  'mail.pay-password-code.short':
    'Quayside: {code} er din kode til en ny betalingskode. Den gælder i 10 minutter. Del den ikke.',
  'mail.pay-password-changed.subject': 'Quayside: din betalingskode er skiftet',
  'mail.pay-password-changed.text':
    'Din betalingskode blev skiftet {at}. Var det dig, skal du ikke gøre noget.\n\nVar det ikke dig, så åbn appen, vælg »Glemt den?« ved betalingskoden, og vælg en ny. Annullér udbetalinger, du ikke kender, og kontakt straks kundeservice.',
  'mail.pay-password-reset.text':
    'Din betalingskode blev nulstillet {at}. Af hensyn til din sikkerhed er udbetalinger sat på pause indtil {until}. Var det dig, skal du ikke gøre noget.\n\nVar det ikke dig, så gør noget inden da: åbn appen, vælg »Glemt den?« ved betalingskoden, og vælg en ny. Annullér udbetalinger, du ikke kender, og kontakt straks kundeservice.',
  'mail.pay-password-changed.short':
    'Quayside: din betalingskode er ændret. Var det ikke dig? Vælg en ny i appen, og kontakt kundeservice.',
  'mail.pay-password-disabled.subject': 'Quayside: din betalingskode er spærret',
  'mail.pay-password-disabled.text':
    'Din betalingskode blev spærret {at} efter for mange forkerte forsøg. For at betale eller få penge udbetalt igen skal du åbne appen, vælge »Glemt den?« ved betalingskoden og vælge en ny.\n\nVar det ikke dig, er nogen måske logget ind på din konto: skift din adgangskode, og kontakt straks kundeservice.',
  'mail.pay-password-disabled.short':
    'Quayside: din betalingskode er spærret efter for mange forkerte forsøg. Var det ikke dig? Kontakt kundeservice.',
  'mail.passkeys-changed.subject': 'Quayside: dine adgangsnøgler er ændret',
  'mail.passkey-added.text':
    'En adgangsnøgle blev føjet til din konto {at}: {name}. Den kan bekræfte betalinger og udbetalinger. Var det dig, skal du ikke gøre noget.\n\nVar det ikke dig, så åbn appen, fjern den under »Adgangsnøgler«, og skift din adgangskode og din betalingskode. Annullér udbetalinger, du ikke kender, og kontakt straks kundeservice.',
  'mail.passkey-removed.text':
    'En adgangsnøgle blev fjernet fra din konto {at}: {name}. Var det dig, skal du ikke gøre noget.\n\nVar det ikke dig, så skift din adgangskode og din betalingskode, og kontakt straks kundeservice.',
  'mail.passkeys-changed.short':
    'Quayside: en adgangsnøgle er tilføjet eller fjernet. Var det ikke dig? Kontakt straks kundeservice.',
  'mail.operator-token.subject': 'Quayside: vælg din adgangskode som operatør',
  'mail.operator-token.text':
    'Du er inviteret som operatør hos Quayside på {url}: {name}.\n\nDin nøgle, som gælder én gang og indtil {until}: {token}\n\nBrug den til at vælge din egen adgangskode. Ingen anden kender den, og ingen må bede dig om den. Dit første login kræver en godkendelsesapp. Hvis du ikke ventede dette, kan du se bort fra beskeden.',
  'mail.operator-news.subject': 'Quayside: en operatørkonto er ændret',
  'mail.operator-invitation.text':
    '{by} har inviteret en operatør: {name}, {email}. Afdelinger: {desks}.\n\nEn anden ejer skal bekræfte det. Hvis det er en fejl, så tilbagekald invitationen.',
  'mail.operator-admitted.text':
    'En ny operatør har valgt en adgangskode: {name}, {email}. Afdelinger: {desks}.\n\nHvis det er en fejl, så deaktivér operatøren straks.',
  'mail.operator-readmitted.text':
    'En operatør har igen fået adgang med en ny adgangskode: {name}, {email}. Afdelinger: {desks}.\n\nHvis det er en fejl, så deaktivér operatøren straks.',
  'mail.operator-granted.text':
    '{by} har givet {name}, {email} adgang til en afdeling. Afdeling: {desks}.\n\nHvis det er en fejl, så tilbagekald det straks.',
  'mail.operator-deactivated.text': '{by} deaktiverede en operatør: {name}, {email}.',
  'mail.messages.subject': 'Quayside: {type}',
  'mail.messages.open': 'Læs det i appen: {url}\n\nÅbn »Notifikationer« i appen for at vælge, hvilke e-mails du får.',
  'mail.contact-code.subject': 'Quayside: din bekræftelseskode',
  'mail.contact-code.text':
    '{code} er din kode til at bekræfte denne adresse. Den gælder i 10 minutter og virker én gang.\n\nDel den ikke med nogen. Vi beder aldrig om den i telefon eller chat. Har du ikke bedt om den, kan du se bort fra beskeden: uden koden kan ingen bruge din adresse.',
  'mail.contact-code.short':
    'Quayside: {code} er din kode til at bekræfte dette nummer. Den gælder i 10 minutter. Del den ikke.',
  'mail.contact-taken.text':
    'Quayside: nogen har prøvet at føje dette telefonnummer eller denne e-mail til en anden konto. Intet er ændret. Var det dig, så log ind med den i stedet.',
  'mail.contact-taken.short':
    'Quayside: nogen ville bruge dette nummer eller denne e-mail til en anden konto. Intet er ændret. Var det dig, så log ind med den.',
  'mail.contact-changed.subject': 'Quayside: dit telefonnummer eller din e-mail er skiftet',
  'mail.contact-changed.text':
    '{former} blev erstattet af {present} på din konto {at}. Af hensyn til din sikkerhed er udbetalinger sat på pause indtil {until}. Var det dig, skal du ikke gøre noget.\n\nVar det ikke dig, så gør noget inden da: log ind, skift adgangskode, annullér udbetalinger, du ikke kender, og kontakt straks kundeservice.',
  'mail.contact-changed.short':
    'Quayside: telefon eller e-mail på din konto er ændret. Var det ikke dig? Skift adgangskode, og kontakt kundeservice.',
  'mail.login-code.subject': 'Quayside: din kode til at nulstille adgangskoden',
  'mail.login-code.text':
    '{code} er din kode til at nulstille din adgangskode. Den gælder i 10 minutter og virker én gang.\n\nDel den ikke med nogen. Vi beder aldrig om den i telefon eller chat. Har du ikke bedt om den, kan du se bort fra beskeden: uden koden kan ingen vælge en ny adgangskode.',
  'mail.login-code.short':
    'Quayside: {code} er din kode til en ny adgangskode. Den gælder i 10 minutter. Del den ikke.',
  'mail.login-changed.subject': 'Quayside: din adgangskode er skiftet',
  'mail.login-changed.text':
    'Din adgangskode blev skiftet {at}, og andre enheder blev logget ud. Var det dig, skal du ikke gøre noget.\n\nVar det ikke dig, så vælg »Glemt adgangskode« på loginsiden, og vælg en ny. Annullér udbetalinger, du ikke kender, og kontakt straks kundeservice.',
  'mail.login-changed.short':
    'Quayside: din adgangskode er ændret. Var det ikke dig? Vælg Glemt adgangskode ved login, og kontakt kundeservice.',
  'mail.login-reset.text':
    'Din adgangskode blev nulstillet {at}, og alle enheder blev logget ud. Af hensyn til din sikkerhed er udbetalinger sat på pause indtil {until}. Din betalingskode er ikke ændret. Var det dig, skal du ikke gøre noget.\n\nVar det ikke dig, så gør noget inden da: vælg »Glemt adgangskode« på loginsiden, og vælg en ny. Annullér udbetalinger, du ikke kender, og kontakt straks kundeservice.',
  'mail.login-keys':
    'Disse API-nøgler til din butik virker stadig. Tilbagekald dem, du ikke kender, under »API og webhooks«:',
  'mail.order-page': 'Siden for din ordre',
  'mail.order-keep': 'Alle med dette link kan åbne siden for din ordre. Del det ikke med nogen.',
  'mail.order-links.subject': 'Dine ordrer på Quayside',
  'mail.order-links.text':
    'Du har bedt om links til dine ordrer. Hvis det ikke var dig, kan du se bort fra denne e-mail.',
  'mail.account-join.subject': 'Quayside: opret din konto',
  'mail.account-join.text':
    'Du har bedt om en konto på Quayside. Vælg din adgangskode her:\n{url}\n\nLinket virker én gang, indtil {until}. Hvis det ikke var dig, kan du se bort fra denne e-mail: uden linket oprettes der ingen konto.',
  'mail.account-password.subject': 'Quayside: dit link til en ny adgangskode',
  'mail.account-password.text':
    'Du har bedt om et link til din konto på Quayside. Med dette link vælger du en ny adgangskode:\n{url}\n\nLinket virker én gang, indtil {until}. Hvis du kender din adgangskode, kan du logge ind med den. Hvis det ikke var dig, kan du se bort fra denne e-mail: uden linket ændres intet.',
  'mail.account-changed.subject': 'Quayside: din adgangskode blev ændret',
  'mail.account-changed.text':
    'Adgangskoden til din konto blev ændret {at}, og alle enheder blev logget ud. Hvis det var dig, skal du ikke gøre noget.\n\nHvis det ikke var dig, kan nogen læse din e-mail: skift først adgangskoden til din postkasse, og vælg derefter »Har du glemt adgangskoden?« ved login.',
  'mail.account-email.subject': 'Quayside: bekræft din nye e-mailadresse',
  'mail.account-email.text':
    'Du har bedt om at bruge denne adresse til din konto på Quayside. Bekræft den her:\n{url}\n\nLinket virker én gang, indtil {until}. Hvis det ikke var dig, kan du se bort fra denne e-mail: uden linket ændres intet.',
  'mail.account-email-changed.subject': 'Quayside: e-mailadressen på din konto er ændret',
  'mail.account-email-changed.text':
    'Den {at} blev din konto flyttet fra denne e-mailadresse til en anden. Hvis det var dig, skal du ikke gøre noget.\n\nHvis det ikke var dig, kender nogen din adgangskode: skriv straks til kundeservice fra siden for en af dine ordrer.',
  'mail.report.subject': 'Quayside: din rapport {code}',
  'mail.report-upheld.text': 'Tak for din rapport om »{name}« ({code}). Vi har gennemgået den og grebet ind.',
  'mail.report-dismissed.text':
    'Du har rapporteret noget om »{name}« (nummer {code}). Vi har undersøgt det og fandt ingen grund til at gribe ind.',
} satisfies Record<keyof typeof en, string>

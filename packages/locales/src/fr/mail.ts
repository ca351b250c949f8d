import type en from '../en/mail.ts'

export default {
  'mail.pay-password-code.subject': 'Quayside : votre code pour un nouveau code de paiement',
  'mail.pay-password-code.text':
    '{code} est votre code de vérification pour un nouveau code de paiement. Il est valable dix minutes et ne sert qu’une fois.\n\nNe le donnez à personne : nous ne le demandons jamais par téléphone ni par chat. Si vous ne l’avez pas demandé, quelqu’un utilise peut-être votre compte : ne transmettez pas ce code et prévenez le service client.',
  'mail.pay-password-code.short':
    'Quayside : {code} est votre code de vérification pour un nouveau code de paiement, valable dix minutes. Ne le donnez à personne.',
  'mail.pay-password-changed.subject': 'Quayside : votre code de paiement a été modifié',
  'mail.pay-password-changed.text':
    'Votre code de paiement a été modifié le {at}. Si c’était vous, vous n’avez rien à faire.\n\nSi ce n’était pas vous : ouvrez l’application, choisissez « Oublié ? » au code de paiement et définissez-en un nouveau, annulez les retraits qui ne sont pas les vôtres et prévenez aussitôt le service client.',
  'mail.pay-password-reset.text':
    'Le {at}, un nouveau code de paiement a été défini avec votre mot de passe et un code de vérification. Pour protéger votre argent, aucun retrait ne part avant le {until}. Si c’était vous, vous n’avez rien à faire.\n\nSi ce n’était pas vous : d’ici là, ouvrez l’application, choisissez « Oublié ? » au code de paiement et définissez-en un nouveau, annulez les retraits qui ne sont pas les vôtres et prévenez aussitôt le service client.',
  'mail.pay-password-changed.short':
    'Quayside : votre code de paiement a été modifié le {at}. Ce n’était pas vous ? Définissez-en un nouveau dans l’application et prévenez aussitôt le service client.',
  'mail.messages.subject': 'Quayside : {type}',
  'mail.messages.open':
    'À lire dans l’application : {url}\n\nSous « Notifications reçues », dans l’application, vous choisissez ce que nous vous écrivons.',
} satisfies Record<keyof typeof en, string>

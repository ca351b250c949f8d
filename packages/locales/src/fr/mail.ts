import type en from '../en/mail.ts'

export default {
  'mail.pay-password-code.subject': 'Quayside : votre code pour un nouveau code de paiement',
  'mail.pay-password-code.text':
    '{code} est votre code de vérification pour un nouveau code de paiement. Il est valable dix minutes et ne sert qu’une fois.\n\nNe le donnez à personne : nous ne le demandons jamais par téléphone ni par chat. Si vous ne l’avez pas demandé, quelqu’un utilise peut-être votre compte : ne transmettez pas ce code et prévenez le service client.',
  'mail.pay-password-code.short':
    'Quayside : {code} est votre code de vérification pour un nouveau code de paiement, valable dix minutes. Ne le donnez à personne.',
  'mail.pay-password-changed.subject': 'Quayside : votre code de paiement a été modifié',
  'mail.pay-password-changed.text':
    'Votre code de paiement a été modifié le {at}. Si c’était vous, vous n’avez rien à faire.\n\nSi ce n’était pas vous : ouvrez l’application, choisissez « Oublié ? » au code de paiement et définissez-en un nouveau, annulez les retraits qui ne sont pas les vôtres et prévenez aussitôt le service client.',
  'mail.pay-password-reset.text':
    'Le {at}, un nouveau code de paiement a été défini avec votre mot de passe de connexion et un code de vérification. Pour protéger votre argent, aucun retrait ne part avant le {until}. Si c’était vous, vous n’avez rien à faire.\n\nSi ce n’était pas vous : d’ici là, ouvrez l’application, choisissez « Oublié ? » au code de paiement et définissez-en un nouveau, annulez les retraits qui ne sont pas les vôtres et prévenez aussitôt le service client.',
  'mail.pay-password-changed.short':
    'Quayside : votre code de paiement a été modifié le {at}. Ce n’était pas vous ? Définissez-en un nouveau dans l’application et prévenez aussitôt le service client.',
  'mail.messages.subject': 'Quayside : {type}',
  'mail.messages.open':
    'À lire dans l’application : {url}\n\nSous « Mes notifications », dans l’application, vous choisissez ce que nous vous écrivons.',
  'mail.contact-code.subject': 'Quayside : votre code pour cette adresse',
  'mail.contact-code.text':
    '{code} est votre code de vérification de cette adresse. Il est valable dix minutes et ne sert qu’une fois.\n\nNe le donnez à personne : nous ne le demandons jamais par téléphone ni par chat. Si vous ne l’avez pas demandé, vous n’avez rien à faire : sans le code, personne ne peut utiliser votre adresse.',
  'mail.contact-code.short':
    'Quayside : {code} est votre code de vérification de ce numéro, valable dix minutes. Ne le donnez à personne.',
  'mail.contact-taken.text':
    'Quayside : quelqu’un a voulu utiliser ce téléphone ou cet e-mail pour un autre compte. Il reste le vôtre. Si c’était vous, utilisez-le plutôt pour vous connecter.',
  'mail.contact-changed.subject': 'Quayside : votre téléphone ou e-mail a été changé',
  'mail.contact-changed.text':
    'Le contact {former} de votre compte a été remplacé par {present} le {at}. Pour protéger votre argent, aucun retrait ne part avant le {until}. Si c’était vous, vous n’avez rien à faire.\n\nSi ce n’était pas vous : avant cela, connectez-vous, changez votre mot de passe de connexion, annulez les retraits qui ne sont pas les vôtres et prévenez aussitôt le service client.',
  'mail.contact-changed.short':
    'Quayside : {former} de votre compte a été remplacé par {present} le {at}. Ce n’était pas vous ? Changez votre mot de passe de connexion et prévenez aussitôt le service client.',
  'mail.login-code.subject': 'Quayside : votre code pour un nouveau mot de passe de connexion',
  'mail.login-code.text':
    '{code} est votre code pour un nouveau mot de passe de connexion. Il est valable dix minutes et ne sert qu’une fois.\n\nNe le donnez à personne : nous ne le demandons jamais par téléphone ni par chat. Si vous ne l’avez pas demandé, vous n’avez rien à faire : sans le code, personne ne peut définir un nouveau mot de passe.',
  'mail.login-code.short':
    'Quayside : {code} est votre code pour un nouveau mot de passe de connexion, valable dix minutes. Ne le donnez à personne.',
  'mail.login-changed.subject': 'Quayside : votre mot de passe de connexion a été changé',
  'mail.login-changed.text':
    'Votre mot de passe de connexion a été changé le {at}, et les autres appareils ont été déconnectés. Si c’était vous, vous n’avez rien à faire.\n\nSi ce n’était pas vous : choisissez « Mot de passe oublié » à la connexion, définissez-en un nouveau, annulez les retraits qui ne sont pas les vôtres et prévenez aussitôt le service client.',
  'mail.login-changed.short':
    'Quayside : votre mot de passe de connexion a été changé le {at}. Ce n’était pas vous ? Choisissez « Mot de passe oublié » à la connexion et prévenez aussitôt le service client.',
  'mail.login-reset.text':
    'Le {at}, un nouveau mot de passe de connexion a été défini avec un code, et tous les appareils ont été déconnectés. Pour protéger votre argent, aucun retrait ne part avant le {until} ; votre code de paiement reste le même. Si c’était vous, vous n’avez rien à faire.\n\nSi ce n’était pas vous : avant cela, choisissez « Mot de passe oublié » à la connexion, définissez-en un nouveau, annulez les retraits qui ne sont pas les vôtres et prévenez aussitôt le service client.',
} satisfies Record<keyof typeof en, string>

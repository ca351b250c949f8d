import type en from '../en/mail.ts'

export default {
  'mail.greeting': 'Bonjour,',
  'mail.close': 'Cordialement,\nL’équipe Quayside',
  'mail.pay-password-code.subject': 'Quayside : changez votre code de paiement',
  'mail.pay-password-code.text':
    '{code} est votre code de vérification pour un nouveau code de paiement. Il est valable dix minutes et ne sert qu’une fois.\n\nNe le donnez à personne : nous ne le demandons jamais par téléphone ni par chat. Si vous ne l’avez pas demandé, quelqu’un utilise peut-être votre compte : ne transmettez pas ce code et prévenez le service client.',
  'mail.pay-password-code.short':
    'Quayside: {code} est votre code pour changer de code de paiement, valable 10 minutes. Ne le donnez à personne.',
  'mail.pay-password-changed.subject': 'Quayside : votre code de paiement a été modifié',
  'mail.pay-password-changed.text':
    'Votre code de paiement a été modifié le {at}. Si c’était vous, vous n’avez rien à faire.\n\nSi ce n’était pas vous : ouvrez l’application, choisissez « Oublié ? » au code de paiement et définissez-en un nouveau, annulez les retraits qui ne sont pas les vôtres et prévenez aussitôt le service client.',
  'mail.pay-password-reset.text':
    'Le {at}, un nouveau code de paiement a été défini avec votre mot de passe de connexion et un code de vérification. Pour protéger votre argent, aucun retrait ne part avant le {until}. Si c’était vous, vous n’avez rien à faire.\n\nSi ce n’était pas vous : d’ici là, ouvrez l’application, choisissez « Oublié ? » au code de paiement et définissez-en un nouveau, annulez les retraits qui ne sont pas les vôtres et prévenez aussitôt le service client.',
  'mail.pay-password-changed.short':
    'Quayside: votre code de paiement a été changé. Pas vous? Choisissez-en un nouveau dans l’appli et contactez le service client.',
  'mail.pay-password-disabled.subject': 'Quayside : votre code de paiement est désactivé',
  'mail.pay-password-disabled.text':
    'Votre code de paiement a été désactivé le {at} après de nombreuses erreurs. Pour déplacer à nouveau de l’argent, ouvrez l’application, choisissez « Oublié ? » au code de paiement et définissez-en un nouveau.\n\nSi ces tentatives n’étaient pas les vôtres, quelqu’un est peut-être connecté à votre compte : changez votre mot de passe de connexion et prévenez le service client.',
  'mail.pay-password-disabled.short':
    'Quayside: votre code de paiement est désactivé après trop d’essais erronés. Pas vous? Contactez le service client.',
  'mail.operator-token.subject': 'Quayside : choisissez votre mot de passe d’opérateur',
  'mail.operator-token.text':
    'Vous êtes invité comme opérateur de Quayside à l’adresse {url} : {name}.\n\nVotre jeton, valable une fois et jusqu’au {until} : {token}\n\nChoisissez avec lui votre propre mot de passe ; personne d’autre ne le connaît et personne ne doit vous le demander. Votre première connexion demandera une application d’authentification. Si vous n’attendiez pas ce message, ne faites rien.',
  'mail.operator-news.subject': 'Quayside : un changement parmi les opérateurs',
  'mail.operator-invitation.text':
    '{by} a invité un opérateur : {name}, {email}. Services : {desks}.\n\nUn autre propriétaire doit confirmer. Si cela ne doit pas être, révoquez l’invitation.',
  'mail.operator-admitted.text':
    'Un nouvel opérateur a choisi son mot de passe : {name}, {email}. Services : {desks}.\n\nSi cela ne doit pas être, désactivez aussitôt cet opérateur.',
  'mail.operator-readmitted.text':
    'Un opérateur a été réadmis avec un autre mot de passe : {name}, {email}. Services : {desks}.\n\nSi cela ne doit pas être, désactivez aussitôt cet opérateur.',
  'mail.operator-granted.text':
    '{by} a confié un service à {name}, {email}. Service : {desks}.\n\nSi cela ne doit pas être, retirez-le aussitôt.',
  'mail.operator-deactivated.text': '{by} a désactivé un opérateur : {name}, {email}.',
  'mail.messages.subject': 'Quayside : {type}',
  'mail.messages.open':
    'À lire dans l’application : {url}\n\nSous « Mes notifications », dans l’application, vous choisissez ce que nous vous écrivons.',
  'mail.contact-code.subject': 'Quayside : votre code pour cette adresse',
  'mail.contact-code.text':
    '{code} est votre code de vérification de cette adresse. Il est valable dix minutes et ne sert qu’une fois.\n\nNe le donnez à personne : nous ne le demandons jamais par téléphone ni par chat. Si vous ne l’avez pas demandé, vous n’avez rien à faire : sans le code, personne ne peut utiliser votre adresse.',
  'mail.contact-code.short':
    'Quayside: {code} est votre code de vérification de ce numéro, valable 10 minutes. Ne le donnez à personne.',
  'mail.contact-taken.text':
    'Quayside : quelqu’un a voulu utiliser ce téléphone ou cet e-mail pour un autre compte. Il reste le vôtre. Si c’était vous, utilisez-le plutôt pour vous connecter.',
  'mail.contact-taken.short':
    'Quayside: quelqu’un a voulu utiliser ce numéro ou cet e-mail pour un autre compte. Rien n’a changé. Si c’est vous, connectez-vous avec.',
  'mail.contact-changed.subject': 'Quayside : votre téléphone ou e-mail a été changé',
  'mail.contact-changed.text':
    'Le contact {former} de votre compte a été remplacé par {present} le {at}. Pour protéger votre argent, aucun retrait ne part avant le {until}. Si c’était vous, vous n’avez rien à faire.\n\nSi ce n’était pas vous : avant cela, connectez-vous, changez votre mot de passe de connexion, annulez les retraits qui ne sont pas les vôtres et prévenez aussitôt le service client.',
  'mail.contact-changed.short':
    'Quayside: le téléphone ou l’e-mail de votre compte a changé. Pas vous? Changez de mot de passe et contactez le service client.',
  'mail.login-code.subject': 'Quayside : votre code pour un nouveau mot de passe de connexion',
  'mail.login-code.text':
    '{code} est votre code pour un nouveau mot de passe de connexion. Il est valable dix minutes et ne sert qu’une fois.\n\nNe le donnez à personne : nous ne le demandons jamais par téléphone ni par chat. Si vous ne l’avez pas demandé, vous n’avez rien à faire : sans le code, personne ne peut définir un nouveau mot de passe.',
  'mail.login-code.short':
    'Quayside: {code} est votre code pour un nouveau mot de passe de connexion, valable 10 minutes. Ne le donnez à personne.',
  'mail.login-changed.subject': 'Quayside : votre mot de passe de connexion a été changé',
  'mail.login-changed.text':
    'Votre mot de passe de connexion a été changé le {at}, et les autres appareils ont été déconnectés. Si c’était vous, vous n’avez rien à faire.\n\nSi ce n’était pas vous : choisissez « Mot de passe oublié » à la connexion, définissez-en un nouveau, annulez les retraits qui ne sont pas les vôtres et prévenez aussitôt le service client.',
  'mail.login-changed.short':
    'Quayside: votre mot de passe de connexion a changé. Pas vous? Choisissez Mot de passe oublié et contactez le service client.',
  'mail.login-reset.text':
    'Le {at}, un nouveau mot de passe de connexion a été défini avec un code, et tous les appareils ont été déconnectés. Pour protéger votre argent, aucun retrait ne part avant le {until} ; votre code de paiement reste le même. Si c’était vous, vous n’avez rien à faire.\n\nSi ce n’était pas vous : avant cela, choisissez « Mot de passe oublié » à la connexion, définissez-en un nouveau, annulez les retraits qui ne sont pas les vôtres et prévenez aussitôt le service client.',
  'mail.order-page': 'La page de votre commande',
  'mail.order-keep': 'Toute personne qui a ce lien peut ouvrir la page de votre commande. Ne le partagez pas.',
  'mail.order-links.subject': 'Vos commandes sur Quayside',
  'mail.order-links.text': 'Vous avez demandé les pages de vos commandes. Si ce n’était pas vous, ignorez cet e-mail.',
} satisfies Record<keyof typeof en, string>

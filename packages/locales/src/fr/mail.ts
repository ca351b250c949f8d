import type en from '../en/mail.ts'

export default {
  'mail.greeting': 'Bonjour,',
  'mail.close': 'Cordialement,\nL’équipe Quayside',
  'mail.pay-password-code.subject': 'Quayside : votre code pour réinitialiser le code de paiement',
  'mail.pay-password-code.text':
    '{code} est le code qui vous permet de réinitialiser votre code de paiement. Il est valable 10 minutes et ne sert qu’une fois.\n\nNe le communiquez à personne. Nous ne vous le demanderons jamais par téléphone ni par chat. Si vous ne l’avez pas demandé, quelqu’un utilise peut-être votre compte : ne transmettez pas ce code et contactez le service client.',
  'mail.pay-password-code.short':
    'Quayside: {code} est votre code pour changer de code de paiement, valable 10 minutes. Ne le donnez à personne.',
  'mail.pay-password-changed.subject': 'Quayside : votre code de paiement a été modifié',
  'mail.pay-password-changed.text':
    'Votre code de paiement a été modifié le {at}. Si c’était vous, vous n’avez rien à faire.\n\nSinon, ouvrez l’application, touchez « Oublié ? » au code de paiement et définissez-en un nouveau. Annulez les retraits que vous ne reconnaissez pas et contactez immédiatement le service client.',
  'mail.pay-password-reset.text':
    'Votre code de paiement a été réinitialisé le {at}. Par sécurité, les retraits sont suspendus jusqu’au {until}. Si c’était vous, vous n’avez rien à faire.\n\nSinon, agissez d’ici là : ouvrez l’application, touchez « Oublié ? » au code de paiement et définissez-en un nouveau. Annulez les retraits que vous ne reconnaissez pas et contactez immédiatement le service client.',
  'mail.pay-password-changed.short':
    'Quayside: votre code de paiement a été changé. Pas vous? Choisissez-en un nouveau dans l’appli et contactez le service client.',
  'mail.pay-password-disabled.subject': 'Quayside : votre code de paiement est désactivé',
  'mail.pay-password-disabled.text':
    'Votre code de paiement a été désactivé le {at} après trop d’essais erronés. Pour payer ou retirer à nouveau, ouvrez l’application, touchez « Oublié ? » au code de paiement et définissez-en un nouveau.\n\nSi ce n’était pas vous, quelqu’un est peut-être connecté à votre compte : changez votre mot de passe de connexion et contactez immédiatement le service client.',
  'mail.pay-password-disabled.short':
    'Quayside: votre code de paiement est désactivé après trop d’essais erronés. Pas vous? Contactez le service client.',
  'mail.passkeys-changed.subject': 'Quayside : vos clés d’accès ont été modifiées',
  'mail.passkey-added.text':
    'Une clé d’accès a été ajoutée à votre compte le {at} : {name}. Elle permet de confirmer paiements et retraits. Si c’était vous, vous n’avez rien à faire.\n\nSinon, ouvrez l’application, supprimez-la dans « Clés d’accès » et changez votre mot de passe de connexion et votre code de paiement. Annulez les retraits que vous ne reconnaissez pas et contactez immédiatement le service client.',
  'mail.passkey-removed.text':
    'Une clé d’accès a été supprimée de votre compte le {at} : {name}. Si c’était vous, vous n’avez rien à faire.\n\nSinon, changez votre mot de passe de connexion et votre code de paiement et contactez immédiatement le service client.',
  'mail.passkeys-changed.short':
    'Quayside: une clé d’accès a été ajoutée ou supprimée. Pas vous? Contactez immédiatement le service client.',
  'mail.operator-token.subject': 'Quayside : définissez votre mot de passe d’opérateur',
  'mail.operator-token.text':
    'Nous vous invitons à devenir opérateur de Quayside à l’adresse {url} : {name}.\n\nVotre jeton, valable une fois et jusqu’au {until} : {token}\n\nUtilisez-le pour choisir votre propre mot de passe. Personne d’autre ne le connaît et personne ne peut vous le demander. Votre première connexion exigera une application d’authentification. Si vous n’attendiez pas ce message, ignorez-le.',
  'mail.operator-news.subject': 'Quayside : un compte d’opérateur a changé',
  'mail.operator-invitation.text':
    '{by} a invité un opérateur : {name}, {email}. Services : {desks}.\n\nUn autre propriétaire doit confirmer. Si c’est une erreur, révoquez l’invitation.',
  'mail.operator-admitted.text':
    'Un nouvel opérateur a défini son mot de passe : {name}, {email}. Services : {desks}.\n\nSi c’est une erreur, désactivez immédiatement cet opérateur.',
  'mail.operator-readmitted.text':
    'Un opérateur a de nouveau accès avec un nouveau mot de passe : {name}, {email}. Services : {desks}.\n\nSi c’est une erreur, désactivez immédiatement cet opérateur.',
  'mail.operator-granted.text':
    '{by} a attribué un service à {name}, {email}. Service : {desks}.\n\nSi c’est une erreur, retirez-le immédiatement.',
  'mail.operator-deactivated.text': '{by} a désactivé un opérateur : {name}, {email}.',
  'mail.messages.subject': 'Quayside : {type}',
  'mail.messages.open':
    'Lire dans l’application : {url}\n\nPour choisir les e-mails que vous recevez, ouvrez « Mes notifications » dans l’application.',
  'mail.contact-code.subject': 'Quayside : votre code de vérification',
  'mail.contact-code.text':
    '{code} est le code qui vous permet de vérifier cette adresse. Il est valable 10 minutes et ne sert qu’une fois.\n\nNe le communiquez à personne. Nous ne vous le demanderons jamais par téléphone ni par chat. Si vous ne l’avez pas demandé, vous pouvez ignorer ce message : sans le code, personne ne peut utiliser votre adresse.',
  'mail.contact-code.short':
    'Quayside: {code} est votre code de vérification de ce numéro, valable 10 minutes. Ne le donnez à personne.',
  'mail.contact-taken.text':
    'Quayside : quelqu’un a essayé d’ajouter ce téléphone ou cet e-mail à un autre compte. Rien n’a changé. Si c’était vous, utilisez-le plutôt pour vous connecter.',
  'mail.contact-taken.short':
    'Quayside: quelqu’un a voulu utiliser ce numéro ou cet e-mail pour un autre compte. Rien n’a changé. Si c’est vous, connectez-vous avec.',
  'mail.contact-changed.subject': 'Quayside : votre téléphone ou e-mail a été changé',
  'mail.contact-changed.text':
    'Le {at}, {former} a été remplacé par {present} sur votre compte. Par sécurité, les retraits sont suspendus jusqu’au {until}. Si c’était vous, vous n’avez rien à faire.\n\nSinon, agissez d’ici là : connectez-vous, changez votre mot de passe de connexion, annulez les retraits que vous ne reconnaissez pas et contactez immédiatement le service client.',
  'mail.contact-changed.short':
    'Quayside: le téléphone ou l’e-mail de votre compte a changé. Pas vous? Changez de mot de passe et contactez le service client.',
  'mail.login-code.subject': 'Quayside : votre code pour réinitialiser le mot de passe de connexion',
  'mail.login-code.text':
    '{code} est le code qui vous permet de réinitialiser votre mot de passe de connexion. Il est valable 10 minutes et ne sert qu’une fois.\n\nNe le communiquez à personne. Nous ne vous le demanderons jamais par téléphone ni par chat. Si vous ne l’avez pas demandé, vous pouvez ignorer ce message : sans le code, personne ne peut définir un nouveau mot de passe.',
  'mail.login-code.short':
    'Quayside: {code} est votre code pour un nouveau mot de passe de connexion, valable 10 minutes. Ne le donnez à personne.',
  'mail.login-changed.subject': 'Quayside : votre mot de passe de connexion a été changé',
  'mail.login-changed.text':
    'Votre mot de passe de connexion a été changé le {at}, et les autres appareils ont été déconnectés. Si c’était vous, vous n’avez rien à faire.\n\nSinon, touchez « Mot de passe oublié » sur la page de connexion et définissez-en un nouveau. Annulez les retraits que vous ne reconnaissez pas et contactez immédiatement le service client.',
  'mail.login-changed.short':
    'Quayside: votre mot de passe de connexion a changé. Pas vous? Choisissez Mot de passe oublié et contactez le service client.',
  'mail.login-reset.text':
    'Votre mot de passe de connexion a été réinitialisé le {at}, et tous les appareils ont été déconnectés. Par sécurité, les retraits sont suspendus jusqu’au {until}. Votre code de paiement n’a pas changé. Si c’était vous, vous n’avez rien à faire.\n\nSinon, agissez d’ici là : touchez « Mot de passe oublié » sur la page de connexion et définissez-en un nouveau. Annulez les retraits que vous ne reconnaissez pas et contactez immédiatement le service client.',
  'mail.login-keys':
    'Ces clés d’API de votre boutique fonctionnent toujours. Révoquez celles que vous ne reconnaissez pas dans « API et webhooks » :',
  'mail.order-page': 'La page de votre commande',
  'mail.order-keep': 'Toute personne disposant de ce lien peut ouvrir la page de votre commande. Ne le partagez pas.',
  'mail.order-links.subject': 'Vos commandes sur Quayside',
  'mail.order-links.text':
    'Vous avez demandé les liens de vos commandes. Si ce n’était pas vous, vous pouvez ignorer cet e-mail.',
  'mail.account-join.subject': 'Quayside : créez votre compte',
  'mail.account-join.text':
    'Vous avez demandé un compte sur Quayside. Choisissez ici votre mot de passe :\n{url}\n\nLe lien fonctionne une fois, jusqu’au {until}. Si ce n’était pas vous, ignorez cet e-mail : sans le lien, aucun compte n’est créé.',
  'mail.account-password.subject': 'Quayside : votre lien pour un nouveau mot de passe',
  'mail.account-password.text':
    'Vous avez demandé un lien vers votre compte sur Quayside. Ce lien permet de choisir un nouveau mot de passe :\n{url}\n\nLe lien fonctionne une fois, jusqu’au {until}. Si vous connaissez votre mot de passe, vous pouvez vous connecter avec celui-ci. Si ce n’était pas vous, ignorez cet e-mail : sans le lien, rien ne change.',
  'mail.account-changed.subject': 'Quayside : votre mot de passe a été modifié',
  'mail.account-changed.text':
    'Le mot de passe de votre compte a été modifié le {at}, et tous les appareils ont été déconnectés. Si c’était vous, il n’y a rien à faire.\n\nSi ce n’était pas vous, quelqu’un peut lire vos e-mails : changez d’abord le mot de passe de votre messagerie, puis choisissez « Mot de passe oublié ? » à la connexion.',
  'mail.account-email.subject': 'Quayside : confirmez votre nouvelle adresse e-mail',
  'mail.account-email.text':
    'Vous avez demandé à utiliser cette adresse pour votre compte Quayside. Confirmez-la ici :\n{url}\n\nLe lien fonctionne une fois, jusqu’au {until}. Si ce n’était pas vous, ignorez cet e-mail : sans le lien, rien ne change.',
  'mail.account-email-changed.subject': 'Quayside : l’adresse e-mail de votre compte a changé',
  'mail.account-email-changed.text':
    'Le {at}, votre compte est passé de cette adresse e-mail à une autre. Si c’était vous, il n’y a rien à faire.\n\nSinon, quelqu’un connaît votre mot de passe : écrivez tout de suite au service client depuis la page d’une de vos commandes.',
  'mail.report.subject': 'Quayside : votre signalement {code}',
  'mail.report-upheld.text':
    'Merci pour votre signalement concernant « {name} » ({code}). Nous l’avons examiné et avons agi.',
  'mail.report-dismissed.text':
    'Vous avez signalé quelque chose à propos de « {name} » (numéro {code}). Nous l’avons vérifié et n’avons trouvé aucune raison d’agir.',
} satisfies Record<keyof typeof en, string>

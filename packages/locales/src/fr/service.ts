import type en from '../en/service.ts'

export default {
  'service.title': 'Service client',
  'service.write': 'Écrire un message',
  'service.send': 'Envoyer',
  'service.picture': 'Ajouter une image',
  'service.attach': 'Joindre une commande ou une opération',
  'service.attach.code': 'Numéro d’une commande, d’une recharge, d’un retrait ou d’un remboursement',
  'service.attach.none': 'Rien sous ce numéro',
  'service.attached': 'Joint : {what}',
  'service.remove': 'Retirer la pièce jointe',
  'service.empty': 'Comment pouvons-nous vous aider ?',
  'service.empty.text': 'Écrivez ici. Des personnes répondent et l’échange est conservé.',
  'service.expected':
    '{minutes, plural, one {Réponse généralement en # minute} many {Réponse généralement en # minutes} other {Réponse généralement en # minutes}}',
  'service.expected.none': 'Nous répondons dès que possible',
  'service.closed': 'Ouvert de {from} à {to}. Écrivez maintenant, nous répondrons alors.',
  'service.by.me': 'Vous',
  'service.by.support': 'Quayside',
  'service.sending': 'Envoi en cours',
  'service.sent': 'Envoyé',
  'service.read': 'Lu',
  'service.failed': 'Non envoyé. Touchez pour réessayer.',
  'service.earlier': 'Messages précédents',
  'service.safe':
    'Nous n’envoyons jamais de numéros de compte ni d’adresses par messagerie et ne demandons jamais vos mots de passe.',
  'service.about.order': 'Commande {code}',
  'service.about.deposit': 'Recharge n° {code}',
  'service.about.withdrawal': 'Retrait d’argent n° {code}',
  'service.about.refund': 'Remboursement n° {code}',
  'service.photo': 'Image de {who}',
} satisfies Record<keyof typeof en, string>

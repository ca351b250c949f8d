import type { Glossary } from './terms.ts'

export default {
  order: {
    word: 'commande',
    forms: ['com\u00ADmande'],
    except: [
      'categories.empty.text',
      'withdraw.next.legal-order',
      'orders.search',
      'refunds.title',
      'refunds.empty',
      'refund/not-found',
      'home.closing.reason.legal-order',
    ],
  },
  shop: { word: 'boutique' },
  product: {
    word: 'produit',
  },
  buyer: { word: 'acheteur' },
  'pick up': { word: 'traiter', forms: ['traite', 'traité'] },
  balance: { word: 'solde' },
  pending: { word: 'en attente' },
  withdrawal: {
    word: 'retrait',
    forms: ['retirer', 'retiré'],
  },
  recharge: { word: 'recharge', forms: ['rechargé'] },
  refund: {
    word: 'remboursement',
    forms: ['rembours', 'rem\u00ADbour\u00ADs'],
    except: ['refunds.object.send'],
  },
  'payment password': { word: 'code de paiement' },
  'login password': { word: 'mot de passe de connexion', except: ['mail.contact-changed.short'] },
  'invitation code': { word: 'code d’invitation' },
  voucher: { word: 'justificatif' },
  statement: { word: 'relevé' },
  profit: { word: 'bénéfice' },
  fee: { word: 'frais' },
  network: { word: 'réseau' },
  'customer service': { word: 'service client' },
  'distribution center': { word: 'centre de distribution' },
  shelf: { word: 'en vente', forms: ['de la vente'] },
  'tracking number': { word: 'numéro de suivi' },
} satisfies Glossary

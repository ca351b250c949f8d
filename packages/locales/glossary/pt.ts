import type { Glossary } from './terms.ts'

export default {
  order: {
    word: 'pedido',
    except: [
      'categories.empty.text',
      'withdraw.next.legal-order',
      'refunds.title',
      'orders.search',
      'home.closing.reason.legal-order',
      'refunds.empty',
      'refund/not-found',
    ],
  },
  shop: { word: 'loja' },
  product: {
    word: 'produto',
  },
  buyer: { word: 'comprador' },
  'pick up': { word: 'processar', forms: ['processa', 'processe'] },
  balance: { word: 'saldo' },
  pending: { word: 'pendente' },
  withdrawal: {
    word: 'saque',
    forms: ['sacar', 'sacad'],
    except: ['refunds.state.withdrawn'],
  },
  recharge: { word: 'recarga', forms: ['recarreg'] },
  refund: {
    word: 'reembolso',
    forms: ['reembols', 'reem\u00ADbols'],
    except: ['refunds.object.send'],
  },
  'payment password': { word: 'senha de pagamento' },
  'login password': { word: 'senha de acesso' },
  'invitation code': { word: 'código de convite' },
  voucher: { word: 'comprovante' },
  statement: { word: 'extrato' },
  profit: { word: 'lucro' },
  fee: { word: 'taxa' },
  network: { word: 'rede' },
  'customer service': {
    word: 'atendimento',
    except: ['mail.pay-password-changed.short', 'mail.pay-password-disabled.short', 'mail.login-changed.short'],
  },
  'distribution center': { word: 'catálogo de fornecedores' },
  'in withdrawal': { word: 'em saque' },
  contest: { word: 'contestar', forms: ['contest'] },
  appeal: { word: 'recurso', forms: ['recorr', 'recurs'] },
  'card dispute': { word: 'disputa' },
  shelf: {
    word: 'à venda',
    forms: ['de venda', 'pausad'],
    except: [
      'products.off.merchant',
      'products.take-off',
      'products.take-off.done',
      'products.off.at-loss',
      'products.off.withdrawn',
    ],
  },
  'tracking number': { word: 'código de rastreio' },
} satisfies Glossary

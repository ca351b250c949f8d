import type { Glossary } from './terms.ts'

export default {
  order: {
    word: 'pedido',
    except: ['categories.empty.text', 'dist.sort', 'withdraw.next.legal-order', 'refunds.title', 'orders.search'],
  },
  shop: { word: 'loja' },
  product: { word: 'produto' },
  buyer: { word: 'comprador' },
  'pick up': { word: 'processar', forms: ['processa', 'processe'] },
  balance: { word: 'saldo' },
  pending: { word: 'pendente' },
  withdrawal: { word: 'saque', forms: ['sacar', 'sacad'] },
  recharge: { word: 'recarga', forms: ['recarreg'] },
  refund: { word: 'reembolso', forms: ['reembols', 'reem\u00ADbols'] },
  'payment password': { word: 'senha de pagamento' },
  'login password': { word: 'senha de acesso' },
  'invitation code': { word: 'código de convite' },
  voucher: { word: 'comprovante' },
  statement: { word: 'extrato' },
  profit: { word: 'lucro' },
  fee: { word: 'taxa' },
  network: { word: 'rede' },
  'customer service': { word: 'atendimento' },
  'distribution center': { word: 'centro de distribuição' },
  shelf: { word: 'à venda', forms: ['de venda'] },
  'tracking number': { word: 'código de rastreio' },
} satisfies Glossary

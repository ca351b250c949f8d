import type { Glossary } from './terms.ts'

export default {
  // A refund order is a wish for money back, and a bank’s own statement is a “rekening koran”.
  order: {
    word: 'pesanan',
    except: [
      'categories.empty.text',
      'dist.sort',
      'withdraw.next.legal-order',
      'refund/not-found',
      'refund/not-open',
      'refunds.empty',
      'refunds.title',
    ],
  },
  shop: { word: 'toko' },
  product: { word: 'produk' },
  buyer: { word: 'pembeli' },
  'pick up': { word: 'proses' },
  balance: { word: 'saldo' },
  pending: { word: 'tertunda' },
  withdrawal: { word: 'penarikan', forms: ['tarik dana', 'ditarik', 'menarik dana'] },
  recharge: { word: 'isi saldo' },
  refund: { word: 'pengembalian dana', forms: ['dikembalikan', 'kembalikan dana'] },
  'payment password': { word: 'sandi pembayaran' },
  'login password': { word: 'kata sandi masuk' },
  'invitation code': { word: 'kode undangan' },
  voucher: { word: 'bukti transfer', except: ['recharge.channel.manual'] },
  statement: {
    word: 'laporan mutasi',
    except: ['deposit/line-unknown', 'deposit/line-used', 'recharge.bank-line', 'recharge.channel.manual.text'],
  },
  profit: { word: 'laba' },
  fee: { word: 'biaya' },
  network: { word: 'jaringan' },
  'customer service': { word: 'layanan pelanggan' },
  'distribution center': { word: 'pusat distribusi' },
  shelf: { word: 'etalase' },
  'tracking number': { word: 'nomor resi' },
} satisfies Glossary

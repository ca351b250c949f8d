import type { Glossary } from './terms.ts'

export default {
  // Except: refund order (a request for a refund), and a bank statement, which is a “rekening koran”.
  order: {
    word: 'pesanan',
    except: [
      'categories.empty.text',
      'withdraw.next.legal-order',
      'refund/not-found',
      'refunds.empty',
      'refunds.title',
      'home.closing.reason.legal-order',
    ],
  },
  shop: { word: 'toko' },
  product: {
    word: 'produk',
  },
  buyer: { word: 'pembeli' },
  'pick up': { word: 'proses' },
  balance: { word: 'saldo' },
  pending: { word: 'tertunda' },
  withdrawal: {
    word: 'penarikan',
    forms: ['tarik dana', 'ditarik', 'menarik dana'],
    except: ['refunds.state.withdrawn'],
  },
  recharge: {
    word: 'isi saldo',
    forms: ['pengisian saldo'],
    except: ['recharge.number'],
  },
  refund: {
    word: 'pengembalian dana',
    forms: ['dikembalikan', 'kembalikan dana'],
    except: ['orders.decline.text', 'refunds.object.send', 'refunds.waits'],
  },
  'payment password': { word: 'PIN transaksi' },
  'login password': { word: 'kata sandi masuk' },
  'invitation code': { word: 'kode undangan' },
  voucher: { word: 'bukti transfer', except: ['recharge.channel.manual'] },
  statement: {
    word: 'laporan mutasi',
    except: [
      'deposit/line-unknown',
      'deposit/line-used',
      'recharge.bank-line',
      'payout/line-differs',
      'payout/line-used',
      'payout/not-proved',
      'bank/statement-differs',
      'operator/importer',
    ],
  },
  profit: { word: 'laba', except: ['products.loss', 'listing/sells-at-loss'] },
  fee: { word: 'biaya' },
  network: { word: 'jaringan' },
  'customer service': { word: 'layanan pelanggan' },
  'distribution center': { word: 'katalog pemasok' },
  'in withdrawal': { word: 'dalam penarikan' },
  contest: { word: 'keberatan' },
  appeal: { word: 'banding' },
  'card dispute': { word: 'sengketa' },
  shelf: { word: 'aktif', forms: ['aktifkan'], except: ['products.off-shelf'] },
  'tracking number': { word: 'nomor resi' },
} satisfies Glossary

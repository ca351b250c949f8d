import type en from '../en/funds.ts'

export default {
  'funds.title': 'Catatan dana',
  'funds.tabs': 'Akun',
  'funds.available': 'Saldo',
  'funds.pending': 'Tertunda',
  'funds.held': 'Ditahan',
  'funds.empty': 'Belum ada pergerakan',
  'funds.empty.text': 'Setiap sen yang masuk atau keluar akan tampil di sini, beserta sebabnya.',
  'funds.after': 'Lalu {amount}',
  'funds.number': 'Catatan {n}',
  'funds.order': 'Pesanan {code}',
  'funds.event.order.paid': 'Pembeli membayar',
  'funds.event.order.paid-late': 'Pembayaran terlambat',
  'funds.event.order.picked-up': 'Diambil: biaya pembelian',
  'funds.event.order.shipped': 'Dikirim: pemasok dibayar',
  'funds.event.order.received': 'Diterima: pendapatan tertunda',
  'funds.event.order.completed': 'Diselesaikan',
  'funds.event.order.cancelled': 'Dibatalkan',
  'funds.event.order.cost-returned': 'Biaya pembelian dikembalikan',
  'funds.event.buyer.refunded': 'Dana pembeli dikembalikan',
  'funds.chain': 'Sidik jari catatan ini dan semua sebelumnya',
} satisfies Record<keyof typeof en, string>

import type en from '../en/app.ts'

export default {
  'app.update': 'Versi baru tersedia',
  'app.update.now': 'Perbarui sekarang',
  'app.later': 'Nanti',
  'app.install': 'Pasang Quayside',
  'app.install.text': 'Dibuka dari layar utama, juga tanpa koneksi',
  'app.install.share': 'Di menu peramban, ketuk Bagikan, lalu “Tambahkan ke Layar Utama”',
  'app.as-of': 'Diperbarui: {when}',
  'app.offline.act': 'Perlu koneksi',
  'app.skip': 'Langsung ke isi',
  'search.title': 'Cari',
  'search.field': 'Cari atau ketik tindakan',
  'search.text':
    'Temukan pesanan, produk, mutasi, pesan, dan layar, atau ketik yang ingin Anda lakukan, misalnya “{first} 100” atau “{second}”. Anda mengonfirmasi sebelum apa pun terjadi.',
  'search.acts': 'Tindakan',
  'search.screens': 'Layar',
  'search.none': 'Tidak ditemukan',
  'app.pick': 'Pilih salah satu dari daftar untuk melihatnya di sini',
  'app.pick.list': 'Pilih salah satu dari daftar',
} satisfies Record<keyof typeof en, string>

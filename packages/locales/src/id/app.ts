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
  'app.pick': 'Pilih salah satu dari daftar untuk melihatnya di sini',
} satisfies Record<keyof typeof en, string>

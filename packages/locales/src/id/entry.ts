import type en from '../en/entry.ts'

export default {
  'entry.title': 'Toko Anda, dari ponsel',
  'entry.text': 'Tambahkan produk dari katalog pemasok, proses pesanan yang sudah dibayar, dan pantau setiap sen.',
  'entry.code': 'Kode undangan',
  'entry.code.hint': 'Saat ini hanya undangan internal yang didukung.',
  'register.need.invitation': 'Masukkan kode undangan',
  'entry.check': 'Gunakan kode ini',
  'entry.have-account': 'Sudah terdaftar? Masuk',
  'entry.promise': 'Tidak perlu menyetor uang untuk berjualan.',
  'login.title': 'Masuk',
  'login.name': 'Nomor telepon atau email',
  'login.password': 'Kata sandi masuk',
  'login.submit': 'Masuk',
  'login.no-account': 'Belum punya akun? Daftar',
  'login.forgot': 'Lupa kata sandi',
  'login.show': 'Tampilkan kata sandi',
  'login.hide': 'Sembunyikan kata sandi',
} satisfies Record<keyof typeof en, string>

import type en from '../en/account.ts'

export default {
  'account.title': 'Informasi pribadi',
  'account.text':
    'Anda masuk dengan nomor telepon atau email. Kode dan pemberitahuan tentang uang Anda dikirim ke sana.',
  'account.verify-email': 'Verifikasi email',
  'account.verify-phone': 'Verifikasi nomor telepon',
  'account.change-email': 'Ganti email',
  'account.change-phone': 'Ganti nomor telepon',
  'account.unverified': 'Belum diverifikasi',
  'account.verified-on': 'Diverifikasi pada {date}',
  'account.verify.text':
    'Kami mengirim kode ke {where}. Setelah Anda memasukkannya di sini, kami tahu pesan kami sampai kepada Anda.',
  'account.change.text':
    'Kami mengirim kode ke kontak baru. Sampai Anda memasukkannya, kontak yang sekarang tetap berlaku. Setelah itu kami memberi tahu kontak lama, dan penarikan ditahan sementara untuk melindungi uang Anda.',
  'account.new-email': 'Email baru',
  'account.new-phone': 'Nomor telepon baru',
  'account.confirm': 'Konfirmasi',
  'account.changed': 'Diganti dan diverifikasi',
  'account.trusted-from': 'Dapat menerima kode lupa kata sandi mulai {time}.',
  'account.password': 'Ganti kata sandi masuk',
  'account.password.text': 'Anda akan menerima pesan bahwa kata sandi diganti. Semua perangkat lain dikeluarkan.',
  'account.password.old': 'Kata sandi masuk Anda sekarang',
  'account.password.new': 'Kata sandi masuk baru',
  'account.password.again': 'Masukkan lagi',
  'account.password.stay': 'Tetap masuk di sini',
  'account.password.changed': 'Kata sandi masuk diganti',
  'account.forgot.text':
    'Masukkan nomor telepon atau email yang Anda pakai untuk masuk. Kami mengirim kode ke telepon atau email terverifikasi akun itu.',
  'account.forgot.sent': 'Jika akun itu ada, kode sedang dikirim. Kode berlaku selama sepuluh menit.',
  'account.forgot.rest':
    'Semua perangkat dikeluarkan. Sandi pembayaran Anda tetap sama, dan penarikan ditahan sementara untuk melindungi uang Anda.',
  'account.forgot.set': 'Atur kata sandi masuk',
  'account.devices': 'Perangkat',
  'account.devices.text':
    'Anda sedang masuk di perangkat berikut. Keluarkan perangkat yang tidak Anda kenal, lalu ganti kata sandi masuk.',
  'account.devices.here': 'Perangkat ini',
  'account.devices.unknown': 'Peramban tidak dikenal',
  'account.devices.name': '{browser} di {system}',
  'account.devices.used': 'Terakhir dipakai: {ago}',
  'account.devices.since': 'Masuk sejak {date}',
  'account.devices.end': 'Keluarkan di sana',
  'account.devices.end.sure': 'Keluarkan {device}?',
  'account.devices.ended': 'Sudah dikeluarkan di sana',
  'account.devices.all': 'Keluar di semua tempat',
  'account.devices.all.sure': 'Yakin ingin keluar di semua tempat?',
  'pay-password.resting':
    'Kata sandi masuk Anda diatur dengan kode. Untuk melindungi uang Anda, sandi pembayaran baru bisa diatur dengan kode mulai {time}.',
} satisfies Record<keyof typeof en, string>

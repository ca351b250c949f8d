import type en from '../en/mail.ts'

export default {
  'mail.pay-password-code.subject': 'Quayside: kode untuk sandi pembayaran baru',
  'mail.pay-password-code.text':
    '{code} adalah kode Anda untuk sandi pembayaran baru. Berlaku sepuluh menit dan hanya sekali.\n\nJangan berikan kepada siapa pun: kami tidak pernah memintanya lewat telepon atau obrolan. Jika Anda tidak memintanya, mungkin ada yang memakai akun Anda: jangan teruskan kode ini dan beri tahu layanan pelanggan.',
  'mail.pay-password-code.short':
    'Quayside: {code} adalah kode Anda untuk sandi pembayaran baru, berlaku sepuluh menit. Jangan berikan kepada siapa pun.',
  'mail.pay-password-changed.subject': 'Quayside: sandi pembayaran Anda telah diubah',
  'mail.pay-password-changed.text':
    'Sandi pembayaran Anda diubah pada {at}. Jika itu Anda, tidak perlu melakukan apa-apa.\n\nJika bukan Anda: buka aplikasi, pilih “Lupa?” pada sandi pembayaran dan atur yang baru, batalkan penarikan yang bukan milik Anda, dan segera beri tahu layanan pelanggan.',
  'mail.pay-password-reset.text':
    'Pada {at} sandi pembayaran baru diatur dengan kata sandi masuk Anda dan sebuah kode. Untuk melindungi uang Anda, tidak ada penarikan yang dibayar sebelum {until}. Jika itu Anda, tidak perlu melakukan apa-apa.\n\nJika bukan Anda: sebelum waktu itu buka aplikasi, pilih “Lupa?” pada sandi pembayaran dan atur yang baru, batalkan penarikan yang bukan milik Anda, dan segera beri tahu layanan pelanggan.',
  'mail.pay-password-changed.short':
    'Quayside: sandi pembayaran Anda diubah pada {at}. Bukan Anda? Atur yang baru di aplikasi dan segera beri tahu layanan pelanggan.',
  'mail.messages.subject': 'Quayside: {type}',
  'mail.messages.open':
    'Baca di aplikasi: {url}\n\nDi “Notifikasi” dalam aplikasi Anda memilih apa yang kami tulis kepada Anda.',
} satisfies Record<keyof typeof en, string>

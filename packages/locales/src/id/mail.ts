import type en from '../en/mail.ts'

export default {
  'mail.greeting': 'Halo,',
  'mail.close': 'Salam,\nTim Quayside',
  'mail.pay-password-code.subject': 'Quayside: kode untuk PIN transaksi baru',
  'mail.pay-password-code.text':
    '{code} adalah kode Anda untuk PIN transaksi baru. Berlaku sepuluh menit dan hanya sekali.\n\nJangan berikan kepada siapa pun: kami tidak pernah memintanya lewat telepon atau chat. Jika Anda tidak memintanya, mungkin ada yang memakai akun Anda: jangan teruskan kode ini dan beri tahu layanan pelanggan.',
  'mail.pay-password-code.short':
    'Quayside: {code} adalah kode untuk PIN transaksi baru, berlaku 10 menit. Jangan berikan kepada siapa pun.',
  'mail.pay-password-changed.subject': 'Quayside: PIN transaksi Anda telah diubah',
  'mail.pay-password-changed.text':
    'PIN transaksi Anda diubah pada {at}. Jika itu Anda, tidak perlu melakukan apa-apa.\n\nJika bukan Anda: buka aplikasi, pilih “Lupa?” pada PIN transaksi dan atur yang baru, batalkan penarikan yang bukan milik Anda, dan segera beri tahu layanan pelanggan.',
  'mail.pay-password-reset.text':
    'Pada {at} PIN transaksi baru diatur dengan kata sandi masuk Anda dan sebuah kode. Untuk melindungi uang Anda, tidak ada penarikan yang dibayar sebelum {until}. Jika itu Anda, tidak perlu melakukan apa-apa.\n\nJika bukan Anda: sebelum waktu itu buka aplikasi, pilih “Lupa?” pada PIN transaksi dan atur yang baru, batalkan penarikan yang bukan milik Anda, dan segera beri tahu layanan pelanggan.',
  'mail.pay-password-changed.short':
    'Quayside: PIN transaksi Anda diubah. Bukan Anda? Atur yang baru di aplikasi dan segera hubungi layanan pelanggan.',
  'mail.pay-password-disabled.subject': 'Quayside: PIN transaksi Anda dinonaktifkan',
  'mail.pay-password-disabled.text':
    'PIN transaksi Anda dinonaktifkan pada {at} setelah banyak percobaan yang salah. Untuk memindahkan uang lagi, buka aplikasi, pilih “Lupa?” pada PIN transaksi dan atur yang baru.\n\nJika percobaan itu bukan dari Anda, mungkin ada orang yang masuk ke akun Anda: ubah kata sandi masuk dan beri tahu layanan pelanggan.',
  'mail.pay-password-disabled.short':
    'Quayside: PIN transaksi Anda dinonaktifkan setelah terlalu banyak percobaan salah. Bukan Anda? Hubungi layanan pelanggan.',
  'mail.operator-token.subject': 'Quayside: pilih kata sandi operator Anda',
  'mail.operator-token.text':
    'Anda diundang sebagai operator Quayside di {url}: {name}.\n\nToken Anda, berlaku sekali dan sampai {until}: {token}\n\nPilih kata sandi Anda sendiri dengan token itu; tidak ada orang lain yang tahu, dan tidak ada yang boleh memintanya. Saat masuk pertama kali, Anda diminta memakai aplikasi autentikator. Jika Anda tidak menunggu pesan ini, tidak perlu melakukan apa-apa.',
  'mail.operator-news.subject': 'Quayside: perubahan di antara operator',
  'mail.operator-invitation.text':
    '{by} mengundang operator: {name}, {email}. Bagian: {desks}.\n\nPemilik lain harus mengonfirmasi. Jika tidak seharusnya, cabut undangan itu.',
  'mail.operator-admitted.text':
    'Operator baru memilih kata sandi: {name}, {email}. Bagian: {desks}.\n\nJika tidak seharusnya, segera nonaktifkan operator ini.',
  'mail.operator-readmitted.text':
    'Operator diterima kembali dengan kata sandi lain: {name}, {email}. Bagian: {desks}.\n\nJika tidak seharusnya, segera nonaktifkan operator ini.',
  'mail.operator-granted.text':
    '{by} memberi bagian kepada {name}, {email}. Bagian: {desks}.\n\nJika tidak seharusnya, segera cabut.',
  'mail.operator-deactivated.text': '{by} menonaktifkan operator: {name}, {email}.',
  'mail.messages.subject': 'Quayside: {type}',
  'mail.messages.open':
    'Baca di aplikasi: {url}\n\nDi “Notifikasi” dalam aplikasi, Anda memilih hal apa saja yang kami kabarkan kepada Anda.',
  'mail.contact-code.subject': 'Quayside: kode Anda untuk alamat ini',
  'mail.contact-code.text':
    '{code} adalah kode Anda untuk memverifikasi alamat ini. Berlaku sepuluh menit dan hanya sekali.\n\nJangan berikan kepada siapa pun: kami tidak pernah memintanya lewat telepon atau chat. Jika bukan Anda yang meminta, tidak perlu melakukan apa-apa: tanpa kode tidak ada yang bisa memakai alamat Anda.',
  'mail.contact-code.short':
    'Quayside: {code} adalah kode verifikasi nomor ini, berlaku 10 menit. Jangan berikan kepada siapa pun.',
  'mail.contact-taken.text':
    'Quayside: seseorang ingin memakai nomor telepon atau email ini untuk akun lain. Nomor atau email ini tetap milik Anda. Jika itu Anda, masuklah dengan nomor atau email ini.',
  'mail.contact-taken.short':
    'Quayside: ada yang mencoba memakai nomor atau email ini untuk akun lain. Tidak ada yang berubah. Jika itu Anda, masuk dengannya.',
  'mail.contact-changed.subject': 'Quayside: nomor telepon atau email Anda diganti',
  'mail.contact-changed.text':
    'Kontak {former} pada akun Anda diganti dengan {present} pada {at}. Untuk melindungi uang Anda, tidak ada penarikan yang dibayar sebelum {until}. Jika itu Anda, tidak perlu melakukan apa-apa.\n\nJika bukan Anda: sebelum waktu itu, masuk, ganti kata sandi masuk, batalkan penarikan yang bukan milik Anda, dan segera beri tahu layanan pelanggan.',
  'mail.contact-changed.short':
    'Quayside: nomor atau email akun Anda diubah. Bukan Anda? Ganti kata sandi masuk dan segera hubungi layanan pelanggan.',
  'mail.login-code.subject': 'Quayside: kode Anda untuk kata sandi masuk baru',
  'mail.login-code.text':
    '{code} adalah kode Anda untuk kata sandi masuk baru. Berlaku sepuluh menit dan hanya sekali.\n\nJangan berikan kepada siapa pun: kami tidak pernah memintanya lewat telepon atau chat. Jika bukan Anda yang meminta, tidak perlu melakukan apa-apa: tanpa kode tidak ada yang bisa mengatur kata sandi baru.',
  'mail.login-code.short':
    'Quayside: {code} adalah kode untuk kata sandi masuk baru, berlaku 10 menit. Jangan berikan kepada siapa pun.',
  'mail.login-changed.subject': 'Quayside: kata sandi masuk Anda diganti',
  'mail.login-changed.text':
    'Kata sandi masuk Anda diganti pada {at}, dan perangkat lain dikeluarkan. Jika itu Anda, tidak perlu melakukan apa-apa.\n\nJika bukan Anda: pilih “Lupa kata sandi” saat masuk, atur yang baru, batalkan penarikan yang bukan milik Anda, dan segera beri tahu layanan pelanggan.',
  'mail.login-changed.short':
    'Quayside: kata sandi masuk Anda diganti. Bukan Anda? Pilih Lupa kata sandi dan segera hubungi layanan pelanggan.',
  'mail.login-reset.text':
    'Pada {at} kata sandi masuk baru diatur dengan kode, dan semua perangkat dikeluarkan. Untuk melindungi uang Anda, tidak ada penarikan yang dibayar sebelum {until}; PIN transaksi Anda tetap sama. Jika itu Anda, tidak perlu melakukan apa-apa.\n\nJika bukan Anda: sebelum waktu itu, pilih “Lupa kata sandi” saat masuk, atur yang baru, batalkan penarikan yang bukan milik Anda, dan segera beri tahu layanan pelanggan.',
  'mail.order-page': 'Halaman pesanan Anda',
  'mail.order-keep': 'Siapa pun yang memiliki tautan ini dapat membuka halaman pesanan Anda. Jangan bagikan.',
  'mail.order-links.subject': 'Pesanan Anda di Quayside',
  'mail.order-links.text': 'Anda meminta halaman pesanan Anda. Jika bukan Anda, abaikan email ini.',
} satisfies Record<keyof typeof en, string>

import type en from '../en/mail.ts'

export default {
  'mail.greeting': 'Halo,',
  'mail.close': 'Salam,\nTim Quayside',
  'mail.pay-password-code.subject': 'Quayside: kode untuk mengatur ulang PIN transaksi',
  'mail.pay-password-code.text':
    '{code} adalah kode Anda untuk mengatur ulang PIN transaksi. Kode berlaku 10 menit dan hanya bisa dipakai sekali.\n\nJangan berikan kepada siapa pun: kami tidak pernah memintanya lewat telepon atau chat. Jika Anda tidak memintanya, mungkin ada yang memakai akun Anda: jangan teruskan kode ini dan beri tahu layanan pelanggan.',
  'mail.pay-password-code.short':
    'Quayside: {code} adalah kode untuk PIN transaksi baru, berlaku 10 menit. Jangan berikan kepada siapa pun.',
  'mail.pay-password-changed.subject': 'Quayside: PIN transaksi Anda telah diubah',
  'mail.pay-password-changed.text':
    'PIN transaksi Anda diubah pada {at}. Jika Anda yang melakukannya, tidak ada yang perlu dilakukan.\n\nJika bukan Anda: buka aplikasi, pilih “Lupa?” pada PIN transaksi dan atur yang baru, batalkan penarikan yang bukan milik Anda, dan segera beri tahu layanan pelanggan.',
  'mail.pay-password-reset.text':
    'PIN transaksi Anda diatur ulang pada {at}. Untuk melindungi uang Anda, penarikan dijeda hingga {until}. Jika Anda yang melakukannya, tidak ada yang perlu dilakukan.\n\nJika bukan Anda: sebelum waktu itu buka aplikasi, pilih “Lupa?” pada PIN transaksi dan atur yang baru, batalkan penarikan yang bukan milik Anda, dan segera beri tahu layanan pelanggan.',
  'mail.pay-password-changed.short':
    'Quayside: PIN transaksi Anda diubah. Bukan Anda? Atur yang baru di aplikasi dan segera hubungi layanan pelanggan.',
  'mail.pay-password-disabled.subject': 'Quayside: PIN transaksi Anda dinonaktifkan',
  'mail.pay-password-disabled.text':
    'PIN transaksi Anda dinonaktifkan pada {at} setelah terlalu banyak percobaan yang salah. Untuk membayar atau menarik dana lagi, buka aplikasi, pilih “Lupa?” pada PIN transaksi dan atur yang baru.\n\nJika bukan Anda yang mencoba, mungkin ada orang yang masuk ke akun Anda: ganti kata sandi masuk dan segera beri tahu layanan pelanggan.',
  'mail.pay-password-disabled.short':
    'Quayside: PIN transaksi Anda dinonaktifkan setelah terlalu banyak percobaan salah. Bukan Anda? Hubungi layanan pelanggan.',
  'mail.passkeys-changed.subject': 'Quayside: kunci sandi Anda telah diubah',
  'mail.passkey-added.text':
    'Kunci sandi ditambahkan ke akun Anda pada {at}: {name}. Kunci ini dapat mengonfirmasi pembayaran dan penarikan. Jika Anda yang melakukannya, tidak ada yang perlu dilakukan.\n\nJika bukan Anda: buka aplikasi, hapus di “Kunci sandi”, ganti kata sandi masuk dan PIN transaksi, batalkan penarikan yang bukan milik Anda, dan segera beri tahu layanan pelanggan.',
  'mail.passkey-removed.text':
    'Kunci sandi dihapus dari akun Anda pada {at}: {name}. Jika Anda yang melakukannya, tidak ada yang perlu dilakukan.\n\nJika bukan Anda: ganti kata sandi masuk dan PIN transaksi, dan segera beri tahu layanan pelanggan.',
  'mail.passkeys-changed.short':
    'Quayside: kunci sandi akun Anda ditambahkan atau dihapus. Bukan Anda? Segera hubungi layanan pelanggan.',
  'mail.operator-token.subject': 'Quayside: atur kata sandi operator Anda',
  'mail.operator-token.text':
    'Anda diundang sebagai operator Quayside di {url}: {name}.\n\nToken Anda, berlaku sekali dan sampai {until}: {token}\n\nPilih kata sandi Anda sendiri dengan token itu; tidak ada orang lain yang tahu, dan tidak ada yang boleh memintanya. Untuk masuk pertama kali, Anda memerlukan aplikasi autentikator. Jika Anda tidak merasa diundang, abaikan pesan ini.',
  'mail.operator-news.subject': 'Quayside: akun operator berubah',
  'mail.operator-invitation.text':
    '{by} mengundang operator: {name}, {email}. Bagian: {desks}.\n\nPemilik lain harus mengonfirmasi. Jika ini keliru, cabut undangan itu.',
  'mail.operator-admitted.text':
    'Operator baru mengatur kata sandi: {name}, {email}. Bagian: {desks}.\n\nJika ini keliru, segera nonaktifkan operator ini.',
  'mail.operator-readmitted.text':
    'Operator mendapat akses lagi dengan kata sandi baru: {name}, {email}. Bagian: {desks}.\n\nJika ini keliru, segera nonaktifkan operator ini.',
  'mail.operator-granted.text':
    '{by} menugaskan bagian kepada {name}, {email}. Bagian: {desks}.\n\nJika ini keliru, segera cabut.',
  'mail.operator-deactivated.text': '{by} menonaktifkan operator: {name}, {email}.',
  'mail.messages.subject': 'Quayside: {type}',
  'mail.messages.open':
    'Baca di aplikasi: {url}\n\nUntuk memilih email yang ingin diterima, buka “Notifikasi” di aplikasi.',
  'mail.contact-code.subject': 'Quayside: kode verifikasi Anda',
  'mail.contact-code.text':
    '{code} adalah kode untuk memverifikasi alamat ini. Kode berlaku 10 menit dan hanya bisa dipakai sekali.\n\nJangan berikan kepada siapa pun: kami tidak pernah memintanya lewat telepon atau chat. Jika bukan Anda yang meminta, abaikan pesan ini: tanpa kode tidak ada yang bisa memakai alamat Anda.',
  'mail.contact-code.short':
    'Quayside: {code} adalah kode verifikasi nomor ini, berlaku 10 menit. Jangan berikan kepada siapa pun.',
  'mail.contact-taken.text':
    'Quayside: seseorang mencoba memakai nomor telepon atau email ini untuk akun lain. Tidak ada yang berubah. Jika itu Anda, masuklah dengan nomor atau email ini.',
  'mail.contact-taken.short':
    'Quayside: ada yang mencoba memakai nomor atau email ini untuk akun lain. Tidak ada yang berubah. Jika itu Anda, masuk dengan nomor ini.',
  'mail.contact-changed.subject': 'Quayside: nomor telepon atau email Anda diganti',
  'mail.contact-changed.text':
    'Kontak {former} pada akun Anda diganti dengan {present} pada {at}. Untuk melindungi uang Anda, penarikan dijeda hingga {until}. Jika Anda yang melakukannya, tidak ada yang perlu dilakukan.\n\nJika bukan Anda: sebelum waktu itu, masuk, ganti kata sandi masuk, batalkan penarikan yang bukan milik Anda, dan segera beri tahu layanan pelanggan.',
  'mail.contact-changed.short':
    'Quayside: nomor atau email akun Anda diubah. Bukan Anda? Ganti kata sandi masuk dan segera hubungi layanan pelanggan.',
  'mail.login-code.subject': 'Quayside: kode untuk mengatur ulang kata sandi masuk',
  'mail.login-code.text':
    '{code} adalah kode Anda untuk mengatur ulang kata sandi masuk. Kode berlaku 10 menit dan hanya bisa dipakai sekali.\n\nJangan berikan kepada siapa pun: kami tidak pernah memintanya lewat telepon atau chat. Jika bukan Anda yang meminta, abaikan pesan ini: tanpa kode tidak ada yang bisa mengatur kata sandi baru.',
  'mail.login-code.short':
    'Quayside: {code} adalah kode untuk mengatur ulang kata sandi masuk, berlaku 10 menit. Jangan berikan kepada siapa pun.',
  'mail.login-changed.subject': 'Quayside: kata sandi masuk Anda diganti',
  'mail.login-changed.text':
    'Kata sandi masuk Anda diganti pada {at}, dan perangkat lain sudah keluar dari akun. Jika Anda yang melakukannya, tidak ada yang perlu dilakukan.\n\nJika bukan Anda: pilih “Lupa kata sandi” saat masuk, atur yang baru, batalkan penarikan yang bukan milik Anda, dan segera beri tahu layanan pelanggan.',
  'mail.login-changed.short':
    'Quayside: kata sandi masuk Anda diganti. Bukan Anda? Pilih Lupa kata sandi dan segera hubungi layanan pelanggan.',
  'mail.login-reset.text':
    'Kata sandi masuk Anda diatur ulang pada {at}, dan semua perangkat sudah keluar dari akun. Untuk melindungi uang Anda, penarikan dijeda hingga {until}; PIN transaksi Anda tidak berubah. Jika Anda yang melakukannya, tidak ada yang perlu dilakukan.\n\nJika bukan Anda: sebelum waktu itu, pilih “Lupa kata sandi” saat masuk, atur yang baru, batalkan penarikan yang bukan milik Anda, dan segera beri tahu layanan pelanggan.',
  'mail.login-keys':
    'Kunci API toko Anda berikut ini masih berlaku. Cabut yang tidak Anda kenali di “API dan webhook”:',
  'mail.order-page': 'Halaman pesanan Anda',
  'mail.order-keep': 'Siapa pun yang memiliki tautan ini dapat membuka halaman pesanan Anda. Jangan bagikan.',
  'mail.order-links.subject': 'Pesanan Anda di Quayside',
  'mail.order-links.text': 'Anda meminta tautan ke halaman pesanan Anda. Jika bukan Anda, abaikan email ini.',
  'mail.account-join.subject': 'Quayside: buat akun Anda',
  'mail.account-join.text':
    'Anda meminta akun di Quayside. Pilih kata sandi Anda di sini:\n{url}\n\nTautan ini berlaku satu kali, sampai {until}. Jika bukan Anda, abaikan email ini: tanpa tautan, tidak ada akun yang dibuat.',
  'mail.account-password.subject': 'Quayside: tautan untuk kata sandi baru',
  'mail.account-password.text':
    'Anda meminta tautan ke akun Anda di Quayside. Dengan tautan ini Anda memilih kata sandi baru:\n{url}\n\nTautan ini berlaku satu kali, sampai {until}. Jika Anda tahu kata sandi Anda, Anda dapat langsung masuk. Jika bukan Anda, abaikan email ini: tanpa tautan, tidak ada yang berubah.',
  'mail.account-changed.subject': 'Quayside: kata sandi Anda diubah',
  'mail.account-changed.text':
    'Kata sandi akun Anda diubah pada {at}, dan semua perangkat telah keluar dari akun. Jika Anda yang melakukannya, tidak ada yang perlu dilakukan.\n\nJika bukan Anda, ada orang yang dapat membaca email Anda: ubah dulu kata sandi email Anda, lalu pilih “Lupa kata sandi?” di halaman masuk.',
  'mail.account-email.subject': 'Quayside: konfirmasi alamat email baru Anda',
  'mail.account-email.text':
    'Anda meminta memakai alamat ini untuk akun Quayside Anda. Konfirmasikan di sini:\n{url}\n\nTautan ini berlaku satu kali, sampai {until}. Jika bukan Anda, abaikan email ini: tanpa tautan, tidak ada yang berubah.',
  'mail.account-email-changed.subject': 'Quayside: alamat email akun Anda telah diubah',
  'mail.account-email-changed.text':
    'Pada {at}, akun Anda dipindahkan dari alamat email ini ke alamat lain. Jika ini Anda, tidak perlu melakukan apa pun.\n\nJika bukan, seseorang tahu kata sandi Anda: segera tulis kepada layanan pelanggan dari halaman salah satu pesanan Anda.',
  'mail.report.subject': 'Quayside: laporan Anda {code}',
  'mail.report-upheld.text':
    'Terima kasih atas laporan Anda tentang “{name}” ({code}). Kami telah meninjaunya dan mengambil tindakan.',
  'mail.report-dismissed.text':
    'Anda melaporkan sesuatu tentang “{name}” (nomor {code}). Kami memeriksanya dan tidak menemukan alasan untuk bertindak.',
} satisfies Record<keyof typeof en, string>

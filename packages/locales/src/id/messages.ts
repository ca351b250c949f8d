import type en from '../en/messages.ts'

export default {
  'messages.title': 'Pesan',
  'messages.filter': 'Filter pesan',
  'messages.unread': 'Belum dibaca',
  'messages.read-all': 'Tandai semua dibaca',
  'messages.empty': 'Belum ada pesan',
  'messages.empty.text': 'Kabar tentang toko Anda muncul di sini.',
  'messages.empty.unread': 'Semua sudah Anda baca',
  'messages.unread-count': '{n, plural, other {# pesan belum dibaca}}',
  'messages.type.orders': 'Pesanan',
  'messages.type.buyers': 'Pembeli',
  'messages.type.refunds': 'Pengembalian dana',
  'messages.type.money': 'Keuangan',
  'messages.type.security': 'Keamanan',
  'messages.type.shop': 'Toko',
  'messages.type.support': 'Layanan pelanggan',
  'messages.type.announcement': 'Pengumuman',
  'messages.sender.system': 'Sistem',
  'messages.sender.support': 'Layanan pelanggan',
  'messages.sender.announcement': 'Quayside',
  'messages.about': 'Terkait dengan',
  'messages.open': 'Buka',
  'messages.choose': 'Notifikasi',
  'messages.email': 'Email',
  'messages.email.none': 'Notifikasi email saat ini tidak tersedia.',
  'messages.push': 'Push',
  'messages.push.text':
    'Dapatkan notifikasi di perangkat ini, juga saat aplikasi tertutup. Layar terkunci hanya menampilkan jenis dan jumlah, tanpa nama atau nominal.',
  'messages.push.on': 'Aktifkan',
  'messages.push.off': 'Nonaktifkan',
  'messages.push.later': 'Anda dapat mengaktifkannya setelah pembeli membayar pesanan pertama di toko Anda.',
  'messages.push.denied': 'Peramban memblokir notifikasi. Izinkan untuk Quayside di pengaturan peramban.',
  'messages.push.unsupported':
    'Peramban ini tidak mendukung notifikasi. Di iPhone, tambahkan dulu aplikasi ke Layar Utama.',
  'messages.push.none': 'Notifikasi push saat ini tidak tersedia.',
  'messages.push.failed': 'Notifikasi tidak dapat diaktifkan. Coba lagi nanti.',
  'messages.not-you': 'Jika ini bukan Anda, segera hubungi layanan pelanggan.',
  'messages.order.paid':
    '{n, plural, =1 {Pesanan {code} sudah dibayar dan menunggu diproses. Laba Anda {amount}.} other {# pesanan yang sudah dibayar menunggu diproses. Laba Anda {amount}.}}',
  'messages.order.pickup-near':
    '{n, plural, =1 {Pesanan {code} akan batal dalam kurang dari 12 jam jika tidak Anda proses.} other {# pesanan akan batal dalam kurang dari 12 jam jika tidak Anda proses.}}',
  'messages.order.cancelled': '{n, plural, =1 {Pesanan {code} dibatalkan.} other {# pesanan dibatalkan.}}',
  'messages.order.shipped': '{n, plural, =1 {Pesanan {code} sudah dikirim.} other {# pesanan sudah dikirim.}}',
  'messages.order.ship-undone':
    '{n, plural, =1 {Pengiriman pesanan {code} dibatalkan. Pesanan akan dikirim ulang.} other {Pengiriman # pesanan dibatalkan. Pesanan akan dikirim ulang.}}',
  'messages.order.received':
    '{n, plural, =1 {Pesanan {code} sudah sampai. {amount} masih tertunda.} other {# pesanan sudah sampai. {amount} masih tertunda.}}',
  'messages.order.completed':
    '{n, plural, =1 {Pesanan {code} selesai. {amount} sudah masuk ke saldo Anda.} other {# pesanan selesai. {amount} sudah masuk ke saldo Anda.}}',
  'messages.order.set-aside':
    'Pesanan {code} sedang diperiksa karena pembelinya memakai perangkat, kartu, kontak, atau alamat yang sama dengan Anda. Uang Anda tidak terpengaruh. Pesanan dihitung dalam angka dan penilaian Anda setelah pemeriksaan selesai.',
  'messages.order.cleared': 'Pesanan {code} lolos pemeriksaan dan kini dihitung dalam angka dan penilaian Anda.',
  'messages.order.upheld':
    'Pesanan {code} tidak dihitung dalam angka dan penilaian Anda karena kami menganggapnya pembelian Anda sendiri. Uang Anda tidak terpengaruh. Jika keliru, hubungi layanan pelanggan.',
  'messages.order.disputed':
    'Pesanan {code}: sengketa, bank penerbit kartu meminta {amount} dikembalikan. Lihat bukti apa yang dapat Anda kirim dan sampai kapan.',
  'messages.order.dispute-won': 'Pesanan {code}: keputusan bank memihak Anda. {amount} kembali tersedia.',
  'messages.order.charged-back': 'Pesanan {code}: bank mengembalikan {amount} kepada pemegang kartu.',
  'messages.order-talk.asked': 'Pembeli pesanan {code} mengirim pesan kepada Anda.',
  'messages.order-talk.taken': 'Pesanan {code}: layanan pelanggan telah mengambil alih percakapan Anda dengan pembeli.',
  'messages.refund.requested':
    'Pembeli meminta pengembalian dana {amount} ({code}). Jawab paling lambat {date}, atau permintaan ini otomatis diterima.',
  'messages.refund.opened':
    'Kami membuka pengembalian dana {code} sebesar {amount} untuk pesanan yang dananya sudah cair. Terima atau ajukan keberatan paling lambat {date}; setelah itu orang lain di Quayside yang memutuskan.',
  'messages.refund.due-soon': 'Pengembalian dana {code} otomatis diterima dalam kurang dari 12 jam. Jawab sebelum itu.',
  'messages.refund.withdrawn': 'Pembeli mencabut permintaan pengembalian dana {code}.',
  'messages.refund.approved': 'Pengembalian dana {code} disetujui: {amount} akan kembali ke pembeli.',
  'messages.refund.borne':
    'Pengembalian dana {code}: kami akan mengembalikan {amount} kepada pembeli, tanpa biaya bagi Anda.',
  'messages.refund.declined': 'Pengembalian dana {code} ditolak. Pembeli tidak menerima dana kembali.',
  'messages.deposit.credited':
    '{n, plural, =1 {Pengisian saldo {code}: {amount} sudah masuk ke saldo Anda.} other {# pengisian saldo: {amount} sudah masuk ke saldo Anda.}}',
  'messages.deposit.set-aside':
    'Pengisian saldo {code} sebesar {amount} di bawah minimum. Dana disimpan dan akan masuk ke saldo bersama pengisian berikutnya.',
  'messages.deposit.rejected': 'Pengisian saldo {code} ditolak.',
  'messages.deposit.reversed': 'Pengisian saldo {code} dibatalkan: jaringan blockchain membatalkan transfer {amount}.',
  'messages.deposit.disputed':
    'Pengisian saldo {code}: sengketa, bank penerbit kartu meminta {amount} dikembalikan. Lihat bukti apa yang dapat Anda kirim dan sampai kapan.',
  'messages.deposit.dispute-won': 'Pengisian saldo {code}: keputusan bank memihak Anda. {amount} kembali tersedia.',
  'messages.deposit.charged-back': 'Pengisian saldo {code}: bank mengembalikan {amount} kepada pemegang kartu.',
  'messages.withdrawal.requested':
    'Penarikan {code} sebesar {amount} telah diajukan. Jika bukan Anda, batalkan dan segera hubungi layanan pelanggan.',
  'messages.withdrawal.approved': 'Penarikan {code} disetujui. {amount} akan dibayarkan kepada Anda.',
  'messages.withdrawal.rejected': 'Penarikan {code} ditolak. {amount} kembali ke saldo Anda.',
  'messages.withdrawal.paid': 'Penarikan {code} sudah dibayar: {amount}.',
  'messages.withdrawal.failed': 'Penarikan {code} tidak dapat dibayar. {amount} kembali ke saldo Anda.',
  'messages.withdrawal.returned':
    'Bank mengembalikan penarikan {code} setelah dibayar. {amount} kembali ke saldo Anda.',
  'messages.withdrawal.overdue': 'Penarikan {code} sebesar {amount} terlambat. Kami mohon maaf. Uang Anda aman.',
  'messages.withdrawal.unsent':
    'Penarikan {code} sudah disetujui, tetapi kami tidak membayarnya tepat waktu. Kami mohon maaf. {amount} kembali ke saldo Anda.',
  'messages.withdrawal.escalated':
    'Penarikan {code} sebesar {amount} sudah dikirim, tetapi bukti pembayarannya belum ada. Kami sedang memeriksanya. Uang Anda aman: akan sampai, atau kembali seluruhnya.',
  'messages.withdrawal.appeal-granted': 'Penarikan {code}: banding Anda dikabulkan. {amount} dapat ditarik lagi.',
  'messages.withdrawal.appeal-declined': 'Penarikan {code}: banding Anda ditolak.',
  'messages.unidentified.assigned':
    'Kami memastikan transfer sebesar {amount} adalah milik Anda. Dana sudah masuk ke saldo Anda.',
  'messages.adjustment.goodwill': 'Kami menambahkan {amount} ke saldo Anda. Nomor: {code}',
  'messages.adjustment.corrected': 'Kami mengoreksi catatan sebelumnya: {amount} dipotong. Nomor: {code}',
  'messages.adjustment.written-off': 'Kami menghapus utang Anda sebesar {amount}. Nomor: {code}',
  'messages.destination.added': 'Tujuan penarikan baru disimpan, berakhiran {ending}.',
  'messages.payment-password.set': 'PIN transaksi telah diatur.',
  'messages.payment-password.changed': 'PIN transaksi Anda telah diubah.',
  'messages.payment-password.reset': 'PIN transaksi Anda telah diatur ulang.',
  'messages.payment-password.disabled':
    'PIN transaksi Anda dinonaktifkan setelah terlalu banyak percobaan yang salah. Atur yang baru.',
  'messages.passkey.added': 'Kunci sandi ditambahkan: {name}. Kunci ini dapat mengonfirmasi pembayaran dan penarikan.',
  'messages.passkey.removed': 'Kunci sandi dihapus: {name}.',
  'messages.login-password.changed': 'Kata sandi masuk Anda diganti.',
  'messages.login-password.reset': 'Kata sandi masuk Anda telah diatur ulang.',
  'messages.contact.changed': 'Nomor telepon atau email Anda diganti.',
  'messages.login.new-device': 'Ada yang masuk ke akun Anda dari perangkat baru.',
  'messages.registration.verified': 'Toko Anda terverifikasi. Anda dapat berjualan, mengisi saldo, dan menarik dana.',
  'messages.registration.more-information': 'Kami perlu keterangan tambahan untuk memverifikasi toko Anda.',
  'messages.registration.rejected': 'Pendaftaran Anda ditolak. Anda dapat membaca alasannya dan mengajukan banding.',
  'messages.registration.overdue':
    'Peninjauan pendaftaran Anda terlambat. Kami mohon maaf. Anda tidak perlu melakukan apa pun.',
  'messages.shop.closed': 'Toko Anda ditutup.',
  'messages.shop.closing': 'Toko Anda dijadwalkan ditutup. Lihat tanggalnya di Beranda.',
  'messages.shop.opened': 'Toko Anda dibuka kembali.',
  'messages.shop.restricted-sell':
    'Mulai {date} pembeli tidak dapat membuat pesanan baru di toko Anda. Penarikan tetap bisa dilakukan.',
  'messages.shop.restricted-pick-up':
    'Mulai {date} Anda tidak dapat memproses pesanan. Penarikan tetap bisa dilakukan.',
  'messages.shop.restricted-list':
    'Mulai {date} Anda tidak dapat menambah atau mengaktifkan produk. Penarikan tetap bisa dilakukan.',
  'messages.shop.restriction-lifted': 'Satu pembatasan toko Anda dicabut.',
  'messages.listing.at-loss':
    '{n, plural, =1 {{name} dinonaktifkan: harga jualnya di bawah modal.} other {# produk dinonaktifkan: harga jualnya di bawah modal.}}',
  'messages.listing.withdrawn':
    '{n, plural, =1 {{name} dinonaktifkan: pemasok tidak menjualnya lagi.} other {# produk dinonaktifkan: pemasok tidak menjualnya lagi.}}',
  'messages.listing.supplier-changed':
    '{n, plural, =1 {Pemasok mengubah harga atau stok {name}.} other {Pemasok mengubah harga atau stok # produk.}}',
  'messages.setting.changed':
    'Mulai {date}, {name} berubah dari {before} menjadi {value}. Yang sudah dimulai sebelumnya tetap dengan ketentuan lama.',
  'messages.setting.name.commission': 'komisi',
  'messages.setting.name.withdrawal-fee.bank': 'biaya penarikan ke bank',
  'messages.setting.name.withdrawal-fee.chain': 'biaya penarikan ke alamat blockchain',
  'messages.setting.name.card-hold': 'masa tunggu sebelum pengisian saldo dengan kartu dapat ditarik',
  'messages.setting.name.order.pickup-window': 'batas waktu memproses pesanan',
  'messages.setting.name.order.shipping-window': 'batas waktu platform mengirim',
  'messages.setting.name.order.protection-window': 'waktu sampai laba dari pesanan yang diterima tersedia',
  'messages.setting.name.refund.answer-window': 'batas waktu menjawab permintaan pengembalian dana',
  'messages.setting.name.refund.decision-window': 'batas waktu platform memutuskan pengembalian dana',
  'messages.privacy.copy-ready': 'Salinan data Anda siap diunduh.',
  'messages.privacy.refused': 'Permintaan Anda tentang data Anda ditolak.',
  'messages.support.answered':
    '{n, plural, =1 {Layanan pelanggan membalas Anda.} other {Layanan pelanggan mengirim # balasan kepada Anda.}}',
  'messages.new': '{n, plural, other {# pesan baru}}',
  'messages.all': 'Semua',
} satisfies Record<keyof typeof en, string>

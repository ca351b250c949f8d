import type en from '../en/messages.ts'

export default {
  'messages.title': 'Mesajlar',
  'messages.filter': 'Mesajları filtrele',
  'messages.unread': 'Okunmamış',
  'messages.read-all': 'Tümünü okundu say',
  'messages.empty': 'Henüz mesaj yok',
  'messages.empty.text': 'Mağazanızla ilgili haberler burada görünür.',
  'messages.empty.unread': 'Her şeyi okudunuz',
  'messages.unread-count': '{n, plural, one {# okunmamış mesaj} other {# okunmamış mesaj}}',
  'messages.type.orders': 'Siparişler',
  'messages.type.buyers': 'Alıcılar',
  'messages.type.refunds': 'İadeler',
  'messages.type.money': 'Para',
  'messages.type.security': 'Güvenlik',
  'messages.type.shop': 'Mağaza',
  'messages.type.support': 'Müşteri hizmetleri',
  'messages.type.announcement': 'Duyurular',
  'messages.sender.system': 'Sistem',
  'messages.sender.support': 'Müşteri hizmetleri',
  'messages.sender.announcement': 'Quayside',
  'messages.about': 'Neyle ilgili',
  'messages.open': 'Aç',
  'messages.choose': 'Bildirimler',
  'messages.email': 'E-posta',
  'messages.email.none': 'E-posta bildirimleri şu anda kullanılamıyor.',
  'messages.push': 'Anlık bildirim',
  'messages.push.text':
    'Uygulama kapalıyken bile bu cihazda bildirim alın. Kilitli telefonda yalnızca konu ve sayı görünür; ad ve tutar asla görünmez.',
  'messages.push.on': 'Aç',
  'messages.push.off': 'Kapat',
  'messages.push.later': 'Bir alıcı ilk siparişinizi ödedikten sonra bunu açabilirsiniz.',
  'messages.push.denied': 'Tarayıcınız bildirimleri engelliyor. Tarayıcı ayarlarında Quayside için izin verin.',
  'messages.push.unsupported': 'Bu tarayıcı bildirimleri desteklemiyor. iPhone’da önce uygulamayı ana ekrana ekleyin.',
  'messages.push.none': 'Bildirimler şu anda kullanılamıyor.',
  'messages.push.failed': 'Bildirimler açılamadı. Lütfen daha sonra yeniden deneyin.',
  'messages.not-you': 'Bunu siz yapmadıysanız hemen müşteri hizmetlerine başvurun.',
  'messages.order.paid':
    '{n, plural, =1 {{code} numaralı sipariş ödendi ve işleme alınmayı bekliyor. Kârınız: {amount}.} one {Ödenmiş # sipariş işleme alınmayı bekliyor. Kârınız: {amount}.} other {Ödenmiş # sipariş işleme alınmayı bekliyor. Kârınız: {amount}.}}',
  'messages.order.pickup-near':
    '{n, plural, =1 {{code} numaralı sipariş, işleme almazsanız 12 saatten kısa süre içinde iptal edilir.} one {# sipariş, işleme almazsanız 12 saatten kısa süre içinde iptal edilir.} other {# sipariş, işleme almazsanız 12 saatten kısa süre içinde iptal edilir.}}',
  'messages.order.cancelled':
    '{n, plural, =1 {{code} numaralı sipariş iptal edildi.} one {# sipariş iptal edildi.} other {# sipariş iptal edildi.}}',
  'messages.order.shipped':
    '{n, plural, =1 {{code} numaralı sipariş gönderildi.} one {# sipariş gönderildi.} other {# sipariş gönderildi.}}',
  'messages.order.ship-undone':
    '{n, plural, =1 {{code} numaralı siparişin gönderimi geri alındı. Yeniden gönderilecek.} one {# siparişin gönderimi geri alındı. Yeniden gönderilecek.} other {# siparişin gönderimi geri alındı. Yeniden gönderilecekler.}}',
  'messages.order.received':
    '{n, plural, =1 {{code} numaralı sipariş ulaştı. {amount} beklemede.} one {# sipariş ulaştı. {amount} beklemede.} other {# sipariş ulaştı. {amount} beklemede.}}',
  'messages.order.completed':
    '{n, plural, =1 {{code} numaralı siparişin kazancı aktarıldı. {amount} bakiyenizde.} one {# siparişin kazancı aktarıldı. {amount} bakiyenizde.} other {# siparişin kazancı aktarıldı. {amount} bakiyenizde.}}',
  'messages.order.set-aside':
    '{code} numaralı siparişi inceliyoruz: alıcının cihazı, kartı, iletişim bilgisi veya adresi sizinkiyle aynı. Paranız etkilenmez. Sipariş, incelemeden geçince rakamlarınıza ve puanınıza eklenir.',
  'messages.order.cleared': '{code} numaralı sipariş incelemeden geçti; artık rakamlarınıza ve puanınıza ekleniyor.',
  'messages.order.upheld':
    '{code} numaralı sipariş rakamlarınıza ve puanınıza eklenmiyor, çünkü kendi alışverişiniz olduğunu düşünüyoruz. Paranız etkilenmez. Bu yanlışsa müşteri hizmetlerine başvurun.',
  'messages.order.disputed':
    '{code} numaralı sipariş: ters ibraz, kartı veren banka {amount} tutarını geri istiyor. Hangi kanıtları ne zamana kadar göndereceğinize bakın.',
  'messages.order.dispute-won':
    '{code} numaralı sipariş: banka sizin lehinize karar verdi. {amount} yeniden kullanılabilir.',
  'messages.order.charged-back': '{code} numaralı sipariş: banka {amount} tutarını kart sahibine geri verdi.',
  'messages.order-talk.asked': '{code} numaralı siparişin alıcısı size yazdı.',
  'messages.order-talk.taken': '{code} numaralı sipariş: müşteri hizmetleri alıcıyla yazışmanızı devraldı.',
  'messages.refund.requested':
    'Bir alıcı {amount} iade istedi ({code}). {date} tarihine kadar yanıt verin, yoksa otomatik olarak kabul edilir.',
  'messages.refund.opened':
    'Kazancı aktarılmış bir sipariş için {amount} tutarında {code} numaralı iadeyi açtık. En geç {date} kabul edin veya itiraz edin; sonra Quayside’dan başka biri karar verir.',
  'messages.refund.due-soon':
    '{code} numaralı iade 12 saatten kısa sürede otomatik olarak kabul edilecek. Öncesinde yanıt verin.',
  'messages.refund.withdrawn': 'Alıcı {code} numaralı iade talebini geri çekti.',
  'messages.refund.approved': '{code} numaralı iade onaylandı. {amount} alıcıya geri ödenecek.',
  'messages.refund.borne': 'İade {code}: alıcıya {amount} iade edeceğiz, size maliyeti yok.',
  'messages.refund.declined': '{code} numaralı iade reddedildi. Alıcıya geri ödeme yapılmaz.',
  'messages.deposit.credited':
    '{n, plural, =1 {Para yatırma {code}: {amount} bakiyenizde.} one {# para yatırma: {amount} bakiyenizde.} other {# para yatırma: {amount} bakiyenizde.}}',
  'messages.deposit.set-aside':
    '{amount} tutarındaki {code} numaralı para yatırma işlemi asgari tutarın altında. Tutarı saklayacağız; sonraki para yatırmayla birlikte hesabınıza geçecek.',
  'messages.deposit.rejected': '{code} numaralı para yatırma işlemi reddedildi.',
  'messages.deposit.reversed':
    '{code} numaralı para yatırma işlemi iptal edildi: blok zinciri ağı {amount} tutarındaki aktarımı geri çevirdi.',
  'messages.deposit.disputed':
    '{code} numaralı para yatırma işlemi: ters ibraz, kartı veren banka {amount} tutarını geri istiyor. Hangi kanıtları ne zamana kadar göndereceğinize bakın.',
  'messages.deposit.dispute-won':
    '{code} numaralı para yatırma işlemi: banka sizin lehinize karar verdi. {amount} yeniden kullanılabilir.',
  'messages.deposit.charged-back':
    '{code} numaralı para yatırma işlemi: banka {amount} tutarını kart sahibine geri verdi.',
  'messages.withdrawal.requested':
    '{amount} tutarında {code} numaralı para çekme talebi alındı. Bunu siz yapmadıysanız iptal edin ve hemen müşteri hizmetlerine başvurun.',
  'messages.withdrawal.approved': '{code} numaralı para çekme işlemi onaylandı. {amount} size ödenecek.',
  'messages.withdrawal.rejected': '{code} numaralı para çekme işlemi reddedildi. {amount} bakiyenize geri döndü.',
  'messages.withdrawal.paid': '{code} numaralı para çekme işlemi ödendi: {amount}.',
  'messages.withdrawal.failed': '{code} numaralı para çekme işlemi ödenemedi. {amount} bakiyenize geri döndü.',
  'messages.withdrawal.returned':
    '{code} numaralı para çekme işlemi ödendikten sonra bankadan geri döndü. {amount} bakiyenize geri döndü.',
  'messages.withdrawal.overdue':
    '{amount} tutarındaki {code} numaralı para çekme işlemi gecikti. Özür dileriz. Paranız güvende.',
  'messages.withdrawal.unsent':
    '{code} numaralı para çekme işlemi onaylandı ama zamanında ödemedik. Özür dileriz. {amount} yeniden bakiyenizde.',
  'messages.withdrawal.escalated':
    '{amount} tutarındaki {code} numaralı para çekme işlemi gönderildi ama elimizde henüz ödeme kanıtı yok. Araştırıyoruz. Paranız güvende: ya ulaşacak ya da tamamı geri gelecek.',
  'messages.withdrawal.appeal-granted':
    '{code} numaralı para çekme işlemi: yeniden inceleme lehinize sonuçlandı. {amount} tutarını yeniden çekebilirsiniz.',
  'messages.withdrawal.appeal-declined': '{code} numaralı para çekme işlemi: yeniden inceleme talebiniz reddedildi.',
  'messages.unidentified.assigned':
    '{amount} tutarındaki bir havalenin size ait olduğunu belirledik. Tutar bakiyenizde.',
  'messages.adjustment.goodwill': 'Bakiyenize {amount} ekledik. Numara: {code}',
  'messages.adjustment.corrected': 'Önceki bir kaydı düzelttik: {amount} düşüldü. Numara: {code}',
  'messages.adjustment.written-off': 'Borcunuzdan {amount} sildik. Numara: {code}',
  'messages.destination.added': 'Sonu {ending} olan yeni bir çekim hesabı kaydedildi.',
  'messages.payment-password.set': 'Bir ödeme şifresi belirlendi.',
  'messages.payment-password.changed': 'Ödeme şifreniz değiştirildi.',
  'messages.payment-password.reset': 'Ödeme şifreniz sıfırlandı.',
  'messages.payment-password.disabled':
    'Ödeme şifreniz çok fazla yanlış denemeden sonra devre dışı bırakıldı. Yenisini belirleyin.',
  'messages.passkey.added': 'Bir geçiş anahtarı eklendi: {name}. Ödemeleri ve para çekme işlemlerini onaylayabilir.',
  'messages.passkey.removed': 'Bir geçiş anahtarı kaldırıldı: {name}.',
  'messages.login-password.changed': 'Giriş şifreniz değiştirildi.',
  'messages.login-password.reset': 'Giriş şifreniz sıfırlandı.',
  'messages.contact.changed': 'Telefonunuz veya e-postanız değiştirildi.',
  'messages.login.new-device': 'Hesabınıza yeni bir cihazdan giriş yapıldı.',
  'messages.registration.verified': 'Mağazanız doğrulandı. Satış yapabilir, para yatırabilir ve çekebilirsiniz.',
  'messages.registration.more-information': 'Mağazanızı doğrulamak için sizden daha fazla bilgi gerekiyor.',
  'messages.registration.rejected': 'Kaydınız reddedildi. Nedenini görebilir ve yeniden inceleme isteyebilirsiniz.',
  'messages.registration.overdue': 'Kaydınızın incelemesi gecikti. Özür dileriz. Bir şey yapmanız gerekmez.',
  'messages.shop.closed': 'Mağazanız kapatıldı.',
  'messages.shop.closing': 'Mağazanızın kapatılması planlandı. Tarih Ana sayfada.',
  'messages.shop.opened': 'Mağazanız yeniden açık.',
  'messages.shop.restricted-sell':
    '{date} tarihinden itibaren alıcılar mağazanızda yeni sipariş veremez. Para çekme açık kalır.',
  'messages.shop.restricted-pick-up':
    '{date} tarihinden itibaren siparişleri işleme alamazsınız. Para çekme açık kalır.',
  'messages.shop.restricted-list':
    '{date} tarihinden itibaren ürün ekleyemez veya satışa koyamazsınız. Para çekme açık kalır.',
  'messages.shop.restriction-lifted': 'Mağazanızdaki bir kısıtlama kaldırıldı.',
  'messages.listing.at-loss':
    '{n, plural, =1 {{name} zararına satılacağı için satıştan kaldırıldı.} one {# ürün zararına satılacağı için satıştan kaldırıldı.} other {# ürün zararına satılacağı için satıştan kaldırıldı.}}',
  'messages.listing.withdrawn':
    '{n, plural, =1 {Tedarikçi artık sunmadığı için {name} satıştan kaldırıldı.} one {Tedarikçisi artık sunmadığı için # ürün satıştan kaldırıldı.} other {Tedarikçileri artık sunmadığı için # ürün satıştan kaldırıldı.}}',
  'messages.listing.supplier-changed':
    '{n, plural, =1 {Tedarikçi {name} ürününün fiyatını veya stokunu değiştirdi.} one {Tedarikçiler # ürünün fiyatını veya stokunu değiştirdi.} other {Tedarikçiler # ürünün fiyatını veya stokunu değiştirdi.}}',
  'messages.setting.changed':
    '{date} tarihinde değişiyor: {name}, {before} yerine {value} olacak. Daha önce başlattıklarınızda şu anki koşullar geçerli kalır.',
  'messages.setting.name.commission': 'komisyon',
  'messages.setting.name.withdrawal-fee.bank': 'bankaya para çekme ücreti',
  'messages.setting.name.withdrawal-fee.chain': 'blok zinciri adresine para çekme ücreti',
  'messages.setting.name.card-hold': 'kartla yatırılan paranın çekilebilmesi için bekleme süresi',
  'messages.setting.name.order.pickup-window': 'siparişi işleme alma süresi',
  'messages.setting.name.order.shipping-window': 'platformun gönderme süresi',
  'messages.setting.name.order.protection-window': 'teslim alınan siparişin kârı kullanılabilir olana kadar geçen süre',
  'messages.setting.name.refund.answer-window': 'iade talebini yanıtlama süresi',
  'messages.setting.name.refund.decision-window': 'platformun iadeye karar verme süresi',
  'messages.privacy.copy-ready': 'Verilerinizin kopyası indirilmeye hazır.',
  'messages.privacy.refused': 'Verilerinizle ilgili isteğiniz reddedildi.',
  'messages.support.answered':
    '{n, plural, =1 {Müşteri hizmetleri size yanıt verdi.} one {Müşteri hizmetleri size # yanıt gönderdi.} other {Müşteri hizmetleri size # yanıt gönderdi.}}',
  'messages.new': '{n, plural, one {# yeni mesaj} other {# yeni mesaj}}',
  'messages.all': 'Tümü',
} satisfies Record<keyof typeof en, string>

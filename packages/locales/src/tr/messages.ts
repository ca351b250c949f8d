import type en from '../en/messages.ts'

export default {
  'messages.title': 'Mesajlar',
  'messages.filter': 'Mesajları filtrele',
  'messages.unread': 'Okunmamış',
  'messages.read-all': 'Tümünü okundu say',
  'messages.mark-read': 'Okundu say',
  'messages.empty': 'Henüz mesaj yok',
  'messages.empty.text': 'Mağazanızda olanlar burada bildirilir.',
  'messages.empty.unread': 'Her şeyi okudunuz',
  'messages.unread-count': '{n, plural, one {# okunmamış mesaj} other {# okunmamış mesaj}}',
  'messages.type': 'Konu',
  'messages.type.orders': 'Siparişler',
  'messages.type.refunds': 'İadeler',
  'messages.type.money': 'Para',
  'messages.type.security': 'Güvenlik',
  'messages.type.shop': 'Mağaza',
  'messages.type.support': 'Müşteri hizmetleri',
  'messages.type.announcement': 'Duyurular',
  'messages.sender': 'Gönderen',
  'messages.sender.system': 'Sistem',
  'messages.sender.support': 'Müşteri hizmetleri',
  'messages.sender.announcement': 'Quayside',
  'messages.sent': 'Gönderim zamanı',
  'messages.about': 'Neyle ilgili',
  'messages.open': 'Aç',
  'messages.choose': 'Bildirimler',
  'messages.choose.text': 'Her mesaj uygulamada durur. Size ayrıca nasıl ulaşılacağını seçin.',
  'messages.email': 'E-posta',
  'messages.email.none': 'Şu anda e-posta gönderilmiyor.',
  'messages.push': 'Anlık bildirim',
  'messages.push.text':
    'Uygulama kapalıyken de bu cihazda bildirimler. Kilitli telefonda yalnızca konuyu ve sayıyı görürsünüz; ad ve tutar görünmez.',
  'messages.push.on': 'Bu cihazda aç',
  'messages.push.off': 'Bu cihazda kapat',
  'messages.push.later': 'Bir alıcı ilk siparişinizi ödedikten sonra bunu açabilirsiniz.',
  'messages.push.denied': 'Tarayıcı bu uygulamanın bildirimlerini engelliyor. Tarayıcı ayarlarından izin verin.',
  'messages.push.unsupported': 'Bu tarayıcı bildirim göstermiyor. iPhone’da önce uygulamayı ana ekrana ekleyin.',
  'messages.push.none': 'Şu anda bildirim gönderilmiyor.',
  'messages.push.failed': 'Açılamadı. Lütfen daha sonra yeniden deneyin.',
  'messages.not-you': 'Bunu siz yapmadıysanız hemen müşteri hizmetlerine başvurun.',
  'messages.order.paid':
    '{n, plural, =1 {{code} numaralı sipariş ödendi ve işleme alınmayı bekliyor. Kazancınız {amount}.} one {Ödenmiş # sipariş işleme alınmayı bekliyor. Kazancınız {amount}.} other {Ödenmiş # sipariş işleme alınmayı bekliyor. Kazancınız {amount}.}}',
  'messages.order.pickup-near':
    '{n, plural, =1 {{code} numaralı sipariş, işleme almazsanız 12 saatten kısa sürede iptal olur.} one {# sipariş, işleme almazsanız 12 saatten kısa sürede iptal olur.} other {# sipariş, işleme almazsanız 12 saatten kısa sürede iptal olur.}}',
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
    '{code} numaralı sipariş inceleniyor: alıcının cihazı, kartı, iletişim bilgisi veya adresi sizinkiyle aynı. Paranız her zamanki gibi ilerler. İnceleme olumlu bitince rakamlarınıza ve puanınıza katılır.',
  'messages.order.cleared': '{code} numaralı siparişin incelemesi olumlu bitti; rakamlarınıza ve puanınıza katılıyor.',
  'messages.order.upheld':
    '{code} numaralı sipariş rakamlarınıza ve puanınıza katılmıyor: kendi alışverişiniz olduğunu düşünüyoruz. Paranıza dokunulmaz. Bu yanlışsa müşteri hizmetleriyle iletişime geçin.',
  'messages.order.disputed':
    '{code} numaralı sipariş: kartın bankası {amount} tutarını geri istiyor. Ne gönderebileceğinize ve son tarihe bakın.',
  'messages.order.dispute-won': '{code} numaralı sipariş: banka sizi haklı buldu, {amount} yeniden sizin.',
  'messages.order.charged-back': '{code} numaralı sipariş: banka {amount} tutarını kart sahibine geri verdi.',
  'messages.refund.requested':
    'Bir alıcı {amount} geri istiyor: iade {code}. {date} tarihine kadar yanıt vermezseniz kabul edilmiş sayılır.',
  'messages.refund.opened':
    'Platform, kazancı aktarılmış bir sipariş için {amount} tutarında {code} numaralı iadeyi açtı. {date} tarihine kadar kabul edin veya itiraz edin; sonra platformdan başka bir kişi karar verir.',
  'messages.refund.due-soon':
    '{code} numaralı iade 12 saatten kısa sürede kabul edilmiş sayılacak. Bundan önce yanıt verin.',
  'messages.refund.withdrawn': 'Alıcı {code} numaralı iade talebini geri çekti.',
  'messages.refund.approved': '{code} numaralı iade onaylandı: {amount} alıcıya geri gidiyor.',
  'messages.refund.borne':
    '{code} numaralı iade: {amount} alıcıya geri gidiyor ve bunu platform ödüyor. Size hiçbir maliyeti yok.',
  'messages.refund.declined': '{code} numaralı iade reddedildi. Alıcıya geri ödeme yapılmaz.',
  'messages.deposit.credited':
    '{n, plural, =1 {Para yatırma {code}: {amount} bakiyenizde.} one {# para yatırma: {amount} bakiyenizde.} other {# para yatırma: {amount} bakiyenizde.}}',
  'messages.deposit.set-aside':
    '{amount} tutarındaki {code} numaralı para yatırma işlemi asgari tutarın altında. Sizin için saklanır ve sonrakiyle birlikte bakiyenize geçer.',
  'messages.deposit.rejected': '{code} numaralı para yatırma işlemi bakiyenize geçmedi.',
  'messages.deposit.reversed':
    '{code} numaralı para yatırma işlemi iptal edildi: blok zinciri ağı {amount} tutarındaki aktarımı geri çevirdi.',
  'messages.deposit.disputed':
    '{code} numaralı para yatırma işlemi: kartın bankası {amount} tutarını geri istiyor. Ne gönderebileceğinize ve son tarihe bakın.',
  'messages.deposit.dispute-won':
    '{code} numaralı para yatırma işlemi: banka sizi haklı buldu, {amount} yeniden sizin.',
  'messages.deposit.charged-back':
    '{code} numaralı para yatırma işlemi: banka {amount} tutarını kart sahibine geri verdi.',
  'messages.withdrawal.requested':
    '{amount} tutarında {code} numaralı para çekme talebi alındı. Bunu siz yapmadıysanız iptal edin ve hemen müşteri hizmetlerine başvurun.',
  'messages.withdrawal.approved': '{code} numaralı para çekme işlemi onaylandı. {amount} size ödenecek.',
  'messages.withdrawal.rejected': '{code} numaralı para çekme işlemi onaylanmadı. {amount} bakiyenize geri döndü.',
  'messages.withdrawal.paid': '{code} numaralı para çekme işlemi ödendi: {amount}.',
  'messages.withdrawal.failed': '{code} numaralı para çekme işlemi ödenemedi. {amount} bakiyenize geri döndü.',
  'messages.withdrawal.returned':
    '{code} numaralı para çekme işlemi ödendikten sonra bankadan geri döndü. {amount} bakiyenize geri döndü.',
  'messages.withdrawal.overdue':
    '{amount} tutarındaki {code} numaralı para çekme işlemi söz verilenden geç kaldı. Özür dileriz; paranız güvende tutuluyor.',
  'messages.withdrawal.unsent':
    'Para çekme {code} onaylandı ama zamanında ödemedik. Bu bizim hatamız. {amount} yeniden bakiyenizde.',
  'messages.withdrawal.escalated':
    '{amount} tutarındaki para çekme {code} gönderildi, ödeme kanıtı hâlâ yok. Araştırıyoruz; paranız ya ödenecek ya da tamamı geri gelecek.',
  'messages.withdrawal.appeal-granted':
    '{code} numaralı para çekme işlemi: itirazınız kabul edildi. {amount} tutarını yeniden çekebilirsiniz.',
  'messages.withdrawal.appeal-declined': '{code} numaralı para çekme işlemi: itirazınız reddedildi.',
  'messages.unidentified.assigned': '{amount} tutarındaki bir havalenin sizin olduğunu bulduk. Bakiyenizde.',
  'messages.adjustment.goodwill': 'Platform size {amount} verdi. Bakiyenizde. Numara: {code}',
  'messages.adjustment.corrected': 'Önceki bir kayıt düzeltildi: {amount} geri alındı. Numara: {code}',
  'messages.adjustment.written-off': 'Platform {amount} tutarındaki borcunuzu sildi. Numara: {code}',
  'messages.destination.added': 'Sonu {ending} olan yeni bir çekim hesabı kaydedildi.',
  'messages.payment-password.set': 'Bir ödeme şifresi belirlendi.',
  'messages.payment-password.changed': 'Ödeme şifreniz değiştirildi.',
  'messages.payment-password.reset': 'Giriş şifreniz ve bir kodla yeni bir ödeme şifresi belirlendi.',
  'messages.payment-password.disabled':
    'Ödeme şifreniz çok sayıda yanlış denemeden sonra devre dışı bırakıldı. Yenisini belirleyin.',
  'messages.login-password.changed': 'Giriş şifreniz değiştirildi.',
  'messages.login-password.reset': 'Bir kodla yeni giriş şifresi belirlendi.',
  'messages.contact.changed': 'Telefonunuz veya e-postanız değiştirildi.',
  'messages.login.new-device': 'Hesabınıza yeni bir cihazdan giriş yapıldı.',
  'messages.registration.verified': 'Mağazanız doğrulandı. Satış yapabilir, para yatırabilir ve çekebilirsiniz.',
  'messages.registration.more-information': 'Mağazanızı doğrulamak için sizden daha fazla bilgi gerekiyor.',
  'messages.registration.rejected': 'Kaydınız reddedildi. Nedenini okuyabilir ve itiraz edebilirsiniz.',
  'messages.registration.overdue':
    'Başvurunuzun incelemesi söz verilenden geç kaldı. Özür dileriz. Bir şey yapmanız gerekmez.',
  'messages.shop.closed': 'Mağazanız kapatıldı.',
  'messages.shop.closing': 'Mağazanızın kapatılacağı duyuruldu. Ana ekran ne zamandan itibaren olduğunu gösterir.',
  'messages.shop.opened': 'Mağazanız yeniden açık.',
  'messages.shop.restricted-sell':
    '{date} tarihinden itibaren alıcılar mağazanızda yeni sipariş veremez. Para çekme açık kalır.',
  'messages.shop.restricted-pick-up':
    '{date} tarihinden itibaren siparişleri işleme alamazsınız. Para çekme açık kalır.',
  'messages.shop.restricted-list':
    '{date} tarihinden itibaren ürün ekleyemez veya satışa koyamazsınız. Para çekme açık kalır.',
  'messages.shop.restriction-lifted': 'Mağazanızdaki bir kısıtlama kaldırıldı.',
  'messages.listing.at-loss':
    '{n, plural, =1 {{name} satıştan kaldırıldı: zararına satılırdı.} one {# ürün satıştan kaldırıldı: zararına satılırdı.} other {# ürün satıştan kaldırıldı: zararına satılırdı.}}',
  'messages.listing.withdrawn':
    '{n, plural, =1 {{name} satıştan kaldırıldı: tedarikçi artık satmıyor.} one {# ürün satıştan kaldırıldı: tedarikçileri artık satmıyor.} other {# ürün satıştan kaldırıldı: tedarikçileri artık satmıyor.}}',
  'messages.listing.supplier-changed':
    '{n, plural, =1 {Tedarikçi {name} ürününün fiyatını veya stokunu değiştirdi.} one {Tedarikçiler # ürünün fiyatını veya stokunu değiştirdi.} other {Tedarikçiler # ürünün fiyatını veya stokunu değiştirdi.}}',
  'messages.setting.changed':
    '{date} tarihinden itibaren: {name} {value}, o zamana kadar {before}. Daha önce yaptıklarınız kendi koşullarında kalır.',
  'messages.setting.name.commission': 'komisyon',
  'messages.setting.name.withdrawal-fee.bank': 'bankaya para çekme ücreti',
  'messages.setting.name.withdrawal-fee.chain': 'blokzincir adresine para çekme ücreti',
  'messages.setting.name.card-hold': 'kartla para yatırmanın çekilebilmesi için bekleme',
  'messages.setting.name.order.pickup-window': 'siparişi işleme alma süresi',
  'messages.setting.name.order.shipping-window': 'platformun gönderme süresi',
  'messages.setting.name.order.protection-window': 'teslim alınan siparişin kazancının serbest kalma süresi',
  'messages.setting.name.refund.answer-window': 'iade talebini yanıtlama süresi',
  'messages.setting.name.refund.decision-window': 'platformun iadeye karar verme süresi',
  'messages.support.answered':
    '{n, plural, =1 {Müşteri hizmetleri size yanıt verdi.} one {Müşteri hizmetleri size # yanıt gönderdi.} other {Müşteri hizmetleri size # yanıt gönderdi.}}',
} satisfies Record<keyof typeof en, string>

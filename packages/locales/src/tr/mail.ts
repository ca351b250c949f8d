import type en from '../en/mail.ts'

export default {
  'mail.greeting': 'Merhaba,',
  'mail.close': 'Saygılarımızla,\nQuayside ekibi',
  'mail.pay-password-code.subject': 'Quayside: yeni ödeme şifresi kodunuz',
  'mail.pay-password-code.text':
    'Yeni ödeme şifresi için kodunuz: {code}. On dakika geçerlidir ve bir kez kullanılır.\n\nKimseye vermeyin: onu telefonda ya da sohbette asla istemeyiz. Siz istemediyseniz hesabınızı başkası kullanıyor olabilir: kodu kimseyle paylaşmayın ve müşteri hizmetlerine haber verin.',
  'mail.pay-password-code.short': 'Quayside: {code} ödeme şifresi kodunuz, 10 dk geçerli. Paylaşmayın.',
  'mail.pay-password-changed.subject': 'Quayside: ödeme şifreniz değiştirildi',
  'mail.pay-password-changed.text':
    'Ödeme şifreniz {at} tarihinde değiştirildi. Siz yaptıysanız bir şey yapmanız gerekmez.\n\nSiz yapmadıysanız: uygulamayı açın, ödeme şifresinde “Unuttunuz mu?” seçeneğiyle yenisini belirleyin, size ait olmayan para çekme işlemlerini iptal edin ve hemen müşteri hizmetlerine haber verin.',
  'mail.pay-password-reset.text':
    '{at} tarihinde giriş şifreniz ve bir kodla yeni bir ödeme şifresi belirlendi. Paranızı korumak için {until} tarihinden önce hiçbir para çekme işlemi ödenmez. Siz yaptıysanız bir şey yapmanız gerekmez.\n\nSiz yapmadıysanız: o tarihten önce uygulamayı açın, ödeme şifresinde “Unuttunuz mu?” seçeneğiyle yenisini belirleyin, size ait olmayan para çekme işlemlerini iptal edin ve hemen müşteri hizmetlerine haber verin.',
  'mail.pay-password-changed.short': 'Quayside: ödeme şifreniz değişti. Siz değil misiniz? Bize bildirin.',
  'mail.pay-password-disabled.subject': 'Quayside: ödeme şifreniz devre dışı',
  'mail.pay-password-disabled.text':
    'Ödeme şifreniz çok sayıda yanlış denemeden sonra {at} tarihinde devre dışı bırakıldı. Yeniden para hareketi yapmak için uygulamayı açın, ödeme şifresinde “Unuttunuz mu?” seçeneğiyle yenisini belirleyin.\n\nDenemeler size ait değilse biri hesabınıza girmiş olabilir: giriş şifrenizi değiştirin ve müşteri hizmetlerine haber verin.',
  'mail.pay-password-disabled.short': 'Quayside: ödeme şifreniz kapatıldı. Siz değil misiniz? Bize bildirin.',
  'mail.operator-token.subject': 'Quayside: görevli şifrenizi belirleyin',
  'mail.operator-token.text':
    '{url} adresindeki Quayside’a görevli olarak davet edildiniz: {name}.\n\nBir kez ve {until} tarihine kadar geçerli anahtarınız: {token}\n\nBununla kendi şifrenizi belirleyin; başka kimse bilmez ve kimse sizden isteyemez. İlk girişiniz bir doğrulama uygulaması ister. Bunu beklemiyorsanız bir şey yapmayın.',
  'mail.operator-news.subject': 'Quayside: görevliler arasında değişiklik',
  'mail.operator-invitation.text':
    '{by} bir görevli davet etti: {name}, {email}. Birimler: {desks}.\n\nBaşka bir sahibin onaylaması gerekir. Böyle olmaması gerekiyorsa daveti geri alın.',
  'mail.operator-admitted.text':
    'Yeni bir görevli şifresini belirledi: {name}, {email}. Birimler: {desks}.\n\nBöyle olmaması gerekiyorsa bu görevliyi hemen devre dışı bırakın.',
  'mail.operator-readmitted.text':
    'Bir görevli başka bir şifreyle yeniden alındı: {name}, {email}. Birimler: {desks}.\n\nBöyle olmaması gerekiyorsa bu görevliyi hemen devre dışı bırakın.',
  'mail.operator-granted.text':
    '{by} bir birim verdi: {name}, {email}. Birim: {desks}.\n\nBöyle olmaması gerekiyorsa hemen geri alın.',
  'mail.operator-deactivated.text': '{by} bir görevliyi devre dışı bıraktı: {name}, {email}.',
  'mail.messages.subject': 'Quayside: {type}',
  'mail.messages.open':
    'Uygulamada okuyun: {url}\n\nSize neler yazacağımızı uygulamadaki “Bildirimler” bölümünde seçersiniz.',
  'mail.contact-code.subject': 'Quayside: bu adres için kodunuz',
  'mail.contact-code.text':
    'Bu adresi doğrulama kodunuz: {code}. On dakika geçerlidir ve bir kez kullanılır.\n\nKimseye vermeyin: onu telefonda ya da sohbette asla istemeyiz. Siz istemediyseniz bir şey yapmanız gerekmez: kod olmadan kimse adresinizi kullanamaz.',
  'mail.contact-code.short': 'Quayside: {code} numara doğrulama kodunuz, 10 dk. Paylaşmayın.',
  'mail.contact-taken.text':
    'Quayside: biri bu telefon numarasını veya e-postayı başka bir hesapta kullanmak istedi. Sizin olarak kalıyor. Sizdiyseniz onunla giriş yapın.',
  'mail.contact-taken.short': 'Quayside: bu iletişim bilgisi denendi. Hiçbir şey değişmedi.',
  'mail.contact-changed.subject': 'Quayside: telefonunuz veya e-postanız değiştirildi',
  'mail.contact-changed.text':
    'Hesabınızdaki {former} iletişim bilgisi {at} tarihinde {present} ile değiştirildi. Paranızı korumak için {until} tarihinden önce hiçbir para çekme işlemi ödenmez. Siz yaptıysanız bir şey yapmanız gerekmez.\n\nSiz yapmadıysanız: o tarihten önce giriş yapın, giriş şifrenizi değiştirin, size ait olmayan para çekme işlemlerini iptal edin ve hemen müşteri hizmetlerine haber verin.',
  'mail.contact-changed.short': 'Quayside: iletişim bilginiz değişti. Siz değilseniz şifre değiştirin.',
  'mail.login-code.subject': 'Quayside: yeni giriş şifresi kodunuz',
  'mail.login-code.text':
    'Yeni giriş şifresi için kodunuz: {code}. On dakika geçerlidir ve bir kez kullanılır.\n\nKimseye vermeyin: onu telefonda ya da sohbette asla istemeyiz. Siz istemediyseniz bir şey yapmanız gerekmez: kod olmadan kimse yeni şifre belirleyemez.',
  'mail.login-code.short': 'Quayside: {code} giriş şifresi kodunuz, 10 dk geçerli. Paylaşmayın.',
  'mail.login-changed.subject': 'Quayside: giriş şifreniz değiştirildi',
  'mail.login-changed.text':
    'Giriş şifreniz {at} tarihinde değiştirildi ve diğer cihazlardan çıkış yapıldı. Siz yaptıysanız bir şey yapmanız gerekmez.\n\nSiz yapmadıysanız: girişte “Şifremi unuttum” seçeneğiyle yenisini belirleyin, size ait olmayan para çekme işlemlerini iptal edin ve hemen müşteri hizmetlerine haber verin.',
  'mail.login-changed.short': 'Quayside: giriş şifreniz değişti. Siz değil misiniz? Bize bildirin.',
  'mail.login-reset.text':
    '{at} tarihinde bir kodla yeni giriş şifresi belirlendi ve tüm cihazlardan çıkış yapıldı. Paranızı korumak için {until} tarihinden önce hiçbir para çekme işlemi ödenmez; ödeme şifreniz aynı kalır. Siz yaptıysanız bir şey yapmanız gerekmez.\n\nSiz yapmadıysanız: o tarihten önce girişte “Şifremi unuttum” seçeneğiyle yenisini belirleyin, size ait olmayan para çekme işlemlerini iptal edin ve hemen müşteri hizmetlerine haber verin.',
  'mail.order-page': 'Siparişinizin sayfası',
  'mail.order-keep': 'Bu bağlantıya sahip olan herkes siparişinizin sayfasını açabilir. Kimseyle paylaşmayın.',
  'mail.order-links.subject': 'Quayside’daki siparişleriniz',
  'mail.order-links.text': 'Siparişlerinizin sayfalarını istediniz. Siz istemediyseniz bu e-postayı dikkate almayın.',
} satisfies Record<keyof typeof en, string>

import type en from '../en/mail.ts'

export default {
  'mail.greeting': 'Merhaba,',
  'mail.close': 'Saygılarımızla,\nQuayside ekibi',
  'mail.pay-password-code.subject': 'Quayside: ödeme şifrenizi sıfırlama kodu',
  'mail.pay-password-code.text':
    'Ödeme şifrenizi sıfırlama kodunuz: {code}. 10 dakika geçerlidir ve bir kez kullanılabilir.\n\nKimseyle paylaşmayın. Onu telefonda ya da sohbette asla istemeyiz. Siz istemediyseniz hesabınızı başkası kullanıyor olabilir: kodu paylaşmayın ve müşteri hizmetlerine başvurun.',
  'mail.pay-password-code.short': 'Quayside: {code} ödeme şifresi kodunuz, 10 dk geçerli. Paylaşmayın.',
  'mail.pay-password-changed.subject': 'Quayside: ödeme şifreniz değiştirildi',
  'mail.pay-password-changed.text':
    'Ödeme şifreniz {at} tarihinde değiştirildi. Siz yaptıysanız bir şey yapmanız gerekmez.\n\nSiz yapmadıysanız uygulamayı açın, ödeme şifresinde “Unuttunuz mu?” seçeneğiyle yenisini belirleyin. Tanımadığınız para çekme işlemlerini iptal edin ve hemen müşteri hizmetlerine başvurun.',
  'mail.pay-password-reset.text':
    'Ödeme şifreniz {at} tarihinde sıfırlandı. Güvenliğiniz için para çekme işlemleri {until} tarihine kadar durduruldu. Siz yaptıysanız bir şey yapmanız gerekmez.\n\nSiz yapmadıysanız o tarihten önce harekete geçin: uygulamayı açın, ödeme şifresinde “Unuttunuz mu?” seçeneğiyle yenisini belirleyin. Tanımadığınız para çekme işlemlerini iptal edin ve hemen müşteri hizmetlerine başvurun.',
  'mail.pay-password-changed.short': 'Quayside: ödeme şifreniz değişti. Siz yapmadıysanız bize bildirin.',
  'mail.pay-password-disabled.subject': 'Quayside: ödeme şifreniz devre dışı',
  'mail.pay-password-disabled.text':
    'Ödeme şifreniz çok fazla yanlış denemeden sonra {at} tarihinde devre dışı bırakıldı. Yeniden ödeme yapmak veya para çekmek için uygulamayı açın, ödeme şifresinde “Unuttunuz mu?” seçeneğiyle yenisini belirleyin.\n\nSiz değildiyseniz biri hesabınıza girmiş olabilir: giriş şifrenizi değiştirin ve hemen müşteri hizmetlerine başvurun.',
  'mail.pay-password-disabled.short': 'Quayside: ödeme şifreniz kapatıldı. Siz yapmadıysanız bize bildirin.',
  'mail.passkeys-changed.subject': 'Quayside: geçiş anahtarlarınız değişti',
  'mail.passkey-added.text':
    'Hesabınıza {at} tarihinde bir geçiş anahtarı eklendi: {name}. Ödemeleri ve para çekme işlemlerini onaylayabilir. Siz yaptıysanız bir şey yapmanız gerekmez.\n\nSiz yapmadıysanız uygulamayı açın, anahtarı “Geçiş anahtarları” altında kaldırın, giriş şifrenizi ve ödeme şifrenizi değiştirin. Tanımadığınız para çekme işlemlerini iptal edin ve hemen müşteri hizmetlerine başvurun.',
  'mail.passkey-removed.text':
    'Hesabınızdan {at} tarihinde bir geçiş anahtarı kaldırıldı: {name}. Siz yaptıysanız bir şey yapmanız gerekmez.\n\nSiz yapmadıysanız giriş şifrenizi ve ödeme şifrenizi değiştirin ve hemen müşteri hizmetlerine başvurun.',
  'mail.passkeys-changed.short': 'Quayside: geçiş anahtarları değişti. Siz yapmadıysanız bize bildirin.',
  'mail.operator-token.subject': 'Quayside: görevli şifrenizi belirleyin',
  'mail.operator-token.text':
    '{url} adresindeki Quayside’a görevli olarak davet edildiniz: {name}.\n\nBir kez ve {until} tarihine kadar geçerli anahtarınız: {token}\n\nBununla kendi şifrenizi belirleyin. Şifrenizi başka kimse bilmez ve kimse sizden isteyemez. İlk girişinizde bir doğrulama uygulaması gerekir. Bunu beklemiyorsanız bu mesajı yok sayın.',
  'mail.operator-news.subject': 'Quayside: görevliler arasında değişiklik',
  'mail.operator-invitation.text':
    '{by} bir görevli davet etti: {name}, {email}. Birimler: {desks}.\n\nBaşka bir sahibin onaylaması gerekir. Bir yanlışlık varsa daveti iptal edin.',
  'mail.operator-admitted.text':
    'Yeni bir görevli şifresini belirledi: {name}, {email}. Birimler: {desks}.\n\nBir yanlışlık varsa bu görevliyi hemen devre dışı bırakın.',
  'mail.operator-readmitted.text':
    'Bir görevli yeni bir şifreyle yeniden erişim aldı: {name}, {email}. Birimler: {desks}.\n\nBir yanlışlık varsa bu görevliyi hemen devre dışı bırakın.',
  'mail.operator-granted.text':
    '{by} bir birim yetkisi verdi: {name}, {email}. Birim: {desks}.\n\nBir yanlışlık varsa hemen geri alın.',
  'mail.operator-deactivated.text': '{by} bir görevliyi devre dışı bıraktı: {name}, {email}.',
  'mail.messages.subject': 'Quayside: {type}',
  'mail.messages.open':
    'Uygulamada okuyun: {url}\n\nHangi e-postaları alacağınızı seçmek için uygulamada “Bildirimler” bölümünü açın.',
  'mail.contact-code.subject': 'Quayside: doğrulama kodunuz',
  'mail.contact-code.text':
    'Bu adresi doğrulama kodunuz: {code}. 10 dakika geçerlidir ve bir kez kullanılabilir.\n\nKimseyle paylaşmayın. Onu telefonda ya da sohbette asla istemeyiz. Siz istemediyseniz bu mesajı yok sayabilirsiniz: kod olmadan kimse adresinizi kullanamaz.',
  'mail.contact-code.short': 'Quayside: {code} numara doğrulama kodunuz, 10 dk. Paylaşmayın.',
  'mail.contact-taken.text':
    'Quayside: biri bu telefon numarasını veya e-postayı başka bir hesaba eklemeye çalıştı. Hiçbir şey değişmedi. Sizdiyseniz onunla giriş yapın.',
  'mail.contact-taken.short': 'Quayside: numaranız başka hesapta denendi. Hiçbir şey değişmedi.',
  'mail.contact-changed.subject': 'Quayside: telefonunuz veya e-postanız değiştirildi',
  'mail.contact-changed.text':
    'Hesabınızdaki {former}, {at} tarihinde {present} ile değiştirildi. Güvenliğiniz için para çekme işlemleri {until} tarihine kadar durduruldu. Siz yaptıysanız bir şey yapmanız gerekmez.\n\nSiz yapmadıysanız o tarihten önce harekete geçin: giriş yapın, giriş şifrenizi değiştirin, tanımadığınız para çekme işlemlerini iptal edin ve hemen müşteri hizmetlerine başvurun.',
  'mail.contact-changed.short':
    'Quayside: hesabınızın telefonu veya e-postası değişti. Siz değilseniz şifrenizi değiştirin ve müşteri hizmetlerine yazın.',
  'mail.login-code.subject': 'Quayside: giriş şifrenizi sıfırlama kodu',
  'mail.login-code.text':
    'Giriş şifrenizi sıfırlama kodunuz: {code}. 10 dakika geçerlidir ve bir kez kullanılabilir.\n\nKimseyle paylaşmayın. Onu telefonda ya da sohbette asla istemeyiz. Siz istemediyseniz bu mesajı yok sayabilirsiniz: kod olmadan kimse yeni şifre belirleyemez.',
  'mail.login-code.short': 'Quayside: {code} giriş şifresi kodunuz, 10 dk geçerli. Paylaşmayın.',
  'mail.login-changed.subject': 'Quayside: giriş şifreniz değiştirildi',
  'mail.login-changed.text':
    'Giriş şifreniz {at} tarihinde değiştirildi ve diğer cihazlardan çıkış yapıldı. Siz yaptıysanız bir şey yapmanız gerekmez.\n\nSiz yapmadıysanız giriş sayfasında “Şifremi unuttum” seçeneğiyle yenisini belirleyin. Tanımadığınız para çekme işlemlerini iptal edin ve hemen müşteri hizmetlerine başvurun.',
  'mail.login-changed.short': 'Quayside: giriş şifreniz değişti. Siz yapmadıysanız bize bildirin.',
  'mail.login-reset.text':
    'Giriş şifreniz {at} tarihinde sıfırlandı ve tüm cihazlardan çıkış yapıldı. Güvenliğiniz için para çekme işlemleri {until} tarihine kadar durduruldu. Ödeme şifreniz değişmedi. Siz yaptıysanız bir şey yapmanız gerekmez.\n\nSiz yapmadıysanız o tarihten önce harekete geçin: giriş sayfasında “Şifremi unuttum” seçeneğiyle yenisini belirleyin. Tanımadığınız para çekme işlemlerini iptal edin ve hemen müşteri hizmetlerine başvurun.',
  'mail.login-keys':
    'Mağazanızın şu API anahtarları hâlâ çalışıyor. Tanımadıklarınızı “API ve webhook’lar” bölümünde iptal edin:',
  'mail.order-page': 'Siparişinizin sayfası',
  'mail.order-keep': 'Bu bağlantıya sahip olan herkes siparişinizin sayfasını açabilir. Kimseyle paylaşmayın.',
  'mail.order-links.subject': 'Quayside’daki siparişleriniz',
  'mail.order-links.text':
    'Siparişlerinizin bağlantılarını istediniz. Siz istemediyseniz bu e-postayı yok sayabilirsiniz.',
  'mail.account-join.subject': 'Quayside: hesabınızı oluşturun',
  'mail.account-join.text':
    'Quayside’da bir hesap istediniz. Şifrenizi burada seçin:\n{url}\n\nBağlantı bir kez ve {until} tarihine kadar çalışır. Siz istemediyseniz bu e-postayı dikkate almayın: bağlantı olmadan hesap oluşturulmaz.',
  'mail.account-password.subject': 'Quayside: yeni şifre bağlantınız',
  'mail.account-password.text':
    'Quayside hesabınız için bir bağlantı istediniz. Bu bağlantıyla yeni bir şifre seçersiniz:\n{url}\n\nBağlantı bir kez ve {until} tarihine kadar çalışır. Şifrenizi biliyorsanız onunla giriş yapabilirsiniz. Siz istemediyseniz bu e-postayı dikkate almayın: bağlantı olmadan hiçbir şey değişmez.',
  'mail.account-changed.subject': 'Quayside: şifreniz değiştirildi',
  'mail.account-changed.text':
    'Hesabınızın şifresi {at} tarihinde değiştirildi ve bütün cihazlarda oturum kapatıldı. Bunu siz yaptıysanız bir şey yapmanız gerekmez.\n\nSiz yapmadıysanız birisi e-postalarınızı okuyabiliyor: önce posta kutunuzun şifresini değiştirin, sonra girişte “Şifrenizi mi unuttunuz?” seçeneğini kullanın.',
  'mail.account-email.subject': 'Quayside: yeni e-posta adresinizi onaylayın',
  'mail.account-email.text':
    'Quayside hesabınız için bu adresi kullanmak istediniz. Buradan onaylayın:\n{url}\n\nBağlantı bir kez ve {until} tarihine kadar çalışır. Siz istemediyseniz bu e-postayı dikkate almayın: bağlantı olmadan hiçbir şey değişmez.',
  'mail.account-email-changed.subject': 'Quayside: hesabınızın e-posta adresi değiştirildi',
  'mail.account-email-changed.text':
    '{at} tarihinde hesabınız bu e-posta adresinden başka bir adrese taşındı. Bunu siz yaptıysanız bir şey yapmanız gerekmez.\n\nSiz değilseniz, biri şifrenizi biliyor: siparişlerinizden birinin sayfasından hemen müşteri hizmetlerine yazın.',
  'mail.report.subject': 'Quayside: {code} numaralı bildiriminiz',
  'mail.report-upheld.text':
    '“{name}” ({code}) hakkındaki bildiriminiz için teşekkürler. İnceledik ve gereğini yaptık.',
  'mail.report-dismissed.text':
    '“{name}” hakkında bir bildirimde bulundunuz (numara {code}). İnceledik ve işlem yapmak için bir neden bulmadık.',
} satisfies Record<keyof typeof en, string>

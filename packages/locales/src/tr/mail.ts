import type en from '../en/mail.ts'

export default {
  'mail.pay-password-code.subject': 'Quayside: yeni ödeme şifresi kodunuz',
  'mail.pay-password-code.text':
    'Yeni ödeme şifresi için kodunuz: {code}. On dakika geçerlidir ve bir kez kullanılır.\n\nKimseye vermeyin: onu telefonda ya da sohbette asla istemeyiz. Siz istemediyseniz hesabınızı başkası kullanıyor olabilir: kodu kimseyle paylaşmayın ve müşteri hizmetlerine haber verin.',
  'mail.pay-password-code.short': 'Quayside: yeni ödeme şifresi kodunuz {code}, on dakika geçerli. Kimseye vermeyin.',
  'mail.pay-password-changed.subject': 'Quayside: ödeme şifreniz değiştirildi',
  'mail.pay-password-changed.text':
    'Ödeme şifreniz değiştirildi. Zaman: {at}. Siz yaptıysanız bir şey yapmanız gerekmez.\n\nSiz yapmadıysanız: uygulamayı açın, ödeme şifresinde “Unuttunuz mu?” seçeneğiyle yenisini belirleyin, size ait olmayan çekimleri geri alın ve hemen müşteri hizmetlerine haber verin.',
  'mail.pay-password-reset.text':
    'Giriş şifreniz ve bir kodla yeni bir ödeme şifresi belirlendi. Zaman: {at}. Paranızı korumak için şu ana kadar hiçbir çekim ödenmez: {until}. Siz yaptıysanız bir şey yapmanız gerekmez.\n\nSiz yapmadıysanız: o zamana kadar uygulamayı açın, ödeme şifresinde “Unuttunuz mu?” seçeneğiyle yenisini belirleyin, size ait olmayan çekimleri geri alın ve hemen müşteri hizmetlerine haber verin.',
  'mail.pay-password-changed.short':
    'Quayside: ödeme şifreniz değiştirildi ({at}). Siz değil misiniz? Uygulamada yenisini belirleyin ve hemen müşteri hizmetlerine haber verin.',
  'mail.messages.subject': 'Quayside: {type}',
  'mail.messages.open':
    'Uygulamada okuyun: {url}\n\nSize neler yazacağımızı uygulamadaki “Bildirimler” bölümünde seçersiniz.',
} satisfies Record<keyof typeof en, string>

import type en from '../en/account.ts'

export default {
  'account.title': 'Kişisel bilgiler',
  'account.text':
    'Telefon numaranız veya e-postanızla giriş yaparsınız. Kodlar ve paranızla ilgili bildirimler oraya gider.',
  'account.verify-email': 'E-postayı doğrula',
  'account.verify-phone': 'Telefonu doğrula',
  'account.change-email': 'E-postayı değiştir',
  'account.change-phone': 'Telefonu değiştir',
  'account.unverified': 'Doğrulanmadı',
  'account.verified-on': 'Doğrulandı: {date}',
  'account.verify.text':
    'Şuraya bir kod göndeririz: {where}. Buraya girdiğinizde mesajlarımızın size ulaştığını biliriz.',
  'account.change.text':
    'Yenisine bir kod göndeririz. Siz girene kadar şimdiki geçerli kalır. Sonra öncekine haber veririz ve paranızı korumak için para çekme işlemleri bir süre bekler.',
  'account.new-email': 'Yeni e-posta',
  'account.new-phone': 'Yeni telefon numarası',
  'account.confirm': 'Onayla',
  'account.changed': 'Değiştirildi ve doğrulandı',
  'account.trusted-from': '{time} tarihinden itibaren unutulan şifreler için kod alabilir.',
  'account.password': 'Giriş şifresini değiştir',
  'account.password.text': 'Değiştirildiğini size mesajla bildiririz. Diğer tüm cihazlardan çıkış yapılır.',
  'account.password.old': 'Şimdiki giriş şifreniz',
  'account.password.new': 'Yeni giriş şifresi',
  'account.password.again': 'Yeniden girin',
  'account.password.stay': 'Bu cihazda oturumum açık kalsın',
  'account.password.changed': 'Giriş şifresi değiştirildi',
  'account.forgot.text':
    'Giriş yaptığınız telefon numarasını veya e-postayı girin. O hesabın doğrulanmış telefonuna veya e-postasına bir kod göndeririz.',
  'account.forgot.sent': 'Böyle bir hesap varsa kod yolda. On dakika geçerlidir.',
  'account.forgot.rest':
    'Tüm cihazlardan çıkış yapılır. Ödeme şifreniz aynı kalır ve paranızı korumak için para çekme işlemleri bir süre bekler.',
  'account.forgot.set': 'Yeni giriş şifresi belirle',
  'account.devices': 'Cihazlar',
  'account.devices.text':
    'Oturumunuz bu cihazlarda açık. Tanımadığınız cihazdan çıkış yapın, sonra giriş şifrenizi değiştirin.',
  'account.devices.here': 'Bu cihaz',
  'account.devices.unknown': 'Bilinmeyen tarayıcı',
  'account.devices.name': '{system} üzerinde {browser}',
  'account.devices.used': 'Son kullanım: {ago}',
  'account.devices.since': 'Giriş tarihi: {date}',
  'account.devices.end': 'Oradan çıkış yap',
  'account.devices.end.sure': '{device}: çıkış yapılsın mı?',
  'account.devices.ended': 'Oradan çıkış yapıldı',
  'account.devices.all': 'Her yerden çıkış yap',
  'account.devices.all.sure': 'Her yerden çıkış yapmak istediğinizden emin misiniz?',
  'pay-password.resting':
    'Giriş şifreniz bir kodla belirlendi. Paranızı korumak için ödeme şifresi {time} tarihinden itibaren kodla belirlenebilir.',
} satisfies Record<keyof typeof en, string>

import type en from '../en/entry.ts'

export default {
  'entry.title': 'Mağazanız telefonunuzda',
  'entry.text': 'Tedarik merkezimizden ürün ekleyin, ödenmiş siparişleri işleme alın ve her senti izleyin.',
  'entry.code': 'Davet kodu',
  'entry.code.hint': 'Şu anda yalnızca iç davetler destekleniyor.',
  'register.need.invitation': 'Lütfen davet kodunu girin',
  'entry.check': 'Bu kodu kullan',
  'entry.have-account': 'Zaten kayıtlı mısınız? Giriş yapın',
  'entry.promise': 'Satış yapmak için para yatırmanız gerekmez.',
  'login.title': 'Giriş',
  'login.name': 'Telefon veya e-posta',
  'login.password': 'Giriş şifresi',
  'login.submit': 'Giriş yap',
  'login.no-account': 'Hesabınız yok mu? Kaydolun',
  'login.forgot': 'Şifremi unuttum',
  'login.show': 'Şifreyi göster',
  'login.hide': 'Şifreyi gizle',
} satisfies Record<keyof typeof en, string>

import type en from '../en/entry.ts'

export default {
  'entry.title': 'متجرك من هاتفك',
  'entry.text': 'أضف منتجات من كتالوج الموردين، ونفّذ الطلبات المدفوعة، وتتبّع كل سنت.',
  'entry.code': 'رمز الدعوة',
  'entry.code.hint': 'الدعوات الداخلية فقط مدعومة حاليًا.',
  'register.need.invitation': 'الرجاء إدخال رمز الدعوة',
  'entry.check': 'استخدام هذا الرمز',
  'entry.have-account': 'لديك حساب؟ سجّل الدخول',
  'entry.promise': 'لا يلزم أي إيداع للبيع.',
  'login.title': 'تسجيل الدخول',
  'login.name': 'رقم الهاتف أو البريد الإلكتروني',
  'login.password': 'كلمة مرور الدخول',
  'login.submit': 'دخول',
  'login.no-account': 'لا تملك حسابًا؟ اضغط للتسجيل',
  'login.forgot': 'نسيت كلمة المرور',
  'login.show': 'إظهار كلمة المرور',
  'login.hide': 'إخفاء كلمة المرور',
} satisfies Record<keyof typeof en, string>

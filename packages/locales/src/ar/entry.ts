import type en from '../en/entry.ts'

export default {
  'entry.title': 'متجرك من هاتفك',
  'entry.text': 'زوّد متجرك من مركز التوزيع، ونفّذ الطلبات المدفوعة، وتحقق من كل سنت في دفاترك.',
  'entry.code': 'رمز الدعوة',
  'entry.code.hint': 'الدعوات الداخلية فقط مدعومة حاليًا.',
  'register.need.invitation': 'الرجاء إدخال رمز الدعوة',
  'entry.check': 'استخدم هذا الرمز',
  'entry.have-account': 'مسجّل بالفعل؟ سجّل الدخول',
  'entry.promise': 'لا يحتاج أحد إلى إيداع مال ليبيع.',
  'login.title': 'تسجيل الدخول',
  'login.name': 'رقم الهاتف أو البريد الإلكتروني',
  'login.password': 'كلمة مرور الدخول',
  'login.submit': 'دخول',
  'login.no-account': 'لا تملك حسابًا؟ اضغط للتسجيل',
  'login.forgot': 'نسيت كلمة المرور',
  'login.show': 'إظهار كلمة المرور',
  'login.hide': 'إخفاء كلمة المرور',
} satisfies Record<keyof typeof en, string>

import type en from '../en/app.ts'

export default {
  'app.update': 'يتوفر إصدار جديد',
  'app.update.now': 'التحديث الآن',
  'app.later': 'لاحقًا',
  'app.install': 'تثبيت Quayside',
  'app.install.text': 'يُفتح من الشاشة الرئيسية، حتى بلا اتصال',
  'app.install.share': 'في قائمة المتصفح اختر «مشاركة» ثم «إضافة إلى الشاشة الرئيسية»',
  'app.as-of': 'آخر تحديث: {when}',
  'app.offline.act': 'يتطلب اتصالًا بالإنترنت',
  'app.skip': 'الانتقال إلى المحتوى',
  'app.pick': 'اختر عنصرًا من القائمة لعرضه هنا',
} satisfies Record<keyof typeof en, string>

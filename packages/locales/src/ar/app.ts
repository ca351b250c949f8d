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
  'search.title': 'بحث',
  'search.field': 'ابحث أو اكتب ما تريد فعله',
  'search.text':
    'ابحث عن الطلبات والمنتجات والحركات والرسائل والشاشات، أو اكتب ما تريد فعله، مثل «{first} 100» أو «{second}». لن يحدث شيء قبل تأكيدك.',
  'search.acts': 'إجراءات',
  'search.screens': 'الشاشات',
  'search.none': 'لا توجد نتائج',
  'app.pick': 'اختر عنصرًا من القائمة لعرضه هنا',
  'app.pick.list': 'اختر عنصرًا من القائمة',
} satisfies Record<keyof typeof en, string>

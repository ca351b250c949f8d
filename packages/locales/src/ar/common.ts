import type en from '../en/common.ts'

export default {
  'tab.home': 'الرئيسية',
  'tab.product': 'المنتجات',
  'tab.order': 'الطلبات',
  'tab.my': 'حسابي',
  'tab.label': 'الأقسام الرئيسية',
  'tab.badge':
    '{n, plural, zero {لا طلبات بانتظار الاستلام} one {طلب واحد بانتظار الاستلام} two {طلبان بانتظار الاستلام} few {# طلبات بانتظار الاستلام} many {# طلبًا بانتظار الاستلام} other {# طلب بانتظار الاستلام}}',
  'common.loading': 'جارٍ التحميل...',
  'common.retry': 'أعد المحاولة',
  'common.close': 'إغلاق',
  'common.back': 'رجوع',
  'common.cancel': 'إلغاء',
  'common.save': 'حفظ',
  'common.continue': 'متابعة',
  'common.clear': 'مسح',
  'common.copy': 'نسخ',
  'common.copied': 'تم النسخ',
  'common.all': 'الكل',
  'common.offline': 'لا يوجد اتصال. قد يكون ما تراه قديمًا؛ سيُحدَّث تلقائيًا.',
  'common.unreachable': 'تعذّر الوصول إلى الخادم',
  'common.unreachable.text': 'تحقق من اتصالك. لا يضيع شيء مما كتبته.',
  'common.slow': 'يستغرق هذا وقتًا أطول من المعتاد',
  'common.failed': 'تعذّر التحميل',
  'common.checking': 'نتحقق مما إذا تمّت العملية. لا ترسلها مرة أخرى.',
  'common.demo': 'بيانات تجريبية',
  'common.language': 'اللغة',
  'common.language.search': 'ابحث عن لغة',
  'common.theme': 'المظهر',
  'common.theme.system': 'مثل الهاتف',
  'common.theme.light': 'فاتح',
  'common.theme.dark': 'داكن',
  'common.please-log-in': 'الرجاء تسجيل الدخول',
  'common.not-found': 'هذه الصفحة غير موجودة',
  'common.go-home': 'إلى الرئيسية',
  'time.now': 'الآن',
  'time.minutes':
    '{n, plural, zero {قبل # دقيقة} one {قبل دقيقة} two {قبل دقيقتين} few {قبل # دقائق} many {قبل # دقيقة} other {قبل # دقيقة}}',
  'time.hours':
    '{n, plural, zero {قبل # ساعة} one {قبل ساعة} two {قبل ساعتين} few {قبل # ساعات} many {قبل # ساعة} other {قبل # ساعة}}',
  'time.days':
    '{n, plural, zero {قبل # يوم} one {قبل يوم} two {قبل يومين} few {قبل # أيام} many {قبل # يومًا} other {قبل # يوم}}',
  'time.in-minutes':
    '{n, plural, zero {خلال # دقيقة} one {خلال دقيقة} two {خلال دقيقتين} few {خلال # دقائق} many {خلال # دقيقة} other {خلال # دقيقة}}',
  'time.in-hours':
    '{n, plural, zero {خلال # ساعة} one {خلال ساعة} two {خلال ساعتين} few {خلال # ساعات} many {خلال # ساعة} other {خلال # ساعة}}',
  'time.in-days':
    '{n, plural, zero {خلال # يوم} one {خلال يوم} two {خلال يومين} few {خلال # أيام} many {خلال # يومًا} other {خلال # يوم}}',
  'status.0': 'الكل',
  'status.1': 'بانتظار الدفع',
  'status.2': 'بانتظار الشحن',
  'status.3': 'تم الشحن',
  'status.4': 'تم التسلّم',
  'status.5': 'بانتظار الاستلام',
  'status.6': 'مكتمل',
  'status.7': 'ملغى',
} satisfies Record<keyof typeof en, string>

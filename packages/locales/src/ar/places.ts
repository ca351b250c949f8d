import type en from '../en/places.ts'

export default {
  'places.zoom-in': 'تكبير',
  'places.zoom-out': 'تصغير',
  'places.map': 'خريطة العالم',
  'places.map.how': 'اسحب للتحريك وكبّر بإصبعين. مفاتيح الأسهم تحرك الخريطة، وزائد وناقص يكبّران ويصغّران.',
  'places.source': 'الخريطة: Natural Earth. فيها المدن لا الشوارع. أسماء المدن: Unicode CLDR.',
  'places.title': 'على الخريطة',
  'places.text': 'اختياري. يُظهر للمشترين المدينة التي تبيع منها.',
  'places.address.hint': 'أدخله كما ينبغي أن يراه المشترون وشركات الشحن.',
  'places.search': 'البحث عن مدينة أو دولة',
  'places.none': 'لا نتائج. جرّب الاسم بالحروف اللاتينية أو ابحث باسم الدولة.',
  'places.found':
    '{n, plural, zero {لم يُعثر على أماكن} one {عُثر على مكان واحد} two {عُثر على مكانين} few {عُثر على # أماكن} many {عُثر على # مكانًا} other {عُثر على # مكان}}',
  'places.in': '{place}، {country}',
  'places.locate': 'استخدام موقعي',
  'places.locate.failed': 'تعذّر تحديد موقعك. ابحث عن مدينة أو حرّك الخريطة.',
  'places.no-point': 'لم يُختر مكان',
  'places.near': 'المكان المختار: قرب {place}',
  'places.far': 'المكان المختار: بعيد عن أي مدينة',
  'places.remove': 'إزالة المكان',
  'places.choose': 'الاختيار على الخريطة',
  'places.chosen': 'تم الاختيار على الخريطة. تغيير',
  'places.open': 'العرض على الخريطة',
  'places.unknown': 'لم يُعثر على المدينة في الخريطة',
  'places.unknown.text': 'لا تُعرض المدينة إلا إذا كانت الوحيدة بهذا الاسم في بلدها.',
  'places.town-only': 'تُعرض المدينة فقط، لا العنوان الدقيق.',
} satisfies Record<keyof typeof en, string>

import type en from '../en/places.ts'

export default {
  'places.zoom-in': 'تكبير',
  'places.zoom-out': 'تصغير',
  'places.map': 'خريطة العالم',
  'places.map.how': 'اسحب للتحريك وكبّر بإصبعين. مفاتيح الأسهم تحرك الخريطة، وزائد وناقص يكبّران ويصغّران.',
  'places.source': 'الخريطة: Natural Earth. فيها المدن لا الشوارع. أسماء المدن: Unicode CLDR.',
  'places.title': 'على الخريطة',
  'places.text': 'هذا اختياري. يُظهر للمشترين المدينة التي تبيع منها.',
  'places.address.hint': 'كما ينبغي أن يقرأه المشترون وشركات الشحن. يبقى كما تكتبه.',
  'places.search': 'ابحث عن مدينة أو دولة',
  'places.none': 'لا توجد مدينة كهذه. جرّب اسمها بالحروف اللاتينية أو اسم دولتها.',
  'places.found':
    '{n, plural, zero {لم يُعثر على أماكن} one {عُثر على مكان واحد} two {عُثر على مكانين} few {عُثر على # أماكن} many {عُثر على # مكانًا} other {عُثر على # مكان}}',
  'places.in': '{place}، {country}',
  'places.locate': 'استخدم موقعي',
  'places.locate.failed': 'تعذّر تحديد موقعك. ابحث عن مدينة أو حرّك الخريطة.',
  'places.no-point': 'لم يُختر مكان',
  'places.near': 'المكان المختار: قرب {place}',
  'places.far': 'المكان المختار: بعيد عن أي مدينة',
  'places.remove': 'أزل المكان',
  'places.choose': 'اختر على الخريطة',
  'places.chosen': 'اختير على الخريطة. غيّره',
  'places.open': 'العرض على الخريطة',
  'places.unknown': 'الخريطة لا تعرف هذه المدينة',
  'places.unknown.text': 'لا تُعرض المدينة إلا إذا كانت الوحيدة بهذا الاسم في بلدها.',
  'places.town-only': 'المدينة لا البيت.',
} satisfies Record<keyof typeof en, string>

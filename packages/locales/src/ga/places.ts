import type en from '../en/places.ts'

export default {
  'places.zoom-in': 'Zúmáil isteach',
  'places.zoom-out': 'Zúmáil amach',
  'places.map': 'Léarscáil an domhain',
  'places.map.how':
    'Tarraing chun bogadh, bain liomóg as chun zúmáil. Bogann na saigheadeochracha an léarscáil, zúmálann plus isteach agus mínis amach.',
  'places.source': 'Léarscáil: Natural Earth. Tá bailte uirthi, níl sráideanna. Ainmneacha cathracha: Unicode CLDR.',
  'places.title': 'Ar an léarscáil',
  'places.text': 'Roghnach. Taispeánann sé do cheannaitheoirí an baile óna ndíolann tú.',
  'places.address.hint': 'Scríobh é mar ba chóir do cheannaitheoirí agus d’iompróirí é a fheiceáil.',
  'places.search': 'Cuardaigh baile nó tír',
  'places.none': 'Níl aon toradh ann. Bain triail as an ainm i litreacha Laidineacha, nó cuardaigh de réir tíre.',
  'places.found':
    '{n, plural, one {Fuarthas # áit} two {Fuarthas # áit} few {Fuarthas # áit} many {Fuarthas # n‑áit} other {Fuarthas # áit}}',
  'places.in': '{place}, {country}',
  'places.locate': 'Úsáid mo shuíomh',
  'places.locate.failed': 'Níorbh fhéidir do shuíomh a fháil. Cuardaigh baile nó bog an léarscáil.',
  'places.no-point': 'Níor roghnaíodh áit',
  'places.near': 'Roghnaithe: in aice le {place}',
  'places.far': 'Roghnaithe: áit i bhfad ó aon bhaile',
  'places.remove': 'Bain an áit amach',
  'places.choose': 'Roghnaigh ar an léarscáil',
  'places.chosen': 'Roghnaithe ar an léarscáil. Athraigh',
  'places.open': 'Taispeáin ar an léarscáil',
  'places.unknown': 'Ní bhfuarthas an baile ar an léarscáil',
  'places.unknown.text': 'Ní thaispeántar baile ach nuair is é an t‑aon cheann den ainm sin sa tír é.',
  'places.town-only': 'Ní thaispeántar ach an baile, ní an seoladh cruinn.',
} satisfies Record<keyof typeof en, string>

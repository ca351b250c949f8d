import type en from '../en/places.ts'

export default {
  'places.zoom-in': 'Ближе',
  'places.zoom-out': 'Дальше',
  'places.map': 'Карта мира',
  'places.map.how':
    'Тяните, чтобы сдвинуть, разводите пальцы, чтобы приблизить. Стрелки двигают карту, плюс и минус меняют масштаб.',
  'places.source': 'Карта: Natural Earth. На ней есть города, но нет улиц. Названия городов: Unicode CLDR.',
  'places.title': 'На карте',
  'places.text': 'Это необязательно. Так покупатели видят, из какого города вы продаёте.',
  'places.address.hint': 'Так, как его должны читать покупатели и перевозчики. Останется таким, как вы ввели.',
  'places.search': 'Поиск города или страны',
  'places.none': 'Ничего не найдено. Попробуйте написать название латинскими буквами или указать страну.',
  'places.found':
    '{n, plural, one {Найдено # место} few {Найдено # места} many {Найдено # мест} other {Найдено # места}}',
  'places.in': '{place}, {country}',
  'places.locate': 'Моё местоположение',
  'places.locate.failed': 'Не удалось узнать ваше местоположение. Найдите город или подвиньте карту.',
  'places.no-point': 'Место не выбрано',
  'places.near': 'Выбрано: рядом с {place}',
  'places.far': 'Выбрано: место вдали от городов',
  'places.remove': 'Убрать место',
  'places.choose': 'Выбрать на карте',
  'places.chosen': 'Выбрано на карте. Изменить',
  'places.open': 'Показать на карте',
  'places.unknown': 'Этого города нет на карте',
  'places.unknown.text': 'Город показывается, только если он один с таким названием в своей стране.',
  'places.town-only': 'Это город, а не дом.',
} satisfies Record<keyof typeof en, string>

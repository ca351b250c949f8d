import type en from '../en/places.ts'

export default {
  'places.zoom-in': 'Ближе',
  'places.zoom-out': 'Дальше',
  'places.map': 'Карта мира',
  'places.map.how':
    'Тяните, чтобы сдвинуть, разводите пальцы, чтобы приблизить. Стрелки двигают карту, плюс и минус меняют масштаб.',
  'places.source': 'Карта: Natural Earth (только города, без улиц). Названия городов: Unicode CLDR.',
  'places.title': 'На карте',
  'places.text': 'Необязательно. Покупатели увидят, из какого города вы продаёте.',
  'places.address.hint': 'Введите так, как его должны видеть покупатели и перевозчики.',
  'places.search': 'Поиск города или страны',
  'places.none': 'Ничего не найдено. Попробуйте написать название латинскими буквами или указать страну.',
  'places.found':
    '{n, plural, one {Найдено # место} few {Найдено # места} many {Найдено # мест} other {Найдено # места}}',
  'places.in': '{place}, {country}',
  'places.locate': 'Моё местоположение',
  'places.locate.failed': 'Не удалось узнать ваше местоположение. Найдите город или подвиньте карту.',
  'places.no-point': 'Место не выбрано',
  'places.near': 'Выбрано: рядом с {place}',
  'places.far': 'Выбрано: вдали от городов',
  'places.remove': 'Убрать место',
  'places.choose': 'Выбрать на карте',
  'places.chosen': 'Место выбрано. Изменить',
  'places.open': 'Показать на карте',
  'places.unknown': 'Этого города нет на карте',
  'places.unknown.text': 'Город показан, только если его название в стране единственное.',
  'places.town-only': 'Показан только город, не точный адрес.',
} satisfies Record<keyof typeof en, string>

import type en from '../en/common.ts'

export default {
  'tab.home': 'Baile',
  'tab.product': 'Earraí',
  'tab.order': 'Orduithe',
  'tab.my': 'Mise',
  'tab.label': 'Na príomhranna',
  'tab.badge':
    '{n, plural, one {# ordú le bailiú} two {# ordú le bailiú} few {# ordú le bailiú} many {# n-ordú le bailiú} other {# ordú le bailiú}}',
  'common.loading': 'Á lódáil...',
  'common.retry': 'Triail arís',
  'common.close': 'Dún',
  'common.back': 'Siar',
  'common.cancel': 'Cealaigh',
  'common.save': 'Sábháil',
  'common.continue': 'Ar aghaidh',
  'common.clear': 'Glan',
  'common.copy': 'Cóipeáil',
  'common.copied': 'Cóipeáilte',
  'common.all': 'Gach rud',
  'common.offline': 'Níl nasc ann. D’fhéadfadh an méid a fheiceann tú a bheith sean; athnuafar é as féin.',
  'common.unreachable': 'Níl teacht ar an bhfreastalaí',
  'common.unreachable.text': 'Seiceáil do nasc. Ní chailltear aon rud a chlóscríobh tú.',
  'common.slow': 'Tá sé seo níos faide ná mar is gnách',
  'common.failed': 'Níorbh fhéidir é a lódáil',
  'common.checking': 'Táimid ag seiceáil ar éirigh leis. Ná seol arís é.',
  'common.demo': 'Sonraí taispeántais',
  'common.language': 'Teanga',
  'common.language.search': 'Cuardaigh teangacha',
  'common.theme': 'Cuma',
  'common.theme.system': 'Mar atá ar an nguthán',
  'common.theme.light': 'Geal',
  'common.theme.dark': 'Dorcha',
  'common.please-log-in': 'Logáil isteach, le do thoil',
  'common.not-found': 'Níl an leathanach seo ann',
  'common.go-home': 'Go dtí an baile',
  'time.now': 'díreach anois',
  'time.minutes':
    '{n, plural, one {# nóiméad ó shin} two {# nóiméad ó shin} few {# nóiméad ó shin} many {# nóiméad ó shin} other {# nóiméad ó shin}}',
  'time.hours':
    '{n, plural, one {# uair ó shin} two {# uair ó shin} few {# huaire ó shin} many {# n-uaire ó shin} other {# uair ó shin}}',
  'time.days':
    '{n, plural, one {# lá ó shin} two {# lá ó shin} few {# lá ó shin} many {# lá ó shin} other {# lá ó shin}}',
  'time.in-minutes':
    '{n, plural, one {i gceann # nóiméad} two {i gceann # nóiméad} few {i gceann # nóiméad} many {i gceann # nóiméad} other {i gceann # nóiméad}}',
  'time.in-hours':
    '{n, plural, one {i gceann # uair} two {i gceann # uair} few {i gceann # huaire} many {i gceann # n-uaire} other {i gceann # uair}}',
  'time.in-days':
    '{n, plural, one {i gceann # lá} two {i gceann # lá} few {i gceann # lá} many {i gceann # lá} other {i gceann # lá}}',
  'status.0': 'Gach rud',
  'status.1': 'Ag fanacht le híocaíocht',
  'status.2': 'Ag fanacht le seoladh',
  'status.3': 'Seolta',
  'status.4': 'Faighte',
  'status.5': 'Le bailiú',
  'status.6': 'Críochnaithe',
  'status.7': 'Cealaithe',
} satisfies Record<keyof typeof en, string>

import type en from '../en/entry.ts'

export default {
  'entry.title': 'Do shiopa ar do ghuthán',
  'entry.text':
    'Cuir earraí leis ónár gcatalóg soláthraithe, comhlíon orduithe íoctha, agus coinnigh súil ar gach cent.',
  'entry.code': 'Cód cuiridh',
  'entry.code.hint': 'Ní ghlactar faoi láthair ach le cuirí inmheánacha.',
  'register.need.invitation': 'Cuir isteach an cód cuiridh',
  'entry.check': 'Úsáid an cód seo',
  'entry.have-account': 'Cláraithe cheana? Logáil isteach',
  'entry.promise': 'Ní gá aon éarlais a íoc chun díol.',
  'login.title': 'Logáil isteach',
  'login.name': 'Uimhir ghutháin nó ríomhphost',
  'login.password': 'Pasfhocal logála',
  'login.submit': 'Logáil isteach',
  'login.no-account': 'Gan chuntas? Tapáil anseo le clárú',
  'login.forgot': 'Pasfhocal dearmadta',
  'login.show': 'Taispeáin an pasfhocal',
  'login.hide': 'Folaigh an pasfhocal',
} satisfies Record<keyof typeof en, string>

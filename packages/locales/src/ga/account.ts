import type en from '../en/account.ts'

export default {
  'account.title': 'Faisnéis phearsanta',
  'account.text':
    'Logálann tú isteach le d’uimhir ghutháin nó le do ríomhphost. Is ann a théann cóid agus fógraí faoi do chuid airgid.',
  'account.verify-email': 'Fíoraigh an ríomhphost',
  'account.verify-phone': 'Fíoraigh an uimhir',
  'account.change-email': 'Athraigh an ríomhphost',
  'account.change-phone': 'Athraigh an uimhir',
  'account.unverified': 'Gan fíorú',
  'account.verified-on': 'Fíoraithe: {date}',
  'account.verify.text':
    'Seolfaimid cód chuig {where}. Nuair a chuirfidh tú isteach anseo é, beidh a fhios againn go sroicheann ár dteachtaireachtaí thú.',
  'account.change.text':
    'Seolfaimid cód chuig an gceann nua. Fanfaidh an ceann reatha go dtí go gcuirfidh tú isteach é. Ansin cuirfimid an seancheann ar an eolas, agus beidh aistarraingtí ina stad ar feadh tamaill chun do chuid airgid a chosaint.',
  'account.new-email': 'Ríomhphost nua',
  'account.new-phone': 'Uimhir ghutháin nua',
  'account.confirm': 'Deimhnigh',
  'account.changed': 'Athraithe agus fíoraithe',
  'account.trusted-from': 'Glacfaidh sé le cóid do phasfhocail dhearmadta ó {time}.',
  'account.password': 'Athraigh an pasfhocal logála',
  'account.password.text': 'Cuirfimid teachtaireacht chugat gur athraíodh é. Logálfar gach gléas eile amach.',
  'account.password.old': 'Do phasfhocal logála reatha',
  'account.password.new': 'Pasfhocal logála nua',
  'account.password.again': 'Cuir isteach arís é',
  'account.password.stay': 'Fan logáilte isteach anseo',
  'account.password.changed': 'Athraíodh an pasfhocal logála',
  'account.forgot.text':
    'Cuir isteach an uimhir ghutháin nó an ríomhphost a logálann tú isteach leis. Seolfaimid cód chuig fón nó ríomhphost fíoraithe an chuntais sin.',
  'account.forgot.sent': 'Má tá cuntas mar sin ann, tá cód ar an mbealach. Tá sé bailí ar feadh deich nóiméad.',
  'account.forgot.rest':
    'Logálfar gach gléas amach. Fanfaidh do chód íocaíochta mar atá, agus beidh aistarraingtí ina stad ar feadh tamaill chun do chuid airgid a chosaint.',
  'account.forgot.set': 'Socraigh pasfhocal logála nua',
  'account.devices': 'Gléasanna',
  'account.devices.text':
    'Tá tú logáilte isteach anseo. Logáil amach aon ghléas nach n‑aithníonn tú, agus athraigh do phasfhocal logála ansin.',
  'account.devices.here': 'An gléas seo',
  'account.devices.unknown': 'Brabhsálaí anaithnid',
  'account.devices.name': '{browser} ar {system}',
  'account.devices.used': 'Úsáidte go deireanach: {ago}',
  'account.devices.since': 'Logáilte isteach ó {date}',
  'account.devices.end': 'Logáil amach ansin',
  'account.devices.end.sure': 'Logáil {device} amach?',
  'account.devices.ended': 'Logáilte amach ansin',
  'account.devices.all': 'Logáil amach gach áit',
  'account.devices.all.sure': 'An bhfuil tú cinnte gur mian leat logáil amach gach áit?',
  'pay-password.resting':
    'Socraíodh do phasfhocal logála le cód. Chun do chuid airgid a chosaint, ní féidir an cód íocaíochta a shocrú le cód go dtí {time}.',
} satisfies Record<keyof typeof en, string>

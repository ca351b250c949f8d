import type en from '../en/mail.ts'

export default {
  'mail.greeting': 'A chara,',
  'mail.close': 'Le gach dea‑ghuí,\nFoireann Quayside',
  'mail.pay-password-code.subject': 'Quayside: do chód le haghaidh cód íocaíochta nua',
  'mail.pay-password-code.text':
    'Is é {code} do chód aonuaire le haghaidh cód íocaíochta nua. Tá sé bailí ar feadh deich nóiméad agus oibríonn sé uair amháin.\n\nNá tabhair d’aon duine é: ní iarraimid riamh é ar an bhfón ná sa chomhrá. Murar iarr tú é, b’fhéidir go bhfuil duine eile ag úsáid do chuntais: ná tabhair an cód do dhuine ar bith agus cuir an tseirbhís do chustaiméirí ar an eolas.',
  'mail.pay-password-code.short': 'Quayside: {code}, cód athshocraithe an chóid íocaíochta. Ná roinn é.',
  'mail.pay-password-changed.subject': 'Quayside: athraíodh do chód íocaíochta',
  'mail.pay-password-changed.text':
    'Athraíodh do chód íocaíochta: {at}. Más tusa a rinne é, níl aon rud le déanamh.\n\nMura tusa a rinne é: oscail an aip, roghnaigh “Dearmadta?” ag an gcód íocaíochta agus socraigh ceann nua, cealaigh aon aistarraingt nach n‑aithníonn tú, agus cuir an tseirbhís do chustaiméirí ar an eolas láithreach.',
  'mail.pay-password-reset.text':
    'Athshocraíodh do chód íocaíochta: {at}. Ar mhaithe le slándáil, tá aistarraingtí ar sos go dtí {until}. Más tusa a rinne é, níl aon rud le déanamh.\n\nMura tusa a rinne é, gníomhaigh roimhe sin: oscail an aip, roghnaigh “Dearmadta?” ag an gcód íocaíochta agus socraigh ceann nua. Cuir aistarraingtí nach n‑aithníonn tú ar ceal agus déan teagmháil leis an tseirbhís do chustaiméirí láithreach.',
  'mail.pay-password-changed.short': 'Quayside: athraíodh do chód íocaíochta. Mura tusa é, inis dúinn.',
  'mail.pay-password-disabled.subject': 'Quayside: tá do chód íocaíochta díchumasaithe',
  'mail.pay-password-disabled.text':
    'Díchumasaíodh do chód íocaíochta tar éis an iomarca iarrachtaí míchearta: {at}. Chun íoc nó aistarraingt a dhéanamh arís, oscail an aip, roghnaigh “Dearmadta?” ag an gcód íocaíochta agus socraigh ceann nua.\n\nMura leatsa na hiarrachtaí, b’fhéidir go bhfuil duine éigin logáilte isteach i do chuntas: athraigh do phasfhocal logála agus cuir an tseirbhís do chustaiméirí ar an eolas láithreach.',
  'mail.pay-password-disabled.short': 'Quayside: díchumasaíodh do chód íocaíochta. Mura tusa é, inis dúinn.',
  'mail.passkeys-changed.subject': 'Quayside: athraíodh do phaseochracha',
  'mail.passkey-added.text':
    'Cuireadh paseochair le do chuntas: {name}, {at}. Is féidir léi íocaíochtaí agus aistarraingtí a dheimhniú. Más tusa a rinne é, níl aon rud le déanamh.\n\nMura tusa a rinne é: oscail an aip, bain í faoi “Paseochracha”, athraigh do phasfhocal logála agus do chód íocaíochta, cealaigh aon aistarraingt nach n‑aithníonn tú, agus cuir an tseirbhís do chustaiméirí ar an eolas láithreach.',
  'mail.passkey-removed.text':
    'Baineadh paseochair de do chuntas: {name}, {at}. Más tusa a rinne é, níl aon rud le déanamh.\n\nMura tusa a rinne é: athraigh do phasfhocal logála agus do chód íocaíochta, agus cuir an tseirbhís do chustaiméirí ar an eolas láithreach.',
  'mail.passkeys-changed.short': 'Quayside: athraíodh do phaseochracha. Mura tusa é, inis dúinn.',
  'mail.operator-token.subject': 'Quayside: socraigh do phasfhocal mar oibreoir',
  'mail.operator-token.text':
    'Tá cuireadh agat a bheith i d’oibreoir ar Quayside ag {url}: {name}.\n\nDo chomhartha, bailí uair amháin agus go dtí {until}: {token}\n\nRoghnaigh do phasfhocal féin leis; níl sé ar eolas ag aon duine eile, agus ní ceart d’aon duine é a iarraidh ort. Beidh aip fíordheimhnithe de dhíth nuair a logálfaidh tú isteach den chéad uair. Mura raibh tú ag súil leis seo, ná déan aon rud.',
  'mail.operator-news.subject': 'Quayside: athraíodh cuntas oibreora',
  'mail.operator-invitation.text':
    'Thug {by} cuireadh d’oibreoir: {name}, {email}. Deasca: {desks}.\n\nCaithfidh úinéir eile é a dheimhniú. Mura ceart é, cuir an cuireadh ar ceal.',
  'mail.operator-admitted.text':
    'Shocraigh oibreoir nua pasfhocal: {name}, {email}. Deasca: {desks}.\n\nMura ceart é, díghníomhaigh an t‑oibreoir seo láithreach.',
  'mail.operator-readmitted.text':
    'Fuair oibreoir rochtain arís le pasfhocal nua: {name}, {email}. Deasca: {desks}.\n\nMura ceart é, díghníomhaigh an t‑oibreoir seo láithreach.',
  'mail.operator-granted.text':
    'Thug {by} deasc do {name}, {email}. Deasc: {desks}.\n\nMura ceart é, bain de láithreach é.',
  'mail.operator-deactivated.text': 'Dhíghníomhaigh {by} oibreoir: {name}, {email}.',
  'mail.messages.subject': 'Quayside: {type}',
  'mail.messages.open':
    'Léigh san aip é: {url}\n\nChun na ríomhphoist a fhaigheann tú a roghnú, oscail “Fógraí” san aip.',
  'mail.contact-code.subject': 'Quayside: do chód fíoraithe',
  'mail.contact-code.text':
    'Is é {code} do chód aonuaire chun an seoladh seo a fhíorú. Tá sé bailí ar feadh deich nóiméad agus oibríonn sé uair amháin.\n\nNá tabhair d’aon duine é: ní iarraimid riamh é ar an bhfón ná sa chomhrá. Murar iarr tú é, níl aon rud le déanamh: gan an cód ní féidir le duine ar bith do sheoladh a úsáid.',
  'mail.contact-code.short': 'Quayside: {code} do chód fíoraithe. Ná roinn le duine é.',
  'mail.contact-taken.text':
    'Quayside: rinne duine éigin iarracht an uimhir ghutháin nó an ríomhphost seo a chur le cuntas eile. Níor athraíodh aon rud. Más tusa a bhí ann, logáil isteach leis.',
  'mail.contact-taken.short': 'Quayside: rinneadh iarracht d’uimhir a úsáid. Níor athraíodh dada.',
  'mail.contact-changed.subject': 'Quayside: athraíodh d’uimhir ghutháin nó do ríomhphost',
  'mail.contact-changed.text':
    'Cuireadh {present} in áit {former} i do chuntas: {at}. Chun do chuid airgid a chosaint, ní íocfar aistarraingt ar bith roimh {until}. Más tusa a rinne é, níl aon rud le déanamh.\n\nMura tusa a rinne é: roimhe sin, logáil isteach, athraigh do phasfhocal logála, cealaigh aon aistarraingt nach n‑aithníonn tú, agus cuir an tseirbhís do chustaiméirí ar an eolas láithreach.',
  'mail.contact-changed.short':
    'Quayside: athraíodh sonraí do chuntais. Ní tusa? Athraigh do phasfhocal agus cuir scéal chuig an tseirbhís do chustaiméirí.',
  'mail.login-code.subject': 'Quayside: do chód le haghaidh pasfhocal logála nua',
  'mail.login-code.text':
    'Is é {code} do chód aonuaire le haghaidh pasfhocal logála nua. Tá sé bailí ar feadh deich nóiméad agus oibríonn sé uair amháin.\n\nNá tabhair d’aon duine é: ní iarraimid riamh é ar an bhfón ná sa chomhrá. Murar iarr tú é, níl aon rud le déanamh: gan an cód ní féidir le duine ar bith pasfhocal nua a shocrú.',
  'mail.login-code.short': 'Quayside: {code}, cód athshocraithe an phasfhocail logála. Ná roinn.',
  'mail.login-changed.subject': 'Quayside: athraíodh do phasfhocal logála',
  'mail.login-changed.text':
    'Athraíodh do phasfhocal logála: {at}. Logáladh gléasanna eile amach. Más tusa a rinne é, níl aon rud le déanamh.\n\nMura tusa a rinne é: roghnaigh “Pasfhocal dearmadta” ag an logáil isteach, socraigh ceann nua, cealaigh aon aistarraingt nach n‑aithníonn tú, agus cuir an tseirbhís do chustaiméirí ar an eolas láithreach.',
  'mail.login-changed.short': 'Quayside: athraíodh do phasfhocal logála. Mura tusa é, inis dúinn.',
  'mail.login-reset.text':
    'Socraíodh pasfhocal logála nua le cód: {at}. Logáladh gach gléas amach. Chun do chuid airgid a chosaint, ní íocfar aistarraingt ar bith roimh {until}; fanann do chód íocaíochta mar atá. Más tusa a rinne é, níl aon rud le déanamh.\n\nMura tusa a rinne é: roimhe sin, roghnaigh “Pasfhocal dearmadta” ag an logáil isteach, socraigh ceann nua, cealaigh aon aistarraingt nach n‑aithníonn tú, agus cuir an tseirbhís do chustaiméirí ar an eolas láithreach.',
  'mail.login-keys':
    'Tá na heochracha API seo de chuid do shiopa ag obair fós. Cealaigh aon cheann nach n‑aithníonn tú faoi “API agus webhooks”:',
  'mail.order-page': 'Leathanach d’ordaithe',
  'mail.order-keep': 'Is féidir le haon duine a bhfuil an nasc seo aige leathanach d’ordaithe a oscailt. Ná roinn é.',
  'mail.order-links.subject': 'D’orduithe ar Quayside',
  'mail.order-links.text': 'D’iarr tú naisc chuig d’orduithe. Mura tusa a d’iarr, déan neamhaird den ríomhphost seo.',
  'mail.account-join.subject': 'Quayside: cruthaigh do chuntas',
  'mail.account-join.text':
    'D’iarr tú cuntas ar Quayside. Roghnaigh do phasfhocal anseo:\n{url}\n\nOibríonn an nasc uair amháin, go dtí {until}. Mura tusa a d’iarr, déan neamhaird den ríomhphost seo: gan an nasc, ní chruthaítear cuntas.',
  'mail.account-password.subject': 'Quayside: do nasc chuig pasfhocal nua',
  'mail.account-password.text':
    'D’iarr tú nasc chuig do chuntas ar Quayside. Leis an nasc seo roghnaíonn tú pasfhocal nua:\n{url}\n\nOibríonn an nasc uair amháin, go dtí {until}. Má tá do phasfhocal ar eolas agat, is féidir leat logáil isteach leis. Mura tusa a d’iarr, déan neamhaird den ríomhphost seo: gan an nasc, ní athraíonn aon rud.',
  'mail.account-changed.subject': 'Quayside: athraíodh do phasfhocal',
  'mail.account-changed.text':
    'Athraíodh pasfhocal do chuntais: {at}. Logáladh gach gléas amach. Más tusa a rinne é, níl aon rud le déanamh.\n\nMura tusa a rinne é, is féidir le duine éigin do ríomhphost a léamh: athraigh pasfhocal do bhosca poist ar dtús, ansin roghnaigh “An ndearna tú dearmad ar do phasfhocal?” ag an logáil isteach.',
  'mail.account-email.subject': 'Quayside: deimhnigh do sheoladh ríomhphoist nua',
  'mail.account-email.text':
    'D’iarr tú an seoladh seo a úsáid do do chuntas Quayside. Deimhnigh anseo é:\n{url}\n\nOibríonn an nasc uair amháin, go dtí {until}. Mura tusa a d’iarr, déan neamhaird den ríomhphost seo: gan an nasc, ní athraíonn aon rud.',
  'mail.account-email-changed.subject': 'Quayside: athraíodh seoladh ríomhphoist do chuntais',
  'mail.account-email-changed.text':
    'Ar {at}, bogadh do chuntas ón seoladh ríomhphoist seo go ceann eile. Más tusa a rinne é, níl aon rud le déanamh.\n\nMura tusa, tá do phasfhocal ar eolas ag duine éigin: scríobh láithreach chuig an tseirbhís do chustaiméirí ó leathanach ceann de d’orduithe.',
  'mail.report.subject': 'Quayside: do thuairisc {code}',
  'mail.report-upheld.text':
    'Go raibh maith agat as do thuairisc faoi “{name}” ({code}). Scrúdaíomar í agus rinneamar beart.',
  'mail.report-dismissed.text':
    'Thuairiscigh tú rud éigin faoi “{name}” (uimhir {code}). Sheiceálamar é agus ní bhfuaireamar cúis le gníomhú.',
} satisfies Record<keyof typeof en, string>

import type en from '../en/mail.ts'

export default {
  'mail.pay-password-code.subject': 'Quayside: do chód le haghaidh cód íocaíochta nua',
  'mail.pay-password-code.text':
    'Is é {code} do chód aonuaire le haghaidh cód íocaíochta nua. Tá sé bailí ar feadh deich nóiméad agus oibríonn sé uair amháin.\n\nNá tabhair d’aon duine é: ní iarraimid riamh é ar an bhfón ná sa chomhrá. Murar iarr tú é, b’fhéidir go bhfuil duine eile ag úsáid do chuntais: ná tabhair an cód do dhuine ar bith agus inis do sheirbhís do chustaiméirí é.',
  'mail.pay-password-code.short':
    'Quayside: is é {code} do chód aonuaire le haghaidh cód íocaíochta nua, bailí ar feadh deich nóiméad. Ná tabhair d’aon duine é.',
  'mail.pay-password-changed.subject': 'Quayside: athraíodh do chód íocaíochta',
  'mail.pay-password-changed.text':
    'Athraíodh do chód íocaíochta: {at}. Más tusa a rinne é, níl aon rud le déanamh.\n\nMura tusa a rinne é: oscail an aip, roghnaigh “Dearmadta?” ag an gcód íocaíochta agus socraigh ceann nua, tarraing siar aistarraingtí nach leatsa iad, agus inis do sheirbhís do chustaiméirí láithreach.',
  'mail.pay-password-reset.text':
    'Socraíodh cód íocaíochta nua le do phasfhocal logála agus cód aonuaire: {at}. Chun do chuid airgid a chosaint, ní íocfar aistarraingt ar bith roimh {until}. Más tusa a rinne é, níl aon rud le déanamh.\n\nMura tusa a rinne é: roimhe sin oscail an aip, roghnaigh “Dearmadta?” ag an gcód íocaíochta agus socraigh ceann nua, tarraing siar aistarraingtí nach leatsa iad, agus inis do sheirbhís do chustaiméirí láithreach.',
  'mail.pay-password-changed.short':
    'Quayside: athraíodh do chód íocaíochta ({at}). Nach tusa a rinne é? Socraigh ceann nua san aip agus inis do sheirbhís do chustaiméirí láithreach.',
  'mail.messages.subject': 'Quayside: {type}',
  'mail.messages.open': 'Léigh san aip é: {url}\n\nFaoi “Fógairtí” san aip roghnaíonn tú cad a scríobhaimid chugat.',
} satisfies Record<keyof typeof en, string>

import type en from '../en/mail.ts'

export default {
  'mail.greeting': 'Hola:',
  'mail.close': 'Un saludo,\nEl equipo de Quayside',
  'mail.pay-password-code.subject': 'Quayside: su código para una nueva clave de pago',
  'mail.pay-password-code.text':
    '{code} es su código para una nueva clave de pago. Vale diez minutos y sirve una sola vez.\n\nNo se lo dé a nadie: nunca lo pedimos por teléfono ni por chat. Si no lo pidió usted, alguien puede estar usando su cuenta: no comparta el código y avise a atención al cliente.',
  'mail.pay-password-code.short': 'Quayside: {code} es su código de la clave de pago. No lo comparta.',
  'mail.pay-password-changed.subject': 'Quayside: su clave de pago ha cambiado',
  'mail.pay-password-changed.text':
    'Su clave de pago se cambió el {at}. Si fue usted, no tiene que hacer nada.\n\nSi no fue usted: abra la aplicación, elija «¿La olvidó?» en la clave de pago y establezca otra, anule los retiros que no sean suyos y avise de inmediato a atención al cliente.',
  'mail.pay-password-reset.text':
    'Se ha establecido una nueva clave de pago con su contraseña de acceso y un código. Cuándo: {at}. Para proteger su dinero, ningún retiro sale antes del {until}. Si fue usted, no tiene que hacer nada.\n\nSi no fue usted: antes de ese momento abra la aplicación, elija «¿La olvidó?» en la clave de pago y establezca otra, anule los retiros que no sean suyos y avise de inmediato a atención al cliente.',
  'mail.pay-password-changed.short': 'Quayside: clave de pago cambiada. ¿No fue usted? Atención al cliente.',
  'mail.pay-password-disabled.subject': 'Quayside: su clave de pago está desactivada',
  'mail.pay-password-disabled.text':
    'Su clave de pago se desactivó tras muchos intentos fallidos. Cuándo: {at}. Para volver a mover dinero, abra la aplicación, elija «¿La olvidó?» en la clave de pago y establezca otra.\n\nSi los intentos no fueron suyos, alguien puede haber entrado en su cuenta: cambie su contraseña de acceso y avise a atención al cliente.',
  'mail.pay-password-disabled.short': 'Quayside: clave de pago desactivada. ¿No fue usted? Avísenos.',
  'mail.operator-token.subject': 'Quayside: elija su contraseña de operador',
  'mail.operator-token.text':
    'Se le invita como operador de Quayside en {url}: {name}.\n\nSu clave de un solo uso, válida hasta: {until}. Clave: {token}\n\nElija con ella una contraseña propia; nadie más la conoce y nadie debe pedírsela. Su primer inicio de sesión le pedirá una aplicación de autenticación. Si no esperaba este mensaje, no haga nada.',
  'mail.operator-news.subject': 'Quayside: un cambio entre los operadores',
  'mail.operator-invitation.text':
    '{by} invitó a un operador: {name}, {email}. Áreas: {desks}.\n\nOtro propietario debe confirmarlo. Si no debe ser así, anule la invitación.',
  'mail.operator-admitted.text':
    'Un operador nuevo eligió su contraseña: {name}, {email}. Áreas: {desks}.\n\nSi no debe ser así, desactive a este operador de inmediato.',
  'mail.operator-readmitted.text':
    'Un operador volvió a entrar con otra contraseña: {name}, {email}. Áreas: {desks}.\n\nSi no debe ser así, desactive a este operador de inmediato.',
  'mail.operator-granted.text':
    '{by} dio un área a {name}, {email}. Área: {desks}.\n\nSi no debe ser así, retírela de inmediato.',
  'mail.operator-deactivated.text': '{by} desactivó a un operador: {name}, {email}.',
  'mail.messages.subject': 'Quayside: {type}',
  'mail.messages.open':
    'Léalo en la aplicación: {url}\n\nEn «Notificaciones», en la aplicación, elige qué le escribimos.',
  'mail.contact-code.subject': 'Quayside: su código para esta dirección',
  'mail.contact-code.text':
    '{code} es su código para verificar esta dirección. Vale diez minutos y sirve una sola vez.\n\nNo se lo dé a nadie: nunca lo pedimos por teléfono ni por chat. Si no lo pidió usted, no tiene que hacer nada: sin el código nadie puede usar su dirección.',
  'mail.contact-code.short': 'Quayside: {code} es su código de verificación. No lo comparta.',
  'mail.contact-taken.text':
    'Quayside: alguien quiso usar este teléfono o correo en otra cuenta. Sigue siendo suyo. Si fue usted, inicie sesión con él.',
  'mail.contact-taken.short': 'Quayside: otra persona intentó usar este contacto. Nada ha cambiado.',
  'mail.contact-changed.subject': 'Quayside: su teléfono o correo ha cambiado',
  'mail.contact-changed.text':
    'El contacto {former} de su cuenta se sustituyó por {present}. Cuándo: {at}. Para proteger su dinero, ningún retiro sale antes del {until}. Si fue usted, no tiene que hacer nada.\n\nSi no fue usted: antes de esa hora, inicie sesión, cambie su contraseña de acceso, anule los retiros que no sean suyos y avise de inmediato a atención al cliente.',
  'mail.contact-changed.short': 'Quayside: contacto cambiado. ¿No fue usted? Cambie su contraseña.',
  'mail.login-code.subject': 'Quayside: su código para una nueva contraseña de acceso',
  'mail.login-code.text':
    '{code} es su código para una nueva contraseña de acceso. Vale diez minutos y sirve una sola vez.\n\nNo se lo dé a nadie: nunca lo pedimos por teléfono ni por chat. Si no lo pidió usted, no tiene que hacer nada: sin el código nadie puede establecer otra contraseña.',
  'mail.login-code.short': 'Quayside: {code} es su código de acceso. No lo comparta.',
  'mail.login-changed.subject': 'Quayside: su contraseña de acceso ha cambiado',
  'mail.login-changed.text':
    'Su contraseña de acceso ha cambiado y se cerró la sesión en otros dispositivos. Cuándo: {at}. Si fue usted, no tiene que hacer nada.\n\nSi no fue usted: elija «Olvidé la contraseña» al entrar, establezca otra, anule los retiros que no sean suyos y avise de inmediato a atención al cliente.',
  'mail.login-changed.short': 'Quayside: contraseña de acceso cambiada. ¿No fue usted? Avísenos.',
  'mail.login-reset.text':
    'Se estableció una nueva contraseña de acceso con un código y se cerró la sesión en todos los dispositivos. Cuándo: {at}. Para proteger su dinero, ningún retiro sale antes del {until}. Su clave de pago sigue igual. Si fue usted, no tiene que hacer nada.\n\nSi no fue usted: antes de esa hora, elija «Olvidé la contraseña» al entrar, establezca otra, anule los retiros que no sean suyos y avise de inmediato a atención al cliente.',
  'mail.order-page': 'La página de su pedido',
  'mail.order-keep': 'Quien tenga este enlace puede abrir la página de su pedido. No lo comparta.',
  'mail.order-links.subject': 'Sus pedidos en Quayside',
  'mail.order-links.text': 'Usted pidió las páginas de sus pedidos. Si no fue usted, ignore este correo.',
} satisfies Record<keyof typeof en, string>

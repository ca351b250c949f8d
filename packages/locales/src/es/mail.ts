import type en from '../en/mail.ts'

export default {
  'mail.greeting': 'Hola:',
  'mail.close': 'Un saludo,\nEl equipo de Quayside',
  'mail.pay-password-code.subject': 'Quayside: su código para restablecer la clave de pago',
  'mail.pay-password-code.text':
    '{code} es su código para restablecer la clave de pago. Es válido durante 10 minutos y se puede usar una sola vez.\n\nNo lo comparta con nadie. Nunca se lo pediremos por teléfono ni por chat. Si no lo ha solicitado, es posible que alguien esté usando su cuenta: no comparta el código y contacte con atención al cliente.',
  'mail.pay-password-code.short': 'Quayside: {code} es su código de la clave de pago. No lo comparta.',
  'mail.pay-password-changed.subject': 'Quayside: su clave de pago ha cambiado',
  'mail.pay-password-changed.text':
    'Su clave de pago se cambió el {at}. Si fue usted, no tiene que hacer nada.\n\nSi no fue usted, abra la aplicación, elija «¿La olvidó?» en la clave de pago y defina una nueva. Anule los retiros que no reconozca y contacte de inmediato con atención al cliente.',
  'mail.pay-password-reset.text':
    'Su clave de pago se restableció el {at}. Por seguridad, los retiros están en pausa hasta el {until}. Si fue usted, no tiene que hacer nada.\n\nSi no fue usted, actúe antes de esa hora: abra la aplicación, elija «¿La olvidó?» en la clave de pago y defina una nueva. Anule los retiros que no reconozca y contacte de inmediato con atención al cliente.',
  'mail.pay-password-changed.short': 'Quayside: clave de pago cambiada. ¿No fue usted? Atención al cliente.',
  'mail.pay-password-disabled.subject': 'Quayside: su clave de pago está desactivada',
  'mail.pay-password-disabled.text':
    'Su clave de pago se desactivó el {at} tras demasiados intentos fallidos. Para volver a pagar o retirar dinero, abra la aplicación, elija «¿La olvidó?» en la clave de pago y defina una nueva.\n\nSi no fue usted, es posible que alguien haya entrado en su cuenta: cambie su contraseña de acceso y contacte de inmediato con atención al cliente.',
  'mail.pay-password-disabled.short': 'Quayside: clave de pago desactivada. ¿No fue usted? Avísenos.',
  'mail.passkeys-changed.subject': 'Quayside: sus llaves de acceso han cambiado',
  'mail.passkey-added.text':
    'El {at} se agregó una llave de acceso a su cuenta: {name}. Sirve para confirmar pagos y retiros. Si fue usted, no tiene que hacer nada.\n\nSi no fue usted, abra la aplicación, elimínela en «Llaves de acceso» y cambie su contraseña de acceso y su clave de pago. Anule los retiros que no reconozca y contacte de inmediato con atención al cliente.',
  'mail.passkey-removed.text':
    'El {at} se eliminó una llave de acceso de su cuenta: {name}. Si fue usted, no tiene que hacer nada.\n\nSi no fue usted, cambie su contraseña de acceso y su clave de pago y contacte de inmediato con atención al cliente.',
  'mail.passkeys-changed.short': 'Quayside: cambios en sus llaves de acceso. ¿No fue usted? Avísenos.',
  'mail.operator-token.subject': 'Quayside: defina su contraseña de operador',
  'mail.operator-token.text':
    'Se le ha invitado a ser operador de Quayside en {url}: {name}.\n\nSu clave, válida una sola vez y hasta el {until}: {token}\n\nÚsela para elegir su propia contraseña. Nadie más la conoce y nadie puede pedírsela. El primer inicio de sesión requiere una aplicación de autenticación. Si no esperaba este mensaje, ignórelo.',
  'mail.operator-news.subject': 'Quayside: ha cambiado una cuenta de operador',
  'mail.operator-invitation.text':
    '{by} ha invitado a un operador: {name}, {email}. Áreas: {desks}.\n\nOtro propietario debe confirmarlo. Si es un error, revoque la invitación.',
  'mail.operator-admitted.text':
    'Un operador nuevo ha definido su contraseña: {name}, {email}. Áreas: {desks}.\n\nSi es un error, desactive a este operador de inmediato.',
  'mail.operator-readmitted.text':
    'Un operador vuelve a tener acceso con una contraseña nueva: {name}, {email}. Áreas: {desks}.\n\nSi es un error, desactive a este operador de inmediato.',
  'mail.operator-granted.text':
    '{by} ha asignado un área a {name}, {email}. Área: {desks}.\n\nSi es un error, retírela de inmediato.',
  'mail.operator-deactivated.text': '{by} ha desactivado a un operador: {name}, {email}.',
  'mail.messages.subject': 'Quayside: {type}',
  'mail.messages.open':
    'Léalo en la aplicación: {url}\n\nPara elegir qué correos recibe, abra «Notificaciones» en la aplicación.',
  'mail.contact-code.subject': 'Quayside: su código de verificación',
  'mail.contact-code.text':
    '{code} es su código para verificar esta dirección. Es válido durante 10 minutos y se puede usar una sola vez.\n\nNo lo comparta con nadie. Nunca se lo pediremos por teléfono ni por chat. Si no lo ha solicitado, puede ignorar este mensaje: sin el código nadie puede usar su dirección.',
  'mail.contact-code.short': 'Quayside: {code} es su código de verificación. No lo comparta.',
  'mail.contact-taken.text':
    'Quayside: alguien ha intentado agregar este teléfono o correo a otra cuenta. Nada ha cambiado. Si fue usted, inicie sesión con él.',
  'mail.contact-taken.short': 'Quayside: alguien quiso usar este contacto en otra cuenta. Sin cambios.',
  'mail.contact-changed.subject': 'Quayside: su teléfono o correo ha cambiado',
  'mail.contact-changed.text':
    'El {at}, {former} se sustituyó por {present} en su cuenta. Por seguridad, los retiros están en pausa hasta el {until}. Si fue usted, no tiene que hacer nada.\n\nSi no fue usted, actúe antes de esa hora: inicie sesión, cambie su contraseña de acceso, anule los retiros que no reconozca y contacte de inmediato con atención al cliente.',
  'mail.contact-changed.short':
    'Quayside: ha cambiado el contacto de su cuenta. ¿No fue usted? Cambie su contraseña y avise a atención al cliente.',
  'mail.login-code.subject': 'Quayside: su código para restablecer la contraseña de acceso',
  'mail.login-code.text':
    '{code} es su código para restablecer la contraseña de acceso. Es válido durante 10 minutos y se puede usar una sola vez.\n\nNo lo comparta con nadie. Nunca se lo pediremos por teléfono ni por chat. Si no lo ha solicitado, puede ignorar este mensaje: sin el código nadie puede definir otra contraseña.',
  'mail.login-code.short': 'Quayside: {code} es su código de acceso. No lo comparta.',
  'mail.login-changed.subject': 'Quayside: su contraseña de acceso ha cambiado',
  'mail.login-changed.text':
    'Su contraseña de acceso se cambió el {at} y se cerró la sesión en los demás dispositivos. Si fue usted, no tiene que hacer nada.\n\nSi no fue usted, elija «He olvidado la contraseña» en la página de inicio de sesión y defina otra. Anule los retiros que no reconozca y contacte de inmediato con atención al cliente.',
  'mail.login-changed.short': 'Quayside: contraseña de acceso cambiada. ¿No fue usted? Avísenos.',
  'mail.login-reset.text':
    'Su contraseña de acceso se restableció el {at} y se cerró la sesión en todos los dispositivos. Por seguridad, los retiros están en pausa hasta el {until}. Su clave de pago no ha cambiado. Si fue usted, no tiene que hacer nada.\n\nSi no fue usted, actúe antes de esa hora: elija «He olvidado la contraseña» en la página de inicio de sesión y defina otra. Anule los retiros que no reconozca y contacte de inmediato con atención al cliente.',
  'mail.login-keys':
    'Estas claves de API de su tienda siguen funcionando. Revoque las que no reconozca en «API y webhooks»:',
  'mail.order-page': 'La página de su pedido',
  'mail.order-keep': 'Cualquiera que tenga este enlace puede abrir la página de su pedido. No lo comparta.',
  'mail.order-links.subject': 'Sus pedidos en Quayside',
  'mail.order-links.text': 'Nos pidió los enlaces de sus pedidos. Si no fue usted, puede ignorar este correo.',
  'mail.account-join.subject': 'Quayside: cree su cuenta',
  'mail.account-join.text':
    'Usted pidió una cuenta en Quayside. Elija aquí su contraseña:\n{url}\n\nEl enlace funciona una vez, hasta el {until}. Si no fue usted, ignore este correo: sin el enlace no se crea ninguna cuenta.',
  'mail.account-password.subject': 'Quayside: su enlace para una contraseña nueva',
  'mail.account-password.text':
    'Usted pidió un enlace a su cuenta en Quayside. Con este enlace elige una contraseña nueva:\n{url}\n\nEl enlace funciona una vez, hasta el {until}. Si conoce su contraseña, puede iniciar sesión con ella. Si no fue usted, ignore este correo: sin el enlace no cambia nada.',
  'mail.account-changed.subject': 'Quayside: se cambió su contraseña',
  'mail.account-changed.text':
    'La contraseña de su cuenta se cambió el {at} y se cerró la sesión en todos los dispositivos. Si fue usted, no tiene que hacer nada.\n\nSi no fue usted, alguien puede leer su correo: cambie primero la contraseña de su buzón y después elija «¿Ha olvidado la contraseña?» al iniciar sesión.',
  'mail.account-email.subject': 'Quayside: confirme su nuevo correo',
  'mail.account-email.text':
    'Usted pidió usar esta dirección en su cuenta de Quayside. Confírmela aquí:\n{url}\n\nEl enlace funciona una vez, hasta el {until}. Si no fue usted, ignore este correo: sin el enlace no cambia nada.',
  'mail.account-email-changed.subject': 'Quayside: cambió el correo de su cuenta',
  'mail.account-email-changed.text':
    'El {at}, su cuenta pasó de este correo a otro. Si fue usted, no tiene que hacer nada.\n\nSi no fue usted, alguien conoce su contraseña: escriba enseguida a atención al cliente desde la página de uno de sus pedidos.',
  'mail.report.subject': 'Quayside: su denuncia {code}',
  'mail.report-upheld.text': 'Gracias por su denuncia sobre «{name}» ({code}). La revisamos y tomamos medidas.',
  'mail.report-dismissed.text':
    'Usted denunció algo sobre «{name}» (número {code}). Lo hemos comprobado y no hemos encontrado motivo para actuar.',
} satisfies Record<keyof typeof en, string>

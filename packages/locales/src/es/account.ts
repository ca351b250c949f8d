import type en from '../en/account.ts'

export default {
  'account.title': 'Datos personales',
  'account.text': 'Entra con su teléfono o correo electrónico. Allí llegan los códigos y los avisos sobre su dinero.',
  'account.verify-email': 'Verificar correo',
  'account.verify-phone': 'Verificar teléfono',
  'account.change-email': 'Cambiar correo',
  'account.change-phone': 'Cambiar teléfono',
  'account.unverified': 'Sin verificar',
  'account.verified-on': 'Verificado el {date}',
  'account.verify.text':
    'Enviamos un código a {where}. Cuando lo introduzca aquí, sabremos que nuestros mensajes le llegan.',
  'account.change.text':
    'Enviamos un código al nuevo contacto. Hasta que lo introduzca, sigue valiendo el actual. Después avisamos al anterior, y los retiros quedan en espera un tiempo para proteger su dinero.',
  'account.new-email': 'Nuevo correo electrónico',
  'account.new-phone': 'Nuevo número de teléfono',
  'account.confirm': 'Confirmar',
  'account.changed': 'Cambiado y verificado',
  'account.trusted-from': 'Recibe códigos para contraseñas olvidadas a partir del {time}.',
  'account.password': 'Cambiar contraseña de acceso',
  'account.password.text': 'Le avisamos por mensaje de que ha cambiado. En los demás dispositivos se cierra la sesión.',
  'account.password.old': 'Su contraseña de acceso actual',
  'account.password.new': 'Nueva contraseña de acceso',
  'account.password.again': 'Introdúzcala otra vez',
  'account.password.stay': 'Mantener la sesión abierta aquí',
  'account.password.changed': 'Contraseña de acceso cambiada',
  'account.forgot.text':
    'Introduzca el teléfono o el correo con el que entra. Enviamos un código al teléfono o correo verificado de esa cuenta.',
  'account.forgot.sent': 'Si existe esa cuenta, un código está en camino. Vale diez minutos.',
  'account.forgot.rest':
    'Se cierra la sesión en todos los dispositivos. Su clave de pago sigue igual, y los retiros quedan en espera un tiempo para proteger su dinero.',
  'account.forgot.set': 'Definir nueva contraseña de acceso',
  'account.devices': 'Dispositivos',
  'account.devices.text':
    'Aquí tiene la sesión abierta. Cierre la de los dispositivos que no reconozca y cambie después su contraseña de acceso.',
  'account.devices.here': 'Este dispositivo',
  'account.devices.unknown': 'Navegador desconocido',
  'account.devices.name': '{browser} en {system}',
  'account.devices.used': 'Último uso: {ago}',
  'account.devices.since': 'Sesión abierta desde el {date}',
  'account.devices.end': 'Cerrar sesión allí',
  'account.devices.end.sure': '¿Cerrar la sesión de {device}?',
  'account.devices.ended': 'Sesión cerrada allí',
  'account.devices.all': 'Cerrar todas las sesiones',
  'account.devices.all.sure': '¿Seguro que quiere cerrar todas las sesiones?',
  'pay-password.resting':
    'Su contraseña de acceso se estableció con un código. Para proteger su dinero, la clave de pago solo puede establecerse con uno a partir del {time}.',
} satisfies Record<keyof typeof en, string>

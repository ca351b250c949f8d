import type en from '../en/entry.ts'

export default {
  'entry.title': 'Su tienda, desde el teléfono',
  'entry.text':
    'Abastezca su tienda desde nuestro centro de distribución, procese los pedidos pagados y compruebe cada céntimo en su propia contabilidad.',
  'entry.code': 'Código de invitación',
  'entry.code.hint': 'Por ahora solo se admiten invitaciones internas.',
  'register.need.invitation': 'Introduzca el código de invitación',
  'entry.check': 'Usar este código',
  'entry.have-account': '¿Ya está registrado? Inicie sesión',
  'entry.promise': 'Nadie tiene que ingresar dinero para vender.',
  'login.title': 'Iniciar sesión',
  'login.name': 'Teléfono o correo electrónico',
  'login.password': 'Contraseña de acceso',
  'login.submit': 'Entrar',
  'login.no-account': '¿Sin cuenta? Regístrese',
  'login.forgot': 'Olvidé la contraseña',
  'login.show': 'Mostrar contraseña',
  'login.hide': 'Ocultar contraseña',
} satisfies Record<keyof typeof en, string>

import type en from '../en/entry.ts'

export default {
  'entry.title': 'Su tienda, desde su teléfono',
  'entry.text':
    'Agregue productos de nuestro catálogo de proveedores, procese los pedidos pagados y siga cada centavo.',
  'entry.code': 'Código de invitación',
  'entry.code.hint': 'Por ahora solo se admiten invitaciones internas.',
  'register.need.invitation': 'Ingrese el código de invitación',
  'entry.check': 'Usar este código',
  'entry.have-account': '¿Ya tiene cuenta? Inicie sesión',
  'entry.promise': 'No hace falta ningún depósito para vender.',
  'login.title': 'Iniciar sesión',
  'login.name': 'Teléfono o correo electrónico',
  'login.password': 'Contraseña de acceso',
  'login.submit': 'Iniciar sesión',
  'login.no-account': '¿No tiene cuenta? Regístrese',
  'login.forgot': 'He olvidado la contraseña',
  'login.show': 'Mostrar contraseña',
  'login.hide': 'Ocultar contraseña',
} satisfies Record<keyof typeof en, string>

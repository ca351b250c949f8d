import type en from '../en/app.ts'

export default {
  'app.update': 'Nueva versión disponible',
  'app.update.now': 'Actualizar ahora',
  'app.later': 'Más tarde',
  'app.install': 'Instalar Quayside',
  'app.install.text': 'Se abre desde la pantalla de inicio, también sin conexión',
  'app.install.share': 'En el menú del navegador, toque Compartir y luego «Agregar a pantalla de inicio»',
  'app.as-of': 'Última actualización: {when}',
  'app.offline.act': 'Se necesita conexión',
  'app.skip': 'Ir al contenido',
  'search.title': 'Buscar',
  'search.field': 'Busque o escriba una acción',
  'search.text':
    'Encuentre pedidos, productos, movimientos, mensajes y pantallas, o escriba lo que quiere hacer, como «{first} 100» o «{second}». Usted confirma antes de que algo ocurra.',
  'search.acts': 'Acciones',
  'search.screens': 'Pantallas',
  'search.none': 'Sin resultados',
  'app.pick': 'Elija un elemento de la lista para verlo aquí',
  'app.pick.list': 'Elija un elemento de la lista',
} satisfies Record<keyof typeof en, string>

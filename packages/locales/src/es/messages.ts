import type en from '../en/messages.ts'

export default {
  'messages.title': 'Mensajes',
  'messages.filter': 'Filtrar mensajes',
  'messages.unread': 'No leídos',
  'messages.read-all': 'Marcar todo como leído',
  'messages.empty': 'Aún no hay mensajes',
  'messages.empty.text': 'Aquí verá las novedades de su tienda.',
  'messages.empty.unread': 'Está todo leído',
  'messages.unread-count':
    '{n, plural, one {# mensaje sin leer} many {# mensajes sin leer} other {# mensajes sin leer}}',
  'messages.type.orders': 'Pedidos',
  'messages.type.buyers': 'Compradores',
  'messages.type.refunds': 'Reembolsos',
  'messages.type.money': 'Dinero',
  'messages.type.security': 'Seguridad',
  'messages.type.shop': 'Tienda',
  'messages.type.support': 'Atención al cliente',
  'messages.type.announcement': 'Anuncios',
  'messages.sender.system': 'Sistema',
  'messages.sender.support': 'Atención al cliente',
  'messages.sender.announcement': 'Quayside',
  'messages.about': 'Relacionado con',
  'messages.open': 'Abrir',
  'messages.choose': 'Notificaciones',
  'messages.email': 'Correo electrónico',
  'messages.email.none': 'Las notificaciones por correo no están disponibles por ahora.',
  'messages.push': 'Push',
  'messages.push.text':
    'Reciba notificaciones en este dispositivo, también con la aplicación cerrada. Con el teléfono bloqueado solo se ven el tema y la cantidad, nunca nombres ni importes.',
  'messages.push.on': 'Activar',
  'messages.push.off': 'Desactivar',
  'messages.push.later': 'Podrá activarlas cuando un comprador haya pagado su primer pedido.',
  'messages.push.denied': 'Su navegador bloquea las notificaciones. Permítalas para Quayside en los ajustes.',
  'messages.push.unsupported':
    'Este navegador no admite notificaciones. En un iPhone, agregue primero la aplicación a la pantalla de inicio.',
  'messages.push.none': 'Las notificaciones no están disponibles por ahora.',
  'messages.push.failed': 'No se pudieron activar las notificaciones. Inténtelo más tarde.',
  'messages.not-you': 'Si no ha sido usted, contacte de inmediato con atención al cliente.',
  'messages.order.paid':
    '{n, plural, =1 {El pedido {code} está pagado y por procesar. Su beneficio: {amount}.} one {# pedido pagado está por procesar. Su beneficio: {amount}.} many {# pedidos pagados están por procesar. Su beneficio: {amount}.} other {# pedidos pagados están por procesar. Su beneficio: {amount}.}}',
  'messages.order.pickup-near':
    '{n, plural, =1 {El pedido {code} se cancelará en menos de 12 horas si no lo procesa.} one {# pedido se cancelará en menos de 12 horas si no lo procesa.} many {# pedidos se cancelarán en menos de 12 horas si no los procesa.} other {# pedidos se cancelarán en menos de 12 horas si no los procesa.}}',
  'messages.order.cancelled':
    '{n, plural, =1 {Se ha cancelado el pedido {code}.} one {Se ha cancelado # pedido.} many {Se han cancelado # pedidos.} other {Se han cancelado # pedidos.}}',
  'messages.order.shipped':
    '{n, plural, =1 {El pedido {code} se ha enviado.} one {Se ha enviado # pedido.} many {Se han enviado # pedidos.} other {Se han enviado # pedidos.}}',
  'messages.order.ship-undone':
    '{n, plural, =1 {Se anuló el envío del pedido {code}. Se enviará de nuevo.} one {Se anuló el envío de # pedido. Se enviará de nuevo.} many {Se anuló el envío de # pedidos. Se enviarán de nuevo.} other {Se anuló el envío de # pedidos. Se enviarán de nuevo.}}',
  'messages.order.received':
    '{n, plural, =1 {El pedido {code} ha llegado. Quedan pendientes {amount}.} one {# pedido ha llegado. Quedan pendientes {amount}.} many {# pedidos han llegado. Quedan pendientes {amount}.} other {# pedidos han llegado. Quedan pendientes {amount}.}}',
  'messages.order.completed':
    '{n, plural, =1 {El pedido {code} está liquidado. Tiene {amount} en su saldo.} one {# pedido está liquidado. Tiene {amount} en su saldo.} many {# pedidos están liquidados. Tiene {amount} en su saldo.} other {# pedidos están liquidados. Tiene {amount} en su saldo.}}',
  'messages.order.set-aside':
    'Estamos revisando el pedido {code} porque su comprador comparte con usted un dispositivo, una tarjeta, un contacto o una dirección. Su dinero no se ve afectado. El pedido contará en sus cifras y su valoración cuando supere la revisión.',
  'messages.order.cleared': 'El pedido {code} ha superado la revisión y ya cuenta en sus cifras y su valoración.',
  'messages.order.upheld':
    'El pedido {code} no cuenta en sus cifras ni en su valoración porque lo consideramos una compra propia. Su dinero no se ve afectado. Si es un error, contacte con atención al cliente.',
  'messages.order.disputed':
    'Pedido {code}: el emisor de la tarjeta disputa {amount}. Vea qué pruebas enviar y hasta cuándo.',
  'messages.order.dispute-won': 'Pedido {code}: el banco decidió a su favor. Vuelve a disponer de {amount}.',
  'messages.order.charged-back': 'Pedido {code}: el banco devolvió {amount} al titular de la tarjeta.',
  'messages.order-talk.asked': 'El comprador del pedido {code} le ha escrito.',
  'messages.order-talk.taken':
    'Pedido {code}: atención al cliente se ha hecho cargo de su conversación con el comprador.',
  'messages.refund.requested':
    'Un comprador solicita un reembolso de {amount} ({code}). Responda a más tardar el {date} o se aceptará automáticamente.',
  'messages.refund.opened':
    'Abrimos el reembolso {code} de {amount} para un pedido liquidado. Acéptelo u objételo a más tardar el {date}; después decidirá otra persona de Quayside.',
  'messages.refund.due-soon': 'El reembolso {code} se aceptará automáticamente en menos de 12 horas. Responda antes.',
  'messages.refund.withdrawn': 'El comprador retiró la solicitud de reembolso {code}.',
  'messages.refund.approved': 'Se aprobó el reembolso {code}. Se devolverán {amount} al comprador.',
  'messages.refund.borne': 'Reembolso {code}: devolveremos {amount} al comprador, sin costo para usted.',
  'messages.refund.declined': 'Se ha denegado el reembolso {code}. No se reembolsará al comprador.',
  'messages.deposit.credited':
    '{n, plural, =1 {Recarga {code}: {amount} ya en su saldo.} one {# recarga: {amount} ya en su saldo.} many {# recargas: {amount} ya en su saldo.} other {# recargas: {amount} ya en su saldo.}}',
  'messages.deposit.set-aside':
    'La recarga {code} de {amount} está por debajo del mínimo. La guardaremos y la acreditaremos junto con la próxima.',
  'messages.deposit.rejected': 'Se ha rechazado la recarga {code}.',
  'messages.deposit.reversed': 'La recarga {code} se revirtió porque la red deshizo la transferencia de {amount}.',
  'messages.deposit.disputed':
    'Recarga {code}: el emisor de la tarjeta disputa {amount}. Vea qué pruebas enviar y hasta cuándo.',
  'messages.deposit.dispute-won': 'Recarga {code}: el banco decidió a su favor. Vuelve a disponer de {amount}.',
  'messages.deposit.charged-back': 'Recarga {code}: el banco devolvió {amount} al titular de la tarjeta.',
  'messages.withdrawal.requested':
    'Se solicitó el retiro {code} de {amount}. Si no ha sido usted, anúlelo y contacte de inmediato con atención al cliente.',
  'messages.withdrawal.approved': 'El retiro {code} está aprobado. Se le pagarán {amount}.',
  'messages.withdrawal.rejected': 'Se ha rechazado el retiro {code}. {amount} han vuelto a su saldo.',
  'messages.withdrawal.paid': 'El retiro {code} está pagado: {amount}.',
  'messages.withdrawal.failed': 'El retiro {code} no pudo pagarse. {amount} han vuelto a su saldo.',
  'messages.withdrawal.returned':
    'El banco devolvió el retiro {code} después de pagado. {amount} han vuelto a su saldo.',
  'messages.withdrawal.overdue': 'El retiro {code} de {amount} va con retraso. Lo sentimos. Su dinero está a salvo.',
  'messages.withdrawal.unsent':
    'El retiro {code} se aprobó, pero no lo pagamos a tiempo. Lo sentimos. {amount} han vuelto a su saldo.',
  'messages.withdrawal.escalated':
    'El retiro {code} de {amount} se envió, pero aún no tenemos prueba del pago. Lo estamos investigando. Su dinero está a salvo: llegará o se devolverá íntegro.',
  'messages.withdrawal.appeal-granted': 'Retiro {code}: se ha aceptado su recurso. Puede retirar {amount} de nuevo.',
  'messages.withdrawal.appeal-declined': 'Retiro {code}: se ha rechazado su recurso.',
  'messages.unidentified.assigned': 'Hemos identificado como suya una transferencia de {amount}. Está en su saldo.',
  'messages.adjustment.goodwill': 'Abonamos {amount} a su saldo. Número: {code}',
  'messages.adjustment.corrected': 'Corregimos un registro anterior: se descontaron {amount}. Número: {code}',
  'messages.adjustment.written-off': 'Cancelamos {amount} de su deuda. Número: {code}',
  'messages.destination.added': 'Se guardó un nuevo destino de retiro terminado en {ending}.',
  'messages.payment-password.set': 'Se ha definido una clave de pago.',
  'messages.payment-password.changed': 'Se ha cambiado su clave de pago.',
  'messages.payment-password.reset': 'Se ha restablecido su clave de pago.',
  'messages.payment-password.disabled':
    'Su clave de pago se desactivó tras demasiados intentos fallidos. Defina una nueva.',
  'messages.passkey.added': 'Se agregó una llave de acceso: {name}. Sirve para confirmar pagos y retiros.',
  'messages.passkey.removed': 'Se eliminó una llave de acceso: {name}.',
  'messages.login-password.changed': 'Su contraseña de acceso ha cambiado.',
  'messages.login-password.reset': 'Se ha restablecido su contraseña de acceso.',
  'messages.contact.changed': 'Su teléfono o correo ha cambiado.',
  'messages.login.new-device': 'Nuevo inicio de sesión en su cuenta desde otro dispositivo.',
  'messages.registration.verified': 'Su tienda está verificada. Ya puede vender, recargar y retirar.',
  'messages.registration.more-information': 'Necesitamos más información para verificar su tienda.',
  'messages.registration.rejected': 'Se ha rechazado su registro. Puede ver el motivo y recurrir.',
  'messages.registration.overdue': 'La revisión de su registro va con retraso. Lo sentimos. No tiene que hacer nada.',
  'messages.shop.closed': 'Se ha cerrado su tienda.',
  'messages.shop.closing': 'Está previsto el cierre de su tienda. Vea la fecha en Inicio.',
  'messages.shop.opened': 'Su tienda vuelve a estar abierta.',
  'messages.shop.restricted-sell':
    'A partir del {date}, los compradores no podrán hacer nuevos pedidos en su tienda. Los retiros siguen disponibles.',
  'messages.shop.restricted-pick-up': 'A partir del {date}, no podrá procesar pedidos. Los retiros siguen disponibles.',
  'messages.shop.restricted-list':
    'A partir del {date}, no podrá agregar productos ni ponerlos a la venta. Los retiros siguen disponibles.',
  'messages.shop.restriction-lifted': 'Se ha levantado una restricción de su tienda.',
  'messages.listing.at-loss':
    '{n, plural, =1 {{name} se retiró de la venta porque daría pérdidas.} one {# producto se retiró de la venta porque daría pérdidas.} many {# productos se retiraron de la venta porque darían pérdidas.} other {# productos se retiraron de la venta porque darían pérdidas.}}',
  'messages.listing.withdrawn':
    '{n, plural, =1 {{name} se retiró de la venta porque el proveedor ya no lo ofrece.} one {# producto se retiró de la venta porque su proveedor ya no lo ofrece.} many {# productos se retiraron de la venta porque sus proveedores ya no los ofrecen.} other {# productos se retiraron de la venta porque sus proveedores ya no los ofrecen.}}',
  'messages.listing.supplier-changed':
    '{n, plural, =1 {El proveedor cambió el precio o el stock de {name}.} one {Un proveedor cambió el precio o el stock de # producto.} many {Los proveedores cambiaron el precio o el stock de # productos.} other {Los proveedores cambiaron el precio o el stock de # productos.}}',
  'messages.setting.changed':
    'El {date} cambia {name}: de {before} a {value}. Lo iniciado antes conserva sus condiciones actuales.',
  'messages.setting.name.commission': 'la comisión',
  'messages.setting.name.withdrawal-fee.bank': 'la comisión de retiro a un banco',
  'messages.setting.name.withdrawal-fee.chain': 'la comisión de retiro a una dirección de blockchain',
  'messages.setting.name.card-hold': 'la espera hasta poder retirar una recarga con tarjeta',
  'messages.setting.name.order.pickup-window': 'el plazo para procesar un pedido',
  'messages.setting.name.order.shipping-window': 'el plazo de envío de la plataforma',
  'messages.setting.name.order.protection-window': 'el plazo hasta disponer del beneficio de un pedido recibido',
  'messages.setting.name.refund.answer-window': 'el plazo para responder a una solicitud de reembolso',
  'messages.setting.name.refund.decision-window': 'el plazo de la plataforma para decidir un reembolso',
  'messages.privacy.copy-ready': 'La copia de sus datos está lista para descargar.',
  'messages.privacy.refused': 'Su solicitud sobre sus datos fue rechazada.',
  'messages.support.answered':
    '{n, plural, =1 {Atención al cliente le ha respondido.} one {Atención al cliente le ha enviado # respuesta.} many {Atención al cliente le ha enviado # respuestas.} other {Atención al cliente le ha enviado # respuestas.}}',
  'messages.new': '{n, plural, one {# mensaje nuevo} many {# mensajes nuevos} other {# mensajes nuevos}}',
  'messages.all': 'Todos',
} satisfies Record<keyof typeof en, string>

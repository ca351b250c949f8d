import type en from '../en/messages.ts'

export default {
  'messages.title': 'Mensajes',
  'messages.filter': 'Filtrar mensajes',
  'messages.unread': 'No leídos',
  'messages.read-all': 'Marcar todo como leído',
  'messages.mark-read': 'Marcar como leído',
  'messages.empty': 'Todavía no hay mensajes',
  'messages.empty.text': 'Aquí verá las novedades de su tienda.',
  'messages.empty.unread': 'Ya lo ha leído todo',
  'messages.unread-count':
    '{n, plural, one {# mensaje sin leer} many {# mensajes sin leer} other {# mensajes sin leer}}',
  'messages.type': 'Asunto',
  'messages.type.orders': 'Pedidos',
  'messages.type.refunds': 'Reembolsos',
  'messages.type.money': 'Dinero',
  'messages.type.security': 'Seguridad',
  'messages.type.shop': 'Tienda',
  'messages.type.support': 'Atención al cliente',
  'messages.type.announcement': 'Anuncios',
  'messages.sender': 'De',
  'messages.sender.system': 'Sistema',
  'messages.sender.support': 'Atención al cliente',
  'messages.sender.announcement': 'Quayside',
  'messages.sent': 'Enviado',
  'messages.about': 'De qué se trata',
  'messages.open': 'Abrir',
  'messages.choose': 'Notificaciones',
  'messages.choose.text': 'Todos los mensajes quedan en la aplicación. Elija qué más debe llegarle.',
  'messages.email': 'Correo electrónico',
  'messages.email.none': 'Por ahora no se envía correo electrónico.',
  'messages.push': 'Notificaciones push',
  'messages.push.text':
    'Notificaciones en este dispositivo, también con la aplicación cerrada. Con el teléfono bloqueado solo se ve el asunto y cuántas son: ni nombres ni importes.',
  'messages.push.on': 'Activar aquí',
  'messages.push.off': 'Desactivar aquí',
  'messages.push.later': 'Podrá activarlas cuando un comprador haya pagado su primer pedido.',
  'messages.push.denied': 'El navegador bloquea las notificaciones de esta aplicación. Permítalas en sus ajustes.',
  'messages.push.unsupported':
    'Este navegador no muestra notificaciones. En un iPhone, añada primero la aplicación a la pantalla de inicio.',
  'messages.push.none': 'Por ahora no se envían notificaciones.',
  'messages.push.failed': 'No se pudo activar. Inténtelo más tarde.',
  'messages.not-you': 'Si no ha sido usted, contacte de inmediato con atención al cliente.',
  'messages.order.paid':
    '{n, plural, =1 {El pedido {code} está pagado y por procesar. Usted gana {amount}.} one {# pedidos pagados están por procesar. Usted gana {amount}.} many {# pedidos pagados están por procesar. Usted gana {amount}.} other {# pedidos pagados están por procesar. Usted gana {amount}.}}',
  'messages.order.pickup-near':
    '{n, plural, =1 {El pedido {code} se cancelará en menos de 12 horas si no lo procesa.} one {# pedidos se cancelarán en menos de 12 horas si no los procesa.} many {# pedidos se cancelarán en menos de 12 horas si no los procesa.} other {# pedidos se cancelarán en menos de 12 horas si no los procesa.}}',
  'messages.order.cancelled':
    '{n, plural, =1 {Se ha cancelado el pedido {code}.} one {Se ha cancelado # pedido.} many {Se han cancelado # pedidos.} other {Se han cancelado # pedidos.}}',
  'messages.order.shipped':
    '{n, plural, =1 {El pedido {code} ha sido enviado.} one {# pedidos han sido enviados.} many {# pedidos han sido enviados.} other {# pedidos han sido enviados.}}',
  'messages.order.ship-undone':
    '{n, plural, =1 {Se anuló el envío del pedido {code}. Se enviará de nuevo.} one {Se anuló el envío de # pedido. Se enviará de nuevo.} many {Se anuló el envío de # pedidos. Se enviarán de nuevo.} other {Se anuló el envío de # pedidos. Se enviarán de nuevo.}}',
  'messages.order.received':
    '{n, plural, =1 {El pedido {code} ha llegado. Quedan pendientes {amount}.} one {# pedidos han llegado. Quedan pendientes {amount}.} many {# pedidos han llegado. Quedan pendientes {amount}.} other {# pedidos han llegado. Quedan pendientes {amount}.}}',
  'messages.order.completed':
    '{n, plural, =1 {El pedido {code} está liquidado. {amount} están en su saldo.} one {# pedidos están liquidados. {amount} están en su saldo.} many {# pedidos están liquidados. {amount} están en su saldo.} other {# pedidos están liquidados. {amount} están en su saldo.}}',
  'messages.order.set-aside':
    'El pedido {code} está en revisión: su comprador comparte con usted un dispositivo, una tarjeta, un contacto o una dirección. Su dinero sigue su curso. Contará en sus cifras y su valoración cuando quede aclarado.',
  'messages.order.cleared': 'El pedido {code} quedó aclarado y cuenta en sus cifras y su valoración.',
  'messages.order.upheld':
    'El pedido {code} no cuenta en sus cifras ni en su valoración: lo consideramos una compra propia. Su dinero no se toca. Si no es así, contacte con atención al cliente.',
  'messages.order.disputed':
    'Pedido {code}: el banco de la tarjeta reclama {amount}. Vea qué puede enviar y hasta cuándo.',
  'messages.order.dispute-won': 'Pedido {code}: el banco decidió a su favor, {amount} vuelven a ser suyos.',
  'messages.order.charged-back': 'Pedido {code}: el banco devolvió {amount} al titular de la tarjeta.',
  'messages.refund.requested':
    'Un comprador pide la devolución de {amount}: reembolso {code}. Si no responde antes del {date}, se considera aceptado.',
  'messages.refund.opened':
    'La plataforma abrió el reembolso {code} de {amount} de un pedido liquidado. Acepte u objete antes del {date}; después decide otra persona de la plataforma.',
  'messages.refund.due-soon': 'El reembolso {code} se considerará aceptado en menos de 12 horas. Responda antes.',
  'messages.refund.withdrawn': 'El comprador anuló la solicitud de reembolso {code}.',
  'messages.refund.approved': 'El reembolso {code} está concedido: {amount} vuelven al comprador.',
  'messages.refund.borne':
    'Reembolso {code}: {amount} vuelven al comprador y los paga la plataforma. A usted no le cuesta nada.',
  'messages.refund.declined': 'Se ha denegado el reembolso {code}. El comprador no recibe nada.',
  'messages.deposit.credited':
    '{n, plural, =1 {Recarga {code}: {amount} están en su saldo.} one {# recargas: {amount} están en su saldo.} many {# recargas: {amount} están en su saldo.} other {# recargas: {amount} están en su saldo.}}',
  'messages.deposit.set-aside':
    'La recarga {code} de {amount} está por debajo del mínimo. Se le guarda y se acreditará junto con las siguientes.',
  'messages.deposit.rejected': 'No se ha acreditado la recarga {code}.',
  'messages.deposit.reversed': 'Se ha revertido la recarga {code}: la red deshizo la transferencia de {amount}.',
  'messages.deposit.disputed':
    'Recarga {code}: el banco de la tarjeta reclama {amount}. Vea qué puede enviar y hasta cuándo.',
  'messages.deposit.dispute-won': 'Recarga {code}: el banco decidió a su favor, {amount} vuelven a ser suyos.',
  'messages.deposit.charged-back': 'Recarga {code}: el banco devolvió {amount} al titular de la tarjeta.',
  'messages.withdrawal.requested':
    'Se solicitó el retiro {code} de {amount}. Si no ha sido usted, anúlelo y contacte de inmediato con atención al cliente.',
  'messages.withdrawal.approved': 'El retiro {code} está aprobado. Se le pagarán {amount}.',
  'messages.withdrawal.rejected': 'Se ha rechazado el retiro {code}. {amount} han vuelto a su saldo.',
  'messages.withdrawal.paid': 'El retiro {code} está pagado: {amount}.',
  'messages.withdrawal.failed': 'El retiro {code} no pudo pagarse. {amount} han vuelto a su saldo.',
  'messages.withdrawal.returned':
    'El banco devolvió el retiro {code} después de pagado. {amount} han vuelto a su saldo.',
  'messages.withdrawal.overdue':
    'El retiro {code} de {amount} ha superado el plazo prometido. La culpa es nuestra; su dinero está a salvo.',
  'messages.withdrawal.unsent':
    'El retiro {code} se aprobó, pero no lo pagamos a tiempo. Es culpa nuestra. {amount} está de nuevo en su saldo.',
  'messages.withdrawal.escalated':
    'El retiro {code} de {amount} se envió y aún falta el comprobante del pago. Lo estamos averiguando; su dinero se pagará o volverá entero.',
  'messages.withdrawal.appeal-granted':
    'Retiro {code}: se ha aceptado su reclamación. Puede retirar {amount} de nuevo.',
  'messages.withdrawal.appeal-declined': 'Retiro {code}: se ha rechazado su reclamación.',
  'messages.unidentified.assigned': 'Hemos averiguado que una transferencia de {amount} es suya. Está en su saldo.',
  'messages.adjustment.goodwill': 'La plataforma le ha dado {amount}. Está en su saldo. Número: {code}',
  'messages.adjustment.corrected': 'Se corrigió un registro anterior: se retiraron {amount}. Número: {code}',
  'messages.adjustment.written-off': 'La plataforma canceló {amount} que usted debía. Número: {code}',
  'messages.destination.added': 'Se guardó un nuevo destino de retiros, terminado en {ending}.',
  'messages.payment-password.set': 'Se estableció una clave de pago.',
  'messages.payment-password.changed': 'Se ha cambiado su clave de pago.',
  'messages.payment-password.reset': 'Se estableció una nueva clave de pago con su contraseña de acceso y un código.',
  'messages.payment-password.disabled': 'Su clave de pago se desactivó tras muchos intentos fallidos. Establezca otra.',
  'messages.login-password.changed': 'Su contraseña de acceso ha cambiado.',
  'messages.login-password.reset': 'Se estableció una nueva contraseña de acceso con un código.',
  'messages.contact.changed': 'Su teléfono o correo ha cambiado.',
  'messages.login.new-device': 'Alguien entró en su cuenta desde un dispositivo nuevo.',
  'messages.registration.verified': 'Su tienda está verificada. Ya puede vender, recargar y retirar.',
  'messages.registration.more-information': 'Necesitamos más información para verificar su tienda.',
  'messages.registration.rejected': 'Se ha rechazado su registro. Puede ver el motivo y recurrir.',
  'messages.registration.overdue': 'La revisión de su registro tarda más de lo prometido. No tiene que hacer nada.',
  'messages.shop.closed': 'Se ha cerrado su tienda.',
  'messages.shop.closing': 'Se anunció el cierre de su tienda. La pantalla de inicio indica desde cuándo.',
  'messages.shop.opened': 'Su tienda vuelve a estar abierta.',
  'messages.shop.restricted-sell':
    'Desde el {date} los compradores no pueden hacer nuevos pedidos en su tienda. Los retiros siguen abiertos.',
  'messages.shop.restricted-pick-up': 'Desde el {date} no puede procesar pedidos. Los retiros siguen abiertos.',
  'messages.shop.restricted-list':
    'Desde el {date} no puede añadir productos ni ponerlos a la venta. Los retiros siguen abiertos.',
  'messages.shop.restriction-lifted': 'Se levantó una restricción de su tienda.',
  'messages.listing.at-loss':
    '{n, plural, =1 {{name} ya no está a la venta: se vendería con pérdida.} one {# productos ya no están a la venta: se venderían con pérdida.} many {# productos ya no están a la venta: se venderían con pérdida.} other {# productos ya no están a la venta: se venderían con pérdida.}}',
  'messages.listing.withdrawn':
    '{n, plural, =1 {{name} ya no está a la venta: el proveedor ya no lo ofrece.} one {# productos ya no están a la venta: los proveedores ya no los ofrecen.} many {# productos ya no están a la venta: los proveedores ya no los ofrecen.} other {# productos ya no están a la venta: los proveedores ya no los ofrecen.}}',
  'messages.listing.supplier-changed':
    '{n, plural, =1 {El proveedor cambió el precio o el stock de {name}.} one {Los proveedores cambiaron el precio o el stock de # productos.} many {Los proveedores cambiaron el precio o el stock de # productos.} other {Los proveedores cambiaron el precio o el stock de # productos.}}',
  'messages.setting.changed':
    'Desde el {date}: {name} {value}; hasta entonces, {before}. Lo hecho antes conserva sus condiciones.',
  'messages.setting.name.commission': 'comisión',
  'messages.setting.name.withdrawal-fee.bank': 'comisión de retiro a un banco',
  'messages.setting.name.withdrawal-fee.chain': 'comisión de retiro a una dirección de blockchain',
  'messages.setting.name.card-hold': 'espera hasta poder retirar una recarga con tarjeta',
  'messages.setting.name.order.pickup-window': 'plazo para procesar un pedido',
  'messages.setting.name.order.shipping-window': 'plazo de envío de la plataforma',
  'messages.setting.name.order.protection-window': 'plazo hasta que se liberan los ingresos de un pedido recibido',
  'messages.setting.name.refund.answer-window': 'plazo para responder a una solicitud de reembolso',
  'messages.setting.name.refund.decision-window': 'plazo de la plataforma para decidir un reembolso',
  'messages.support.answered':
    '{n, plural, =1 {Atención al cliente le ha respondido.} one {Atención al cliente le ha enviado # respuestas.} many {Atención al cliente le ha enviado # respuestas.} other {Atención al cliente le ha enviado # respuestas.}}',
} satisfies Record<keyof typeof en, string>

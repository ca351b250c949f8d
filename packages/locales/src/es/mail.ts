import type en from '../en/mail.ts'

export default {
  'mail.pay-password-code.subject': 'Quayside: su código para una nueva clave de pago',
  'mail.pay-password-code.text':
    '{code} es su código para una nueva clave de pago. Vale diez minutos y sirve una sola vez.\n\nNo se lo dé a nadie: nunca lo pedimos por teléfono ni por chat. Si no lo pidió usted, alguien puede estar usando su cuenta: no comparta el código y avise a atención al cliente.',
  'mail.pay-password-code.short':
    'Quayside: {code} es su código para una nueva clave de pago, válido diez minutos. No se lo dé a nadie.',
  'mail.pay-password-changed.subject': 'Quayside: su clave de pago ha cambiado',
  'mail.pay-password-changed.text':
    'Su clave de pago ha cambiado. Cuándo: {at}. Si fue usted, no tiene que hacer nada.\n\nSi no fue usted: abra la aplicación, elija «¿La olvidó?» en la clave de pago y establezca otra, cancele los retiros que no sean suyos y avise de inmediato a atención al cliente.',
  'mail.pay-password-reset.text':
    'Se ha establecido una nueva clave de pago con su contraseña de acceso y un código. Cuándo: {at}. Para proteger su dinero, ningún retiro sale antes de: {until}. Si fue usted, no tiene que hacer nada.\n\nSi no fue usted: antes de ese momento abra la aplicación, elija «¿La olvidó?» en la clave de pago y establezca otra, cancele los retiros que no sean suyos y avise de inmediato a atención al cliente.',
  'mail.pay-password-changed.short':
    'Quayside: su clave de pago ha cambiado ({at}). ¿No fue usted? Establezca otra en la aplicación y avise de inmediato a atención al cliente.',
  'mail.messages.subject': 'Quayside: {type}',
  'mail.messages.open':
    'Léalo en la aplicación: {url}\n\nEn «Notificaciones», en la aplicación, elige qué le escribimos.',
} satisfies Record<keyof typeof en, string>

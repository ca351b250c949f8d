import type en from '../en/mail.ts'

export default {
  'mail.pay-password-code.subject': 'Quayside: seu código para uma nova senha de pagamento',
  'mail.pay-password-code.text':
    '{code} é o seu código para uma nova senha de pagamento. Vale por dez minutos e só uma vez.\n\nNão o passe a ninguém: nunca pedimos o código por telefone ou chat. Se você não o pediu, alguém pode estar usando sua conta: não repasse o código e avise o atendimento.',
  'mail.pay-password-code.short':
    'Quayside: {code} é o seu código para uma nova senha de pagamento, válido por dez minutos. Não o passe a ninguém.',
  'mail.pay-password-changed.subject': 'Quayside: sua senha de pagamento foi alterada',
  'mail.pay-password-changed.text':
    'Sua senha de pagamento foi alterada. Quando: {at}. Se foi você, não precisa fazer nada.\n\nSe não foi você: abra o aplicativo, escolha “Esqueceu?” na senha de pagamento e defina outra, cancele os saques que não são seus e avise o atendimento imediatamente.',
  'mail.pay-password-reset.text':
    'Uma nova senha de pagamento foi definida com sua senha de acesso e um código. Quando: {at}. Para proteger seu dinheiro, nenhum saque sai antes de {until}. Se foi você, não precisa fazer nada.\n\nSe não foi você: antes disso, abra o aplicativo, escolha “Esqueceu?” na senha de pagamento e defina outra, cancele os saques que não são seus e avise o atendimento imediatamente.',
  'mail.pay-password-changed.short':
    'Quayside: sua senha de pagamento foi alterada ({at}). Não foi você? Defina outra no aplicativo e avise o atendimento imediatamente.',
  'mail.messages.subject': 'Quayside: {type}',
  'mail.messages.open':
    'Leia no aplicativo: {url}\n\nEm “Notificações”, no aplicativo, você escolhe o que lhe escrevemos.',
} satisfies Record<keyof typeof en, string>

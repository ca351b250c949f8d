import type en from '../en/mail.ts'

export default {
  'mail.greeting': 'Olá,',
  'mail.close': 'Atenciosamente,\nEquipe Quayside',
  'mail.pay-password-code.subject': 'Quayside: seu código para uma nova senha de pagamento',
  'mail.pay-password-code.text':
    '{code} é o seu código para uma nova senha de pagamento. Vale por dez minutos e só uma vez.\n\nNão o compartilhe com ninguém: nunca pedimos o código por telefone ou chat. Se você não o pediu, alguém pode estar usando sua conta: não compartilhe o código e avise o atendimento.',
  'mail.pay-password-code.short': 'Quayside: {code} é o código da senha de pagamento. Não compartilhe.',
  'mail.pay-password-changed.subject': 'Quayside: sua senha de pagamento foi alterada',
  'mail.pay-password-changed.text':
    'Sua senha de pagamento foi alterada em {at}. Se foi você, não precisa fazer nada.\n\nSe não foi você: abra o aplicativo, escolha “Esqueceu?” na senha de pagamento e defina outra, cancele os saques que não são seus e avise o atendimento imediatamente.',
  'mail.pay-password-reset.text':
    'Uma nova senha de pagamento foi definida com sua senha de acesso e um código. Quando: {at}. Para proteger seu dinheiro, nenhum saque sai antes de {until}. Se foi você, não precisa fazer nada.\n\nSe não foi você: antes disso, abra o aplicativo, escolha “Esqueceu?” na senha de pagamento e defina outra, cancele os saques que não são seus e avise o atendimento imediatamente.',
  'mail.pay-password-changed.short': 'Quayside: senha de pagamento alterada. Não foi você? Avise-nos.',
  'mail.pay-password-disabled.subject': 'Quayside: sua senha de pagamento foi desativada',
  'mail.pay-password-disabled.text':
    'Sua senha de pagamento foi desativada após muitas tentativas erradas. Quando: {at}. Para movimentar dinheiro de novo, abra o aplicativo, escolha “Esqueceu?” na senha de pagamento e defina outra.\n\nSe as tentativas não foram suas, alguém pode ter entrado na sua conta: altere sua senha de acesso e avise o atendimento.',
  'mail.pay-password-disabled.short': 'Quayside: senha de pagamento desativada. Não foi você? Avise-nos.',
  'mail.operator-token.subject': 'Quayside: escolha sua senha de operador',
  'mail.operator-token.text':
    'Você foi convidado como operador do Quayside em {url}: {name}.\n\nSeu código, válido uma vez e até {until}: {token}\n\nEscolha com ele uma senha só sua; ninguém mais a conhece e ninguém pode pedi-la. O primeiro login pedirá um aplicativo autenticador. Se não esperava esta mensagem, não faça nada.',
  'mail.operator-news.subject': 'Quayside: uma mudança entre os operadores',
  'mail.operator-invitation.text':
    '{by} convidou um operador: {name}, {email}. Áreas: {desks}.\n\nOutro proprietário precisa confirmar. Se não deveria ser assim, revogue o convite.',
  'mail.operator-admitted.text':
    'Um novo operador escolheu a senha: {name}, {email}. Áreas: {desks}.\n\nSe não deveria ser assim, desative este operador imediatamente.',
  'mail.operator-readmitted.text':
    'Um operador foi readmitido com outra senha: {name}, {email}. Áreas: {desks}.\n\nSe não deveria ser assim, desative este operador imediatamente.',
  'mail.operator-granted.text':
    '{by} deu uma área a {name}, {email}. Área: {desks}.\n\nSe não deveria ser assim, retire-a imediatamente.',
  'mail.operator-deactivated.text': '{by} desativou um operador: {name}, {email}.',
  'mail.messages.subject': 'Quayside: {type}',
  'mail.messages.open':
    'Leia no aplicativo: {url}\n\nEm “Notificações”, no aplicativo, você escolhe o que enviamos a você.',
  'mail.contact-code.subject': 'Quayside: seu código para este endereço',
  'mail.contact-code.text':
    '{code} é o seu código para verificar este endereço. Vale por dez minutos e só uma vez.\n\nNão o passe a ninguém: nunca pedimos o código por telefone ou chat. Se você não o pediu, não precisa fazer nada: sem o código ninguém pode usar seu endereço.',
  'mail.contact-code.short': 'Quayside: {code} é o seu código de verificação. Não compartilhe.',
  'mail.contact-taken.text':
    'Quayside: alguém quis usar este telefone ou e-mail em outra conta. Ele continua seu. Se foi você, use-o para entrar na sua conta.',
  'mail.contact-taken.short': 'Quayside: tentaram usar este contato em outra conta. Nada mudou.',
  'mail.contact-changed.subject': 'Quayside: seu telefone ou e-mail foi trocado',
  'mail.contact-changed.text':
    'O contato {former} da sua conta foi trocado por {present}. Quando: {at}. Para proteger seu dinheiro, nenhum saque sai antes de {until}. Se foi você, não precisa fazer nada.\n\nSe não foi você: entre antes disso, troque a senha de acesso, cancele os saques que não são seus e avise o atendimento imediatamente.',
  'mail.contact-changed.short': 'Quayside: contato alterado. Não foi você? Altere a senha de acesso.',
  'mail.login-code.subject': 'Quayside: seu código para uma nova senha de acesso',
  'mail.login-code.text':
    '{code} é o seu código para uma nova senha de acesso. Vale por dez minutos e só uma vez.\n\nNão o passe a ninguém: nunca pedimos o código por telefone ou chat. Se você não o pediu, não precisa fazer nada: sem o código ninguém pode definir uma nova senha.',
  'mail.login-code.short': 'Quayside: {code} é o código da senha de acesso. Não compartilhe.',
  'mail.login-changed.subject': 'Quayside: sua senha de acesso foi alterada',
  'mail.login-changed.text':
    'Sua senha de acesso foi alterada e os outros dispositivos foram desconectados. Quando: {at}. Se foi você, não precisa fazer nada.\n\nSe não foi você: escolha “Esqueci a senha” ao entrar, defina outra, cancele os saques que não são seus e avise o atendimento imediatamente.',
  'mail.login-changed.short': 'Quayside: senha de acesso alterada. Não foi você? Avise-nos.',
  'mail.login-reset.text':
    'Uma nova senha de acesso foi definida com um código e todos os dispositivos foram desconectados. Quando: {at}. Para proteger seu dinheiro, nenhum saque sai antes de {until}; sua senha de pagamento continua a mesma. Se foi você, não precisa fazer nada.\n\nSe não foi você: antes disso, escolha “Esqueci a senha” ao entrar, defina outra, cancele os saques que não são seus e avise o atendimento imediatamente.',
  'mail.order-page': 'A página do seu pedido',
  'mail.order-keep': 'Quem tem este link pode abrir a página do seu pedido. Não o compartilhe.',
  'mail.order-links.subject': 'Os seus pedidos na Quayside',
  'mail.order-links.text': 'Você pediu as páginas dos seus pedidos. Se não foi você, ignore este e-mail.',
} satisfies Record<keyof typeof en, string>

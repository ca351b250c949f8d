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
  'mail.pay-password-disabled.subject': 'Quayside: sua senha de pagamento foi desativada',
  'mail.pay-password-disabled.text':
    'Sua senha de pagamento foi desativada após muitas tentativas erradas. Quando: {at}. Para movimentar dinheiro de novo, abra o aplicativo, escolha “Esqueceu?” na senha de pagamento e defina outra.\n\nSe as tentativas não foram suas, alguém pode ter entrado na sua conta: altere sua senha de acesso e avise o atendimento.',
  'mail.pay-password-disabled.short':
    'Quayside: sua senha de pagamento foi desativada após muitas tentativas erradas. Quando: {at}. Defina outra no aplicativo. Não foi você? Avise o atendimento.',
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
  'mail.contact-code.short':
    'Quayside: {code} é o seu código para verificar este número, válido por dez minutos. Não o passe a ninguém.',
  'mail.contact-taken.text':
    'Quayside: alguém quis usar este telefone ou e-mail em outra conta. Ele continua seu. Se foi você, use-o para entrar na sua conta.',
  'mail.contact-changed.subject': 'Quayside: seu telefone ou e-mail foi trocado',
  'mail.contact-changed.text':
    'O contato {former} da sua conta foi trocado por {present}. Quando: {at}. Para proteger seu dinheiro, nenhum saque sai antes de {until}. Se foi você, não precisa fazer nada.\n\nSe não foi você: entre antes disso, troque a senha de acesso, cancele os saques que não são seus e avise o atendimento imediatamente.',
  'mail.contact-changed.short':
    'Quayside: {former} da sua conta foi trocado por {present} ({at}). Não foi você? Troque a senha de acesso e avise o atendimento imediatamente.',
  'mail.login-code.subject': 'Quayside: seu código para uma nova senha de acesso',
  'mail.login-code.text':
    '{code} é o seu código para uma nova senha de acesso. Vale por dez minutos e só uma vez.\n\nNão o passe a ninguém: nunca pedimos o código por telefone ou chat. Se você não o pediu, não precisa fazer nada: sem o código ninguém pode definir uma nova senha.',
  'mail.login-code.short':
    'Quayside: {code} é o seu código para uma nova senha de acesso, válido por dez minutos. Não o passe a ninguém.',
  'mail.login-changed.subject': 'Quayside: sua senha de acesso foi trocada',
  'mail.login-changed.text':
    'Sua senha de acesso foi trocada e os outros aparelhos foram desconectados. Quando: {at}. Se foi você, não precisa fazer nada.\n\nSe não foi você: escolha “Esqueci a senha” ao entrar, defina outra, cancele os saques que não são seus e avise o atendimento imediatamente.',
  'mail.login-changed.short':
    'Quayside: sua senha de acesso foi trocada ({at}). Não foi você? Escolha “Esqueci a senha” ao entrar e avise o atendimento imediatamente.',
  'mail.login-reset.text':
    'Uma nova senha de acesso foi definida com um código e todos os aparelhos foram desconectados. Quando: {at}. Para proteger seu dinheiro, nenhum saque sai antes de {until}; sua senha de pagamento continua a mesma. Se foi você, não precisa fazer nada.\n\nSe não foi você: antes disso, escolha “Esqueci a senha” ao entrar, defina outra, cancele os saques que não são seus e avise o atendimento imediatamente.',
} satisfies Record<keyof typeof en, string>

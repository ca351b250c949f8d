import type en from '../en/mail.ts'

export default {
  'mail.greeting': 'Olá,',
  'mail.close': 'Atenciosamente,\nEquipe Quayside',
  'mail.pay-password-code.subject': 'Quayside: seu código para redefinir a senha de pagamento',
  'mail.pay-password-code.text':
    '{code} é o seu código para redefinir a senha de pagamento. Ele vale por 10 minutos e só pode ser usado uma vez.\n\nNão o compartilhe com ninguém. Nunca o pediremos por telefone ou chat. Se você não o solicitou, alguém pode estar usando sua conta: não compartilhe o código e fale com o atendimento.',
  'mail.pay-password-code.short': 'Quayside: {code} é o código da senha de pagamento. Não compartilhe.',
  'mail.pay-password-changed.subject': 'Quayside: sua senha de pagamento foi alterada',
  'mail.pay-password-changed.text':
    'Sua senha de pagamento foi alterada em {at}. Se foi você, não precisa fazer nada.\n\nSe não foi você, abra o aplicativo, toque em “Esqueceu?” na senha de pagamento e defina uma nova. Cancele os saques que não reconhecer e fale imediatamente com o atendimento.',
  'mail.pay-password-reset.text':
    'Sua senha de pagamento foi redefinida em {at}. Por segurança, os saques estão suspensos até {until}. Se foi você, não precisa fazer nada.\n\nSe não foi você, aja antes disso: abra o aplicativo, toque em “Esqueceu?” na senha de pagamento e defina uma nova. Cancele os saques que não reconhecer e fale imediatamente com o atendimento.',
  'mail.pay-password-changed.short': 'Quayside: senha de pagamento alterada. Não foi você? Avise-nos.',
  'mail.pay-password-disabled.subject': 'Quayside: sua senha de pagamento foi desativada',
  'mail.pay-password-disabled.text':
    'Em {at}, sua senha de pagamento foi desativada após muitas tentativas incorretas. Para voltar a pagar ou sacar, abra o aplicativo, toque em “Esqueceu?” na senha de pagamento e defina uma nova.\n\nSe não foi você, alguém pode ter entrado na sua conta: altere sua senha de acesso e fale imediatamente com o atendimento.',
  'mail.pay-password-disabled.short': 'Quayside: senha de pagamento desativada. Não foi você? Avise-nos.',
  'mail.passkeys-changed.subject': 'Quayside: suas chaves de acesso foram alteradas',
  'mail.passkey-added.text':
    'Uma chave de acesso foi adicionada à sua conta em {at}: {name}. Ela pode confirmar pagamentos e saques. Se foi você, não precisa fazer nada.\n\nSe não foi você, abra o aplicativo, remova-a em “Chaves de acesso” e altere sua senha de acesso e sua senha de pagamento. Cancele os saques que não reconhecer e fale imediatamente com o atendimento.',
  'mail.passkey-removed.text':
    'Uma chave de acesso foi removida da sua conta em {at}: {name}. Se foi você, não precisa fazer nada.\n\nSe não foi você, altere sua senha de acesso e sua senha de pagamento e fale imediatamente com o atendimento.',
  'mail.passkeys-changed.short': 'Quayside: chaves de acesso alteradas. Não foi você? Avise-nos.',
  'mail.operator-token.subject': 'Quayside: defina sua senha de operador',
  'mail.operator-token.text':
    'Você recebeu um convite para ser operador da Quayside em {url}: {name}.\n\nSeu código, válido uma única vez e até {until}: {token}\n\nUse-o para escolher sua própria senha. Ninguém mais a conhece e ninguém pode pedi-la. O primeiro login exige um aplicativo autenticador. Se você não esperava esta mensagem, ignore-a.',
  'mail.operator-news.subject': 'Quayside: uma conta de operador mudou',
  'mail.operator-invitation.text':
    '{by} convidou um operador: {name}, {email}. Áreas: {desks}.\n\nOutro proprietário precisa confirmar. Se isso estiver errado, revogue o convite.',
  'mail.operator-admitted.text':
    'Um novo operador definiu a senha: {name}, {email}. Áreas: {desks}.\n\nSe isso estiver errado, desative este operador imediatamente.',
  'mail.operator-readmitted.text':
    'Um operador voltou a ter acesso com uma nova senha: {name}, {email}. Áreas: {desks}.\n\nSe isso estiver errado, desative este operador imediatamente.',
  'mail.operator-granted.text':
    '{by} atribuiu uma área a {name}, {email}. Área: {desks}.\n\nSe isso estiver errado, retire-a imediatamente.',
  'mail.operator-deactivated.text': '{by} desativou um operador: {name}, {email}.',
  'mail.messages.subject': 'Quayside: {type}',
  'mail.messages.open':
    'Leia no aplicativo: {url}\n\nPara escolher quais e-mails receber, abra “Notificações” no aplicativo.',
  'mail.contact-code.subject': 'Quayside: seu código de verificação',
  'mail.contact-code.text':
    '{code} é o seu código para verificar este endereço. Ele vale por 10 minutos e só pode ser usado uma vez.\n\nNão o compartilhe com ninguém. Nunca o pediremos por telefone ou chat. Se você não o solicitou, pode ignorar esta mensagem: sem o código, ninguém pode usar seu endereço.',
  'mail.contact-code.short': 'Quayside: {code} é o seu código de verificação. Não compartilhe.',
  'mail.contact-taken.text':
    'Quayside: alguém tentou adicionar este telefone ou e-mail a outra conta. Nada mudou. Se foi você, entre com ele na sua conta.',
  'mail.contact-taken.short': 'Quayside: tentaram usar este contato em outra conta. Nada mudou.',
  'mail.contact-changed.subject': 'Quayside: seu telefone ou e-mail foi alterado',
  'mail.contact-changed.text':
    'Em {at}, {former} foi substituído por {present} na sua conta. Por segurança, os saques estão suspensos até {until}. Se foi você, não precisa fazer nada.\n\nSe não foi você, aja antes disso: entre na sua conta, altere a senha de acesso, cancele os saques que não reconhecer e fale imediatamente com o atendimento.',
  'mail.contact-changed.short':
    'Quayside: o contato da sua conta mudou. Foi outra pessoa? Troque sua senha de acesso e fale com o atendimento.',
  'mail.login-code.subject': 'Quayside: seu código para redefinir a senha de acesso',
  'mail.login-code.text':
    '{code} é o seu código para redefinir a senha de acesso. Ele vale por 10 minutos e só pode ser usado uma vez.\n\nNão o compartilhe com ninguém. Nunca o pediremos por telefone ou chat. Se você não o solicitou, pode ignorar esta mensagem: sem o código, ninguém pode definir uma nova senha.',
  'mail.login-code.short': 'Quayside: {code} é o código da senha de acesso. Não compartilhe.',
  'mail.login-changed.subject': 'Quayside: sua senha de acesso foi alterada',
  'mail.login-changed.text':
    'Sua senha de acesso foi alterada em {at}, e os outros dispositivos foram desconectados. Se foi você, não precisa fazer nada.\n\nSe não foi você, toque em “Esqueci a senha” na página de login e defina uma nova. Cancele os saques que não reconhecer e fale imediatamente com o atendimento.',
  'mail.login-changed.short': 'Quayside: senha de acesso alterada. Não foi você? Avise-nos.',
  'mail.login-reset.text':
    'Sua senha de acesso foi redefinida em {at}, e todos os dispositivos foram desconectados. Por segurança, os saques estão suspensos até {until}. Sua senha de pagamento não mudou. Se foi você, não precisa fazer nada.\n\nSe não foi você, aja antes disso: toque em “Esqueci a senha” na página de login e defina uma nova. Cancele os saques que não reconhecer e fale imediatamente com o atendimento.',
  'mail.login-keys':
    'Estas chaves de API da sua loja continuam funcionando. Revogue as que não reconhecer em “API e webhooks”:',
  'mail.order-page': 'A página do seu pedido',
  'mail.order-keep': 'Qualquer pessoa com este link pode abrir a página do seu pedido. Não o compartilhe.',
  'mail.order-links.subject': 'Seus pedidos na Quayside',
  'mail.order-links.text': 'Você pediu os links dos seus pedidos. Se não foi você, pode ignorar este e-mail.',
  'mail.account-join.subject': 'Quayside: crie a sua conta',
  'mail.account-join.text':
    'Você pediu uma conta na Quayside. Escolha a sua senha aqui:\n{url}\n\nO link funciona uma vez, até {until}. Se não foi você, ignore este e-mail: sem o link, nenhuma conta é criada.',
  'mail.account-password.subject': 'Quayside: o seu link para uma nova senha',
  'mail.account-password.text':
    'Você pediu um link para a sua conta na Quayside. Com este link você escolhe uma nova senha:\n{url}\n\nO link funciona uma vez, até {until}. Se você sabe a sua senha, pode entrar com ela. Se não foi você, ignore este e-mail: sem o link, nada muda.',
  'mail.account-changed.subject': 'Quayside: a sua senha foi alterada',
  'mail.account-changed.text':
    'A senha da sua conta foi alterada em {at}, e todos os dispositivos foram desconectados. Se foi você, não é preciso fazer nada.\n\nSe não foi você, alguém consegue ler os seus e-mails: altere primeiro a senha da sua caixa de e-mail e depois escolha “Esqueceu a senha?” ao entrar.',
  'mail.account-email.subject': 'Quayside: confirme seu novo e-mail',
  'mail.account-email.text':
    'Você pediu para usar este e-mail na sua conta da Quayside. Confirme aqui:\n{url}\n\nO link funciona uma vez, até {until}. Se não foi você, ignore este e-mail: sem o link, nada muda.',
  'mail.account-email-changed.subject': 'Quayside: o e-mail da sua conta foi alterado',
  'mail.account-email-changed.text':
    'Em {at}, sua conta passou deste e-mail para outro. Se foi você, não precisa fazer nada.\n\nSe não foi, alguém sabe a sua senha: escreva agora mesmo para o atendimento a partir da página de um dos seus pedidos.',
  'mail.report.subject': 'Quayside: a sua denúncia {code}',
  'mail.report-upheld.text': 'Obrigado pela denúncia sobre “{name}” ({code}). Analisamos e tomamos providências.',
  'mail.report-dismissed.text':
    'Você denunciou algo sobre “{name}” (número {code}). Verificamos e não encontramos motivo para agir.',
} satisfies Record<keyof typeof en, string>

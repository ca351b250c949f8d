import type en from '../en/account.ts'

export default {
  'account.title': 'Dados pessoais',
  'account.text': 'Você entra com o telefone ou o e-mail. Os códigos e avisos sobre o seu dinheiro vão para lá.',
  'account.verify-email': 'Verificar e-mail',
  'account.verify-phone': 'Verificar telefone',
  'account.change-email': 'Trocar e-mail',
  'account.change-phone': 'Trocar telefone',
  'account.unverified': 'Não verificado',
  'account.verified-on': 'Verificado em {date}',
  'account.verify.text':
    'Enviamos um código para {where}. Quando você o digitar aqui, saberemos que nossas mensagens chegam até você.',
  'account.change.text':
    'Enviamos um código para o novo contato. Até você digitá-lo, vale o atual. Depois avisamos o anterior, e os saques ficam suspensos por um tempo para proteger seu dinheiro.',
  'account.new-email': 'Novo e-mail',
  'account.new-phone': 'Novo telefone',
  'account.confirm': 'Confirmar',
  'account.changed': 'Trocado e verificado',
  'account.trusted-from': 'Recebe códigos para senhas esquecidas a partir de {time}.',
  'account.password': 'Trocar senha de acesso',
  'account.password.text': 'Avisamos você por mensagem que ela foi trocada. Os outros aparelhos são desconectados.',
  'account.password.old': 'Sua senha de acesso atual',
  'account.password.new': 'Nova senha de acesso',
  'account.password.again': 'Digite-a de novo',
  'account.password.stay': 'Continuar conectado aqui',
  'account.password.changed': 'Senha de acesso trocada',
  'account.forgot.text':
    'Digite o telefone ou e-mail com que você entra. Enviamos um código para o telefone ou e-mail verificado dessa conta.',
  'account.forgot.sent': 'Se essa conta existir, um código está a caminho. Ele vale por dez minutos.',
  'account.forgot.rest':
    'Todos os aparelhos são desconectados. Sua senha de pagamento continua a mesma, e os saques ficam suspensos por um tempo para proteger seu dinheiro.',
  'account.forgot.set': 'Definir nova senha de acesso',
  'account.devices': 'Aparelhos',
  'account.devices.text': 'Você está conectado aqui. Desconecte o que não conhece e depois troque a senha de acesso.',
  'account.devices.here': 'Este aparelho',
  'account.devices.unknown': 'Navegador desconhecido',
  'account.devices.name': '{browser} em {system}',
  'account.devices.used': 'Último uso: {ago}',
  'account.devices.since': 'Conectado desde {date}',
  'account.devices.end': 'Desconectar',
  'account.devices.end.sure': 'Desconectar {device}?',
  'account.devices.ended': 'Aparelho desconectado',
  'account.devices.all': 'Sair de todos os aparelhos',
  'account.devices.all.sure': 'Tem certeza de que quer sair de todos os aparelhos?',
  'pay-password.resting':
    'Sua senha de acesso foi definida com um código. Para proteger seu dinheiro, a senha de pagamento só pode ser definida com um código a partir de {time}.',
} satisfies Record<keyof typeof en, string>

import type en from '../en/messages.ts'

export default {
  'messages.title': 'Mensagens',
  'messages.filter': 'Filtrar mensagens',
  'messages.unread': 'Não lidas',
  'messages.read-all': 'Marcar todas como lidas',
  'messages.mark-read': 'Marcar como lida',
  'messages.empty': 'Ainda não há mensagens',
  'messages.empty.text': 'O que acontece na sua loja aparece aqui.',
  'messages.empty.unread': 'Você leu tudo',
  'messages.unread-count':
    '{n, plural, one {# mensagem não lida} many {# mensagens não lidas} other {# mensagens não lidas}}',
  'messages.type': 'Assunto',
  'messages.type.orders': 'Pedidos',
  'messages.type.refunds': 'Reembolsos',
  'messages.type.money': 'Dinheiro',
  'messages.type.security': 'Segurança',
  'messages.type.shop': 'Loja',
  'messages.type.support': 'Atendimento',
  'messages.type.announcement': 'Comunicados',
  'messages.sender': 'De',
  'messages.sender.system': 'Sistema',
  'messages.sender.support': 'Atendimento',
  'messages.sender.announcement': 'Quayside',
  'messages.sent': 'Enviada',
  'messages.about': 'Do que se trata',
  'messages.open': 'Abrir',
  'messages.choose': 'Notificações',
  'messages.choose.text': 'Toda mensagem fica no aplicativo. Escolha o que mais deve chegar até você.',
  'messages.email': 'E-mail',
  'messages.email.none': 'No momento não são enviados e-mails.',
  'messages.push': 'Notificações push',
  'messages.push.text':
    'Notificações neste dispositivo, mesmo com o aplicativo fechado. Com o celular bloqueado, você vê apenas o assunto e a quantidade: sem nomes, sem valores.',
  'messages.push.on': 'Ativar neste dispositivo',
  'messages.push.off': 'Desativar neste dispositivo',
  'messages.push.later': 'Você pode ativar isto depois que um comprador pagar o seu primeiro pedido.',
  'messages.push.denied': 'O navegador bloqueia as notificações deste aplicativo. Permita-as nas configurações dele.',
  'messages.push.unsupported':
    'Este navegador não mostra notificações. No iPhone, adicione antes o aplicativo à Tela de Início.',
  'messages.push.none': 'No momento não são enviadas notificações.',
  'messages.push.failed': 'Não foi possível ativar. Tente de novo mais tarde.',
  'messages.not-you': 'Se não foi você, fale imediatamente com o atendimento.',
  'messages.order.paid':
    '{n, plural, =1 {O pedido {code} está pago e aguarda processamento. Você ganha {amount}.} one {# pedidos pagos aguardam processamento. Você ganha {amount}.} many {# pedidos pagos aguardam processamento. Você ganha {amount}.} other {# pedidos pagos aguardam processamento. Você ganha {amount}.}}',
  'messages.order.pickup-near':
    '{n, plural, =1 {O pedido {code} será cancelado em menos de 12 horas se você não o processar.} one {# pedidos serão cancelados em menos de 12 horas se você não os processar.} many {# pedidos serão cancelados em menos de 12 horas se você não os processar.} other {# pedidos serão cancelados em menos de 12 horas se você não os processar.}}',
  'messages.order.cancelled':
    '{n, plural, =1 {O pedido {code} foi cancelado.} one {# pedidos foram cancelados.} many {# pedidos foram cancelados.} other {# pedidos foram cancelados.}}',
  'messages.order.shipped':
    '{n, plural, =1 {O pedido {code} foi enviado.} one {# pedidos foram enviados.} many {# pedidos foram enviados.} other {# pedidos foram enviados.}}',
  'messages.order.ship-undone':
    '{n, plural, =1 {O envio do pedido {code} foi anulado. Ele será enviado de novo.} one {O envio de # pedido foi anulado. Ele será enviado de novo.} many {O envio de # pedidos foi anulado. Eles serão enviados de novo.} other {O envio de # pedidos foi anulado. Eles serão enviados de novo.}}',
  'messages.order.received':
    '{n, plural, =1 {O pedido {code} chegou. {amount} estão pendentes.} one {# pedidos chegaram. {amount} estão pendentes.} many {# pedidos chegaram. {amount} estão pendentes.} other {# pedidos chegaram. {amount} estão pendentes.}}',
  'messages.order.completed':
    '{n, plural, =1 {O pedido {code} foi liquidado. {amount} estão no seu saldo.} one {# pedidos foram liquidados. {amount} estão no seu saldo.} many {# pedidos foram liquidados. {amount} estão no seu saldo.} other {# pedidos foram liquidados. {amount} estão no seu saldo.}}',
  'messages.order.set-aside':
    'O pedido {code} está em análise: o comprador tem um dispositivo, cartão, contato ou endereço em comum com você. Seu dinheiro segue o curso normal. Ele conta nos seus números e na avaliação quando for liberado.',
  'messages.order.cleared': 'O pedido {code} foi liberado e conta nos seus números e na avaliação.',
  'messages.order.upheld':
    'O pedido {code} não conta nos seus números nem na avaliação: nós o consideramos uma compra sua. Seu dinheiro não é afetado. Se isso estiver errado, fale com o atendimento.',
  'messages.order.disputed':
    'Pedido {code}: o banco do cartão pede {amount} de volta. Veja o que pode enviar e até quando.',
  'messages.order.dispute-won': 'Pedido {code}: o banco decidiu a seu favor, {amount} são seus novamente.',
  'messages.order.charged-back': 'Pedido {code}: o banco devolveu {amount} ao titular do cartão.',
  'messages.refund.requested':
    'Um comprador pede {amount} de volta: reembolso {code}. Sem a sua resposta até {date}, conta como aceito.',
  'messages.refund.opened':
    'A plataforma abriu o reembolso {code} de {amount} de um pedido liquidado. Aceite ou conteste até {date}; depois, outra pessoa da plataforma decide.',
  'messages.refund.due-soon': 'O reembolso {code} conta como aceito em menos de 12 horas. Responda antes disso.',
  'messages.refund.withdrawn': 'O comprador desistiu do reembolso {code}.',
  'messages.refund.approved': 'O reembolso {code} foi concedido: {amount} voltam para o comprador.',
  'messages.refund.borne':
    'Reembolso {code}: {amount} voltam para o comprador e a plataforma paga. Não custa nada a você.',
  'messages.refund.declined': 'O reembolso {code} foi negado. O comprador não recebe nada de volta.',
  'messages.deposit.credited':
    '{n, plural, =1 {Recarga {code}: {amount} estão no seu saldo.} one {# recargas: {amount} estão no seu saldo.} many {# recargas: {amount} estão no seu saldo.} other {# recargas: {amount} estão no seu saldo.}}',
  'messages.deposit.set-aside':
    'A recarga {code} de {amount} está abaixo do mínimo. Ela fica guardada para você e será creditada com as próximas.',
  'messages.deposit.rejected': 'A recarga {code} não foi creditada.',
  'messages.deposit.reversed': 'A recarga {code} foi revertida: a rede desfez a transferência de {amount}.',
  'messages.deposit.disputed':
    'Recarga {code}: o banco do cartão pede {amount} de volta. Veja o que pode enviar e até quando.',
  'messages.deposit.dispute-won': 'Recarga {code}: o banco decidiu a seu favor, {amount} são seus novamente.',
  'messages.deposit.charged-back': 'Recarga {code}: o banco devolveu {amount} ao titular do cartão.',
  'messages.withdrawal.requested':
    'Foi solicitado o saque {code} de {amount}. Se não foi você, cancele-o e fale imediatamente com o atendimento.',
  'messages.withdrawal.approved': 'O saque {code} foi aprovado. {amount} serão pagos a você.',
  'messages.withdrawal.rejected': 'O saque {code} não foi aprovado. {amount} voltaram ao seu saldo.',
  'messages.withdrawal.paid': 'O saque {code} foi pago: {amount}.',
  'messages.withdrawal.failed': 'O saque {code} não pôde ser pago. {amount} voltaram ao seu saldo.',
  'messages.withdrawal.returned': 'O banco devolveu o saque {code} depois de pago. {amount} voltaram ao seu saldo.',
  'messages.withdrawal.overdue':
    'O saque {code} de {amount} passou do prazo prometido. A culpa é nossa; o seu dinheiro está guardado com segurança.',
  'messages.withdrawal.unsent':
    'O saque {code} foi aprovado, mas não o pagamos a tempo. A culpa é nossa. {amount} voltou ao seu saldo.',
  'messages.withdrawal.escalated':
    'O saque {code} de {amount} foi enviado, mas ainda falta o comprovante do pagamento. Estamos verificando; seu dinheiro será pago ou voltará por inteiro.',
  'messages.withdrawal.appeal-granted': 'Saque {code}: seu recurso foi aceito. Você pode sacar {amount} de novo.',
  'messages.withdrawal.appeal-declined': 'Saque {code}: seu recurso foi recusado.',
  'messages.unidentified.assigned': 'Descobrimos que uma transferência de {amount} é sua. Está no seu saldo.',
  'messages.adjustment.goodwill': 'A plataforma deu {amount} a você. Está no seu saldo. Número: {code}',
  'messages.adjustment.corrected': 'Um registro anterior foi corrigido: {amount} foi retirado. Número: {code}',
  'messages.adjustment.written-off': 'A plataforma cancelou {amount} que você devia. Número: {code}',
  'messages.destination.added': 'Foi salvo um novo destino para saques, com final {ending}.',
  'messages.payment-password.set': 'Foi definida uma senha de pagamento.',
  'messages.payment-password.changed': 'A sua senha de pagamento foi alterada.',
  'messages.payment-password.reset': 'Uma nova senha de pagamento foi definida com a sua senha de acesso e um código.',
  'messages.payment-password.disabled':
    'Sua senha de pagamento foi desativada após muitas tentativas erradas. Defina outra.',
  'messages.login-password.changed': 'Sua senha de acesso foi alterada.',
  'messages.login-password.reset': 'Uma nova senha de acesso foi definida com um código.',
  'messages.contact.changed': 'Seu telefone ou e-mail foi trocado.',
  'messages.login.new-device': 'Alguém entrou na sua conta em um novo dispositivo.',
  'messages.registration.verified': 'A sua loja foi verificada. Você pode vender, recarregar e sacar.',
  'messages.registration.more-information': 'Precisamos de mais informações para verificar a sua loja.',
  'messages.registration.rejected': 'O seu registo foi rejeitado. Pode ler o motivo e recorrer.',
  'messages.registration.overdue':
    'A análise do seu registo está mais atrasada do que prometido. Não precisa de fazer nada.',
  'messages.shop.closed': 'A sua loja foi fechada.',
  'messages.shop.closing': 'O fechamento da sua loja foi anunciado. A tela inicial mostra a partir de quando.',
  'messages.shop.opened': 'A sua loja está aberta novamente.',
  'messages.shop.restricted-sell':
    'A partir de {date} os compradores não podem fazer novos pedidos na sua loja. Os saques continuam abertos.',
  'messages.shop.restricted-pick-up': 'A partir de {date} não pode processar pedidos. Os saques continuam abertos.',
  'messages.shop.restricted-list':
    'A partir de {date} não pode adicionar produtos nem colocá-los à venda. Os saques continuam abertos.',
  'messages.shop.restriction-lifted': 'Uma restrição da sua loja foi levantada.',
  'messages.listing.at-loss':
    '{n, plural, =1 {{name} não está mais à venda: daria prejuízo.} one {# produtos não estão mais à venda: dariam prejuízo.} many {# produtos não estão mais à venda: dariam prejuízo.} other {# produtos não estão mais à venda: dariam prejuízo.}}',
  'messages.listing.withdrawn':
    '{n, plural, =1 {{name} não está mais à venda: o fornecedor não oferece mais este produto.} one {# produtos não estão mais à venda: os fornecedores não os vendem mais.} many {# produtos não estão mais à venda: os fornecedores não os vendem mais.} other {# produtos não estão mais à venda: os fornecedores não os vendem mais.}}',
  'messages.listing.supplier-changed':
    '{n, plural, =1 {O fornecedor alterou o preço ou o estoque de {name}.} one {Fornecedores alteraram o preço ou o estoque de # produtos.} many {Fornecedores alteraram o preço ou o estoque de # produtos.} other {Fornecedores alteraram o preço ou o estoque de # produtos.}}',
  'messages.setting.changed':
    'A partir de {date}: {name} {value}; até lá, {before}. O que você já fez mantém as condições.',
  'messages.setting.name.commission': 'comissão',
  'messages.setting.name.withdrawal-fee.bank': 'taxa de saque para banco',
  'messages.setting.name.withdrawal-fee.chain': 'taxa de saque para endereço de blockchain',
  'messages.setting.name.card-hold': 'espera até poder sacar uma recarga por cartão',
  'messages.setting.name.order.pickup-window': 'prazo para processar um pedido',
  'messages.setting.name.order.shipping-window': 'prazo de envio da plataforma',
  'messages.setting.name.order.protection-window': 'prazo até os ganhos de um pedido recebido serem liberados',
  'messages.setting.name.refund.answer-window': 'prazo para responder a um pedido de reembolso',
  'messages.setting.name.refund.decision-window': 'prazo da plataforma para decidir um reembolso',
  'messages.support.answered':
    '{n, plural, =1 {O atendimento respondeu a você.} one {O atendimento enviou # respostas a você.} many {O atendimento enviou # respostas a você.} other {O atendimento enviou # respostas a você.}}',
} satisfies Record<keyof typeof en, string>

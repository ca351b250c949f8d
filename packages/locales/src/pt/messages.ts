import type en from '../en/messages.ts'

export default {
  'messages.title': 'Mensagens',
  'messages.filter': 'Filtrar mensagens',
  'messages.unread': 'Não lidas',
  'messages.read-all': 'Marcar todas como lidas',
  'messages.empty': 'Ainda não há mensagens',
  'messages.empty.text': 'As novidades da sua loja aparecerão aqui.',
  'messages.empty.unread': 'Tudo lido',
  'messages.unread-count':
    '{n, plural, one {# mensagem não lida} many {# mensagens não lidas} other {# mensagens não lidas}}',
  'messages.type.orders': 'Pedidos',
  'messages.type.buyers': 'Compradores',
  'messages.type.refunds': 'Reembolsos',
  'messages.type.money': 'Dinheiro',
  'messages.type.security': 'Segurança',
  'messages.type.shop': 'Loja',
  'messages.type.support': 'Atendimento',
  'messages.type.announcement': 'Comunicados',
  'messages.sender.system': 'Sistema',
  'messages.sender.support': 'Atendimento',
  'messages.sender.announcement': 'Quayside',
  'messages.about': 'Relacionada a',
  'messages.open': 'Abrir',
  'messages.choose': 'Notificações',
  'messages.email': 'E-mail',
  'messages.email.none': 'As notificações por e-mail não estão disponíveis no momento.',
  'messages.push': 'Push',
  'messages.push.text':
    'Receba notificações neste dispositivo, mesmo com o aplicativo fechado. Com o celular bloqueado, aparecem só o assunto e a quantidade, nunca nomes ou valores.',
  'messages.push.on': 'Ativar',
  'messages.push.off': 'Desativar',
  'messages.push.later': 'Você pode ativar isto depois que um comprador pagar o seu primeiro pedido.',
  'messages.push.denied':
    'Seu navegador está bloqueando as notificações. Permita-as para a Quayside nas configurações dele.',
  'messages.push.unsupported':
    'Este navegador não aceita notificações. No iPhone, adicione antes o aplicativo à Tela de Início.',
  'messages.push.none': 'As notificações não estão disponíveis no momento.',
  'messages.push.failed': 'Não foi possível ativar as notificações. Tente de novo mais tarde.',
  'messages.not-you': 'Se não foi você, fale imediatamente com o atendimento.',
  'messages.order.paid':
    '{n, plural, =1 {O pedido {code} está pago e aguarda processamento. Seu lucro: {amount}.} one {# pedido pago aguarda processamento. Seu lucro: {amount}.} many {# pedidos pagos aguardam processamento. Seu lucro: {amount}.} other {# pedidos pagos aguardam processamento. Seu lucro: {amount}.}}',
  'messages.order.pickup-near':
    '{n, plural, =1 {O pedido {code} será cancelado em menos de 12 horas se você não o processar.} one {# pedido será cancelado em menos de 12 horas se você não o processar.} many {# pedidos serão cancelados em menos de 12 horas se você não os processar.} other {# pedidos serão cancelados em menos de 12 horas se você não os processar.}}',
  'messages.order.cancelled':
    '{n, plural, =1 {O pedido {code} foi cancelado.} one {# pedido foi cancelado.} many {# pedidos foram cancelados.} other {# pedidos foram cancelados.}}',
  'messages.order.shipped':
    '{n, plural, =1 {O pedido {code} foi enviado.} one {# pedido foi enviado.} many {# pedidos foram enviados.} other {# pedidos foram enviados.}}',
  'messages.order.ship-undone':
    '{n, plural, =1 {O envio do pedido {code} foi anulado. Ele será enviado de novo.} one {O envio de # pedido foi anulado. Ele será enviado de novo.} many {O envio de # pedidos foi anulado. Eles serão enviados de novo.} other {O envio de # pedidos foi anulado. Eles serão enviados de novo.}}',
  'messages.order.received':
    '{n, plural, =1 {O pedido {code} foi entregue. {amount} pendentes.} one {# pedido foi entregue. {amount} pendentes.} many {# pedidos foram entregues. {amount} pendentes.} other {# pedidos foram entregues. {amount} pendentes.}}',
  'messages.order.completed':
    '{n, plural, =1 {O pedido {code} foi liquidado. {amount} no seu saldo.} one {# pedido foi liquidado. {amount} no seu saldo.} many {# pedidos foram liquidados. {amount} no seu saldo.} other {# pedidos foram liquidados. {amount} no seu saldo.}}',
  'messages.order.set-aside':
    'Estamos analisando o pedido {code} porque o comprador tem um dispositivo, cartão, contato ou endereço em comum com você. Seu dinheiro não é afetado. O pedido contará nos seus números e na avaliação quando for liberado.',
  'messages.order.cleared': 'O pedido {code} foi liberado e já conta nos seus números e na avaliação.',
  'messages.order.upheld':
    'O pedido {code} não conta nos seus números nem na avaliação porque o consideramos uma compra sua. Seu dinheiro não é afetado. Se isso estiver errado, fale com o atendimento.',
  'messages.order.disputed':
    'Pedido {code}: disputa, o emissor do cartão reclama {amount}. Veja quais provas enviar e até quando.',
  'messages.order.dispute-won': 'Pedido {code}: o banco decidiu a seu favor. De novo disponível: {amount}.',
  'messages.order.charged-back': 'Pedido {code}: o banco devolveu {amount} ao titular do cartão.',
  'messages.order-talk.asked': 'O comprador do pedido {code} escreveu para você.',
  'messages.order-talk.taken': 'Pedido {code}: o atendimento assumiu sua conversa com o comprador.',
  'messages.refund.requested':
    'Um comprador solicitou o reembolso de {amount} ({code}). Responda até {date} ou ele será aceito automaticamente.',
  'messages.refund.opened':
    'Abrimos o reembolso {code} de {amount} para um pedido liquidado. Aceite ou conteste até {date}; depois, outra pessoa da Quayside decidirá.',
  'messages.refund.due-soon':
    'O reembolso {code} será aceito automaticamente em menos de 12 horas. Responda antes disso.',
  'messages.refund.withdrawn': 'O comprador desistiu da solicitação de reembolso {code}.',
  'messages.refund.approved': 'O reembolso {code} foi aprovado. O comprador receberá {amount}.',
  'messages.refund.borne': 'Reembolso {code}: devolveremos {amount} ao comprador, sem custo para você.',
  'messages.refund.declined': 'O reembolso {code} foi negado. O comprador não será reembolsado.',
  'messages.deposit.credited':
    '{n, plural, =1 {Recarga {code}: +{amount} no seu saldo.} one {# recarga: +{amount} no seu saldo.} many {# recargas: +{amount} no seu saldo.} other {# recargas: +{amount} no seu saldo.}}',
  'messages.deposit.set-aside':
    'A recarga {code} de {amount} está abaixo do mínimo. Ela ficará guardada e será creditada com a próxima.',
  'messages.deposit.rejected': 'A recarga {code} foi rejeitada.',
  'messages.deposit.reversed': 'A recarga {code} foi revertida porque a rede desfez a transferência de {amount}.',
  'messages.deposit.disputed':
    'Recarga {code}: disputa, o emissor do cartão reclama {amount}. Veja quais provas enviar e até quando.',
  'messages.deposit.dispute-won': 'Recarga {code}: o banco decidiu a seu favor. De novo disponível: {amount}.',
  'messages.deposit.charged-back': 'Recarga {code}: o banco devolveu {amount} ao titular do cartão.',
  'messages.withdrawal.requested':
    'O saque {code} de {amount} foi solicitado. Se não foi você, cancele-o e fale imediatamente com o atendimento.',
  'messages.withdrawal.approved': 'O saque {code} foi aprovado. Você receberá {amount}.',
  'messages.withdrawal.rejected': 'O saque {code} foi rejeitado. {amount} voltaram ao seu saldo.',
  'messages.withdrawal.paid': 'O saque {code} foi pago: {amount}.',
  'messages.withdrawal.failed': 'O saque {code} não pôde ser pago. {amount} voltaram ao seu saldo.',
  'messages.withdrawal.returned': 'O banco devolveu o saque {code} depois de pago. {amount} voltaram ao seu saldo.',
  'messages.withdrawal.overdue':
    'O saque {code} de {amount} está atrasado. Pedimos desculpas. Seu dinheiro está seguro.',
  'messages.withdrawal.unsent':
    'O saque {code} foi aprovado, mas não o pagamos a tempo. Pedimos desculpas. {amount} voltaram ao seu saldo.',
  'messages.withdrawal.escalated':
    'O saque {code} de {amount} foi enviado, mas ainda não temos o comprovante do pagamento. Estamos verificando. Seu dinheiro está seguro: ele chegará ou será devolvido por inteiro.',
  'messages.withdrawal.appeal-granted': 'Saque {code}: seu recurso foi aceito. Você pode sacar {amount} de novo.',
  'messages.withdrawal.appeal-declined': 'Saque {code}: seu recurso foi recusado.',
  'messages.unidentified.assigned': 'Identificamos uma transferência de {amount} como sua. O valor está no seu saldo.',
  'messages.adjustment.goodwill': 'Creditamos {amount} no seu saldo. Número: {code}',
  'messages.adjustment.corrected': 'Corrigimos um registro anterior e descontamos {amount}. Número: {code}',
  'messages.adjustment.written-off': 'Cancelamos {amount} da sua dívida. Número: {code}',
  'messages.destination.added': 'Um novo destino de saque com final {ending} foi salvo.',
  'messages.payment-password.set': 'Uma senha de pagamento foi definida.',
  'messages.payment-password.changed': 'Sua senha de pagamento foi alterada.',
  'messages.payment-password.reset': 'Sua senha de pagamento foi redefinida.',
  'messages.payment-password.disabled':
    'Sua senha de pagamento foi desativada após muitas tentativas incorretas. Defina uma nova.',
  'messages.passkey.added': 'Uma chave de acesso foi adicionada: {name}. Ela pode confirmar pagamentos e saques.',
  'messages.passkey.removed': 'Uma chave de acesso foi removida: {name}.',
  'messages.login-password.changed': 'Sua senha de acesso foi alterada.',
  'messages.login-password.reset': 'Sua senha de acesso foi redefinida.',
  'messages.contact.changed': 'Seu telefone ou e-mail foi alterado.',
  'messages.login.new-device': 'Novo acesso à sua conta em outro dispositivo.',
  'messages.registration.verified': 'Sua loja foi verificada. Você já pode vender, recarregar e sacar.',
  'messages.registration.more-information': 'Precisamos de mais informações para verificar sua loja.',
  'messages.registration.rejected': 'Seu cadastro foi rejeitado. Você pode ver o motivo e recorrer.',
  'messages.registration.overdue':
    'A análise do seu cadastro está atrasada. Pedimos desculpas. Você não precisa fazer nada.',
  'messages.shop.closed': 'Sua loja foi fechada.',
  'messages.shop.closing': 'O fechamento da sua loja está previsto. Veja a data no Início.',
  'messages.shop.opened': 'Sua loja está aberta de novo.',
  'messages.shop.restricted-sell':
    'A partir de {date}, os compradores não poderão fazer novos pedidos na sua loja. Os saques continuam disponíveis.',
  'messages.shop.restricted-pick-up':
    'A partir de {date}, você não poderá processar pedidos. Os saques continuam disponíveis.',
  'messages.shop.restricted-list':
    'A partir de {date}, você não poderá adicionar produtos nem colocá-los à venda. Os saques continuam disponíveis.',
  'messages.shop.restriction-lifted': 'Uma restrição da sua loja foi removida.',
  'messages.listing.at-loss':
    '{n, plural, =1 {{name} saiu de venda porque daria prejuízo.} one {# produto saiu de venda porque daria prejuízo.} many {# produtos saíram de venda porque dariam prejuízo.} other {# produtos saíram de venda porque dariam prejuízo.}}',
  'messages.listing.withdrawn':
    '{n, plural, =1 {{name} saiu de venda porque o fornecedor não o oferece mais.} one {# produto saiu de venda porque o fornecedor não o oferece mais.} many {# produtos saíram de venda porque os fornecedores não os oferecem mais.} other {# produtos saíram de venda porque os fornecedores não os oferecem mais.}}',
  'messages.listing.supplier-changed':
    '{n, plural, =1 {O fornecedor alterou o preço ou o estoque de {name}.} one {Um fornecedor alterou o preço ou o estoque de # produto.} many {Fornecedores alteraram o preço ou o estoque de # produtos.} other {Fornecedores alteraram o preço ou o estoque de # produtos.}}',
  'messages.setting.changed':
    'Em {date}, muda {name}: de {before} para {value}. O que você começou antes mantém as condições atuais.',
  'messages.setting.name.commission': 'a comissão',
  'messages.setting.name.withdrawal-fee.bank': 'a taxa de saque para banco',
  'messages.setting.name.withdrawal-fee.chain': 'a taxa de saque para endereço de blockchain',
  'messages.setting.name.card-hold': 'a espera até poder sacar uma recarga por cartão',
  'messages.setting.name.order.pickup-window': 'o prazo para processar um pedido',
  'messages.setting.name.order.shipping-window': 'o prazo de envio da plataforma',
  'messages.setting.name.order.protection-window': 'o prazo até o lucro de um pedido recebido ficar disponível',
  'messages.setting.name.refund.answer-window': 'o prazo para responder a uma solicitação de reembolso',
  'messages.setting.name.refund.decision-window': 'o prazo da plataforma para decidir um reembolso',
  'messages.privacy.copy-ready': 'A cópia dos seus dados está pronta para baixar.',
  'messages.privacy.refused': 'Sua solicitação sobre seus dados foi recusada.',
  'messages.support.answered':
    '{n, plural, =1 {O atendimento respondeu a você.} one {O atendimento enviou # resposta a você.} many {O atendimento enviou # respostas a você.} other {O atendimento enviou # respostas a você.}}',
  'messages.new': '{n, plural, one {# nova mensagem} many {# novas mensagens} other {# novas mensagens}}',
  'messages.all': 'Todas',
} satisfies Record<keyof typeof en, string>

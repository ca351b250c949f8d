import type en from '../en/app.ts'

export default {
  'app.update': 'Nova versão disponível',
  'app.update.now': 'Atualizar agora',
  'app.later': 'Mais tarde',
  'app.install': 'Instalar o Quayside',
  'app.install.text': 'Abre pela tela inicial, mesmo sem conexão',
  'app.install.share': 'No menu do navegador, toque em Compartilhar e depois em “Adicionar à Tela de Início”',
  'app.as-of': 'Última atualização: {when}',
  'app.offline.act': 'É preciso ter conexão',
  'app.skip': 'Ir para o conteúdo',
  'search.title': 'Buscar',
  'search.field': 'Busque ou digite uma ação',
  'search.text':
    'Encontre pedidos, produtos, movimentações, mensagens e telas, ou digite o que quer fazer, como “{first} 100” ou “{second}”. Você confirma antes de qualquer coisa acontecer.',
  'search.acts': 'Ações',
  'search.screens': 'Telas',
  'search.none': 'Nada encontrado',
  'app.pick': 'Escolha um item da lista para vê-lo aqui',
  'app.pick.list': 'Escolha um item da lista',
} satisfies Record<keyof typeof en, string>

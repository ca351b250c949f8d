import type en from '../en/app.ts'

export default {
  'app.update': 'Há uma nova versão pronta',
  'app.update.now': 'Atualizar agora',
  'app.later': 'Mais tarde',
  'app.install': 'Instalar o Quayside',
  'app.install.text': 'Abre pela tela inicial, mesmo sem conexão',
  'app.install.share': 'No menu do navegador, toque em Compartilhar e depois em “Adicionar à Tela de Início”',
  'app.as-of': 'Atualizado: {when}',
  'app.offline.act': 'Precisa de conexão',
  'app.skip': 'Ir para o conteúdo',
  'app.pick': 'Escolha um item da lista para vê-lo aqui',
} satisfies Record<keyof typeof en, string>

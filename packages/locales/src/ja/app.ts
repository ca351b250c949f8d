import type en from '../en/app.ts'

export default {
  'app.update': '新しいバージョンがあります',
  'app.update.now': '今すぐ更新',
  'app.later': 'あとで',
  'app.install': 'Quaysideをインストール',
  'app.install.text': 'ホーム画面から、オフラインでも開けます',
  'app.install.share': 'ブラウザのメニューで「共有」をタップし、「ホーム画面に追加」を選んでください',
  'app.as-of': '最終更新：{when}',
  'app.offline.act': '接続が必要です',
  'app.skip': '本文へ移動',
  'search.title': '検索',
  'search.field': '検索、または操作を入力',
  'search.text':
    '注文、商品、取引、メッセージ、画面を検索できます。「{first} 100」「{second}」のように操作も入力できます。実行の前に確認があります。',
  'search.acts': '操作',
  'search.screens': '画面',
  'search.none': '見つかりませんでした',
  'app.pick': '一覧から選ぶと、ここに表示されます',
  'app.pick.list': '一覧から選んでください',
} satisfies Record<keyof typeof en, string>

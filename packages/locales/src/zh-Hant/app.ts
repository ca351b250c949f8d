import type en from '../en/app.ts'

export default {
  'app.update': '有新版本可用',
  'app.update.now': '立即更新',
  'app.later': '稍後再說',
  'app.install': '安裝 Quayside',
  'app.install.text': '可從主畫面開啟，沒有網路也能開啟',
  'app.install.share': '在瀏覽器選單中點按「分享」，再選擇「加入主畫面」',
  'app.as-of': '更新於 {when}',
  'app.offline.act': '需要網路連線',
  'app.skip': '跳到內容',
  'search.title': '搜尋',
  'search.field': '搜尋或輸入操作',
  'search.text':
    '尋找訂單、商品、變動、訊息和頁面，或輸入您要做的事，例如「{first} 100」或「{second}」。執行前會請您確認。',
  'search.acts': '操作',
  'search.screens': '頁面',
  'search.none': '找不到結果',
  'app.pick': '從清單中選擇一項，即可在此查看',
  'app.pick.list': '請從清單中選擇一項',
} satisfies Record<keyof typeof en, string>

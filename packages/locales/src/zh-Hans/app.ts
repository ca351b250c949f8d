import type en from '../en/app.ts'

export default {
  'app.update': '有新版本可用',
  'app.update.now': '立即更新',
  'app.later': '以后再说',
  'app.install': '安装 Quayside',
  'app.install.text': '可从主屏幕打开，没有网络也能打开',
  'app.install.share': '在浏览器菜单中点按“分享”，再选择“添加到主屏幕”',
  'app.as-of': '更新于 {when}',
  'app.offline.act': '需要网络连接',
  'app.skip': '跳到内容',
  'search.title': '搜索',
  'search.field': '搜索或输入操作',
  'search.text':
    '查找订单、商品、变动、消息和页面，或输入您要做的事，例如“{first} 100”或“{second}”。执行前会请您确认。',
  'search.acts': '操作',
  'search.screens': '页面',
  'search.none': '没有找到结果',
  'app.pick': '从列表中选择一项，即可在此查看',
  'app.pick.list': '请从列表中选择一项',
} satisfies Record<keyof typeof en, string>

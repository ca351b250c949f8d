import type en from '../en/entry.ts'

export default {
  'entry.title': '用手機經營您的商店',
  'entry.text': '從選品中心挑選商品，買家付款的訂單一鍵採購，每一分錢都清楚可查。',
  'entry.code': '邀請碼',
  'entry.code.hint': '目前僅支援內部邀請。',
  'register.need.invitation': '請輸入邀請碼',
  'entry.check': '使用此邀請碼',
  'entry.have-account': '已註冊？前往登入',
  'entry.promise': '開店銷售無需預存任何款項。',
  'login.title': '登入',
  'login.name': '手機號碼或電子郵件',
  'login.password': '登入密碼',
  'login.submit': '登入',
  'login.no-account': '沒有帳號？立即註冊',
  'login.forgot': '忘記密碼',
  'login.show': '顯示密碼',
  'login.hide': '隱藏密碼',
} satisfies Record<keyof typeof en, string>

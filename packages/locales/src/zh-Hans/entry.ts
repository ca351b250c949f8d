import type en from '../en/entry.ts'

export default {
  'entry.title': '用手机经营您的店铺',
  'entry.text': '从选品中心挑选商品，买家付款的订单一键采购，每一分钱都清楚可查。',
  'entry.code': '邀请码',
  'entry.code.hint': '目前仅支持内部邀请。',
  'register.need.invitation': '请输入邀请码',
  'entry.check': '使用此邀请码',
  'entry.have-account': '已注册？去登录',
  'entry.promise': '开店销售无需预存任何款项。',
  'login.title': '登录',
  'login.name': '手机号或邮箱',
  'login.password': '登录密码',
  'login.submit': '登录',
  'login.no-account': '没有账号？立即注册',
  'login.forgot': '忘记密码',
  'login.show': '显示密码',
  'login.hide': '隐藏密码',
} satisfies Record<keyof typeof en, string>

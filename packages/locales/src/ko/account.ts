import type en from '../en/account.ts'

export default {
  'account.title': '개인 정보',
  'account.text': '전화번호나 이메일로 로그인합니다. 인증번호와 자금 관련 알림도 여기로 보냅니다.',
  'account.verify-email': '이메일 인증',
  'account.verify-phone': '전화번호 인증',
  'account.change-email': '이메일 변경',
  'account.change-phone': '전화번호 변경',
  'account.unverified': '미인증',
  'account.verified-on': '인증일 {date}',
  'account.verify.text':
    '다음 연락처로 인증번호를 보냅니다: {where}. 받은 인증번호를 입력하시면 메시지가 잘 도착하는지 확인됩니다.',
  'account.change.text':
    '새 연락처로 인증번호를 보냅니다. 입력하기 전까지는 지금 연락처가 그대로 유지됩니다. 변경되면 이전 연락처로 알리고, 자금 보호를 위해 출금이 잠시 보류됩니다.',
  'account.new-email': '새 이메일',
  'account.new-phone': '새 전화번호',
  'account.confirm': '확인',
  'account.changed': '변경 및 인증되었습니다',
  'account.trusted-from': '{time}부터 비밀번호 찾기 인증번호를 받을 수 있습니다.',
  'account.password': '로그인 비밀번호 변경',
  'account.password.text': '변경되면 메시지로 알려 드립니다. 다른 기기는 모두 로그아웃됩니다.',
  'account.password.old': '현재 로그인 비밀번호',
  'account.password.new': '새 로그인 비밀번호',
  'account.password.again': '다시 입력',
  'account.password.stay': '이 기기는 로그인 유지',
  'account.password.changed': '로그인 비밀번호를 변경했습니다',
  'account.forgot.text':
    '로그인할 때 쓰는 전화번호나 이메일을 입력하세요. 해당 계정의 인증된 전화나 이메일로 인증번호를 보냅니다.',
  'account.forgot.sent': '해당 계정이 있으면 인증번호가 곧 도착합니다. 10분 동안 유효합니다.',
  'account.forgot.rest':
    '모든 기기에서 로그아웃됩니다. 결제 비밀번호는 그대로이며, 자금 보호를 위해 출금이 잠시 보류됩니다.',
  'account.forgot.set': '새 로그인 비밀번호 설정',
  'account.devices': '기기',
  'account.devices.text': '로그인되어 있는 기기입니다. 모르는 기기는 로그아웃하고 로그인 비밀번호를 변경하세요.',
  'account.devices.here': '이 기기',
  'account.devices.unknown': '알 수 없는 브라우저',
  'account.devices.name': '{system}의 {browser}',
  'account.devices.used': '마지막 사용: {ago}',
  'account.devices.since': '{date}부터 로그인',
  'account.devices.end': '이 기기 로그아웃',
  'account.devices.end.sure': '{device}에서 로그아웃하시겠습니까?',
  'account.devices.ended': '해당 기기에서 로그아웃했습니다',
  'account.devices.all': '모든 기기에서 로그아웃',
  'account.devices.all.sure': '모든 기기에서 로그아웃하시겠습니까?',
  'pay-password.resting':
    '로그인 비밀번호가 인증번호로 설정되었습니다. 자금 보호를 위해 결제 비밀번호는 {time}부터 인증번호로 설정할 수 있습니다.',
} satisfies Record<keyof typeof en, string>

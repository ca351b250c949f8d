import type en from '../en/entry.ts'

export default {
  'entry.title': 'Sua loja, direto do celular',
  'entry.text': 'Adicione produtos do nosso catálogo de fornecedores, processe pedidos pagos e acompanhe cada centavo.',
  'entry.code': 'Código de convite',
  'entry.code.hint': 'No momento só aceitamos convites internos.',
  'register.need.invitation': 'Informe o código de convite',
  'entry.check': 'Usar este código',
  'entry.have-account': 'Já tem cadastro? Entre',
  'entry.promise': 'Não é preciso depositar nada para vender.',
  'login.title': 'Entrar',
  'login.name': 'Telefone ou e-mail',
  'login.password': 'Senha de acesso',
  'login.submit': 'Entrar',
  'login.no-account': 'Não tem conta? Cadastre-se',
  'login.forgot': 'Esqueci a senha',
  'login.show': 'Mostrar senha',
  'login.hide': 'Ocultar senha',
} satisfies Record<keyof typeof en, string>

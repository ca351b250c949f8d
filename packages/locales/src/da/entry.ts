import type en from '../en/entry.ts'

export default {
  'entry.title': 'Din butik, styret fra telefonen',
  'entry.text': 'Tilføj varer fra vores leverandørkatalog, ekspedér betalte ordrer, og følg hver en øre.',
  'entry.code': 'Invitationskode',
  'entry.code.hint': 'Lige nu understøttes kun interne invitationer.',
  'register.need.invitation': 'Indtast invitationskoden',
  'entry.check': 'Brug denne kode',
  'entry.have-account': 'Allerede registreret? Log ind',
  'entry.promise': 'Du behøver ikke indbetale noget for at sælge.',
  'login.title': 'Log ind',
  'login.name': 'Telefonnummer eller e-mail',
  'login.password': 'Adgangskode',
  'login.submit': 'Log ind',
  'login.no-account': 'Ingen konto? Opret en',
  'login.forgot': 'Glemt adgangskode',
  'login.show': 'Vis adgangskode',
  'login.hide': 'Skjul adgangskode',
} satisfies Record<keyof typeof en, string>

import type en from '../en/app.ts'

export default {
  'app.update': 'Opdatering klar',
  'app.update.now': 'Opdatér nu',
  'app.later': 'Senere',
  'app.install': 'Installér Quayside',
  'app.install.text': 'Åbner fra startskærmen, også uden forbindelse',
  'app.install.share': 'Tryk på Del i browserens menu, og vælg »Føj til hjemmeskærm«',
  'app.as-of': 'Sidst opdateret: {when}',
  'app.offline.act': 'Kræver forbindelse',
  'app.skip': 'Gå til indholdet',
  'search.title': 'Søg',
  'search.field': 'Søg, eller skriv en handling',
  'search.text':
    'Find ordrer, varer, bevægelser, beskeder og skærme, eller skriv, hvad du vil gøre, f.eks. »{first} 100« eller »{second}«. Du bekræfter, før der sker noget.',
  'search.acts': 'Handlinger',
  'search.screens': 'Skærme',
  'search.none': 'Intet fundet',
  'app.pick': 'Vælg noget på listen for at se det her',
  'app.pick.list': 'Vælg noget på listen',
} satisfies Record<keyof typeof en, string>

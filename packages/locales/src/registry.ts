import type { Language, RefusalName } from '@quayside/contract'
import english from './en/index.ts'
import type { AppMessage, MailMessage, StorefrontMessage } from './index.ts'

type Whole = {
  app: Record<AppMessage, string>
  refusals: Record<RefusalName, string>
  mail: Record<MailMessage, string>
  storefront: Record<StorefrontMessage, string>
}

/** Loads all texts of one language. The type of each file guarantees every key of the English one. */
export async function registry(lang: Language): Promise<Whole> {
  const words = async (file: string) =>
    ((await import(`./${lang}/${file}.ts`)) as { default: Record<string, string> }).default
  const app = await Promise.all(Object.keys(english.areas).map(words))
  return {
    app: Object.assign({}, ...app),
    refusals: await words('refusals'),
    mail: await words('mail'),
    storefront: await words('storefront'),
  } as Whole
}

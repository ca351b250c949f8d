import { useApiMutation } from '@quayside/client'
import type { Language } from '@quayside/contract'
import { saveProductText } from '@quayside/contract/products'
import { directionOf, languages } from '@quayside/contract/languages'
import { Button, SelectField, TextArea, TextField, toast } from '@quayside/ui'
import { useState, type FormEvent } from 'react'
import { Section } from '../../components/FactList.tsx'
import { MutationProblem } from '../../components/QueryState.tsx'
import { text, type Product } from './values.tsx'

/** Name and description of a product in each language. */
export function ProductTexts({ product, mayChange }: { product: Product; mayChange: boolean }) {
  const [language, setLanguage] = useState<Language>('en')
  const written = product.texts.find((one) => one.language === language)
  return (
    <Section
      title={`${text('products.texts')} – ${text('products.texts.missing', { n: product.missingTexts.length })}`}
    >
      <div className="flex flex-col gap-3">
        <SelectField
          label={text('products.texts.language')}
          value={language}
          onChange={(event) => setLanguage(event.target.value as Language)}
        >
          {languages.map(({ code, name }) => (
            <option key={code} value={code}>
              {product.missingTexts.includes(code) ? text('products.texts.language.missing', { language: name }) : name}
            </option>
          ))}
        </SelectField>
        <TextForm
          key={`${language} ${written?.name} ${written?.description}`}
          product={product}
          language={language}
          written={written}
          mayChange={mayChange}
        />
      </div>
    </Section>
  )
}

function TextForm({
  product,
  language,
  written,
  mayChange,
}: {
  product: Product
  language: Language
  written: Product['texts'][number] | undefined
  mayChange: boolean
}) {
  const [name, setName] = useState(written?.name ?? '')
  const [description, setDescription] = useState(written?.description ?? '')
  const save = useApiMutation(saveProductText)
  const send = async (value: { name: string; description: string } | null) => {
    const done = await save.mutate({ id: product.id, language, text: value })
    if (done) toast(text('products.texts.saved'))
  }
  const { id } = product
  const english = product.texts[0]!
  return (
    <form
      aria-label={text('products.texts')}
      className="flex flex-col gap-3"
      lang={language}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void send({ name, description })
      }}
    >
      <TextField
        id={`${id}-name`}
        label={text('products.texts.name')}
        dir={directionOf(language)}
        maxLength={160}
        readOnly={!mayChange}
        hint={written ? undefined : `${text('products.texts.fallback')} \u2068${english.name}\u2069`}
        value={name}
        error={save.refusal?.fields['text.name']}
        onChange={(event) => setName(event.target.value)}
      />
      <TextArea
        label={text('products.texts.description')}
        dir={directionOf(language)}
        rows={4}
        maxLength={4000}
        readOnly={!mayChange}
        value={description}
        error={save.refusal?.fields['text.description']}
        onChange={(event) => setDescription(event.target.value)}
      />
      <MutationProblem
        refusal={Object.keys(save.refusal?.fields ?? {}).length > 0 ? null : save.refusal}
        unreachable={save.unreachable}
      />
      {mayChange ? (
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="secondary" busy={save.isPending}>
            {text('products.texts.save')}
          </Button>
          {written && language !== 'en' ? (
            <Button variant="quiet" onClick={() => void send(null)}>
              {text('products.texts.remove')}
            </Button>
          ) : null}
        </div>
      ) : (
        <p className="text-small text-muted">{text('products.no-right')}</p>
      )}
    </form>
  )
}

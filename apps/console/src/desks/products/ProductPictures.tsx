import { uploadFile, useApiMutation } from '@quayside/client'
import { maxProductPictures } from '@quayside/contract/catalogue'
import { saveProductPictures } from '@quayside/contract/products'
import { operatorUpload } from '@quayside/contract/files'
import { Button, IconButton, Picture, TextField, toast } from '@quayside/ui'
import { ImagePlus, MoveUp, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Section } from '../../components/FactList.tsx'
import { MutationProblem } from '../../components/QueryState.tsx'
import { useFileUpload } from '../../hooks/useFileUpload.ts'
import { text, type Product } from './values.tsx'

/** The id of a public picture, from its address. */
const fileOf = (url: string): string => /([0-9a-f-]{36})\.webp$/.exec(url)?.[1] ?? ''

/** The pictures of a product in their order, with their texts. */
export function ProductPictures({ product, mayChange }: { product: Product; mayChange: boolean }) {
  const [pictures, setPictures] = useState(product.pictures)
  const save = useApiMutation(saveProductPictures)
  const sending = useFileUpload((file: File, onProgress: (part: number) => void) =>
    uploadFile(operatorUpload, { purpose: 'product' }, file, onProgress),
  )
  const input = useRef<HTMLInputElement>(null)
  const changed = JSON.stringify(pictures) !== JSON.stringify(product.pictures)
  const add = async (file: File | undefined) => {
    const uploaded = file && (await sending.send(file))
    if (uploaded?.url) setPictures((before) => [...before, { url: uploaded.url!, alt: '' }])
  }
  return (
    <Section
      title={text('products.pictures')}
      actions={
        mayChange && pictures.length < maxProductPictures ? (
          <>
            <input
              ref={input}
              type="file"
              accept="image/jpeg,image/png,image/webp"
              className="sr-only"
              tabIndex={-1}
              aria-hidden
              onChange={(event) => {
                void add(event.target.files?.[0])
                event.target.value = ''
              }}
            />
            <Button
              variant="secondary"
              icon={<ImagePlus aria-hidden className="size-4" />}
              busy={sending.isPending}
              onClick={() => input.current?.click()}
            >
              {text('products.pictures.add')}
            </Button>
          </>
        ) : null
      }
    >
      {pictures.length === 0 ? <p className="text-muted">{text('products.pictures.none')}</p> : null}
      <ol className="flex flex-col gap-2">
        {pictures.map(({ url, alt }, index) => (
          <li key={url} className="flex items-center gap-3">
            <Picture src={url} alt={alt} size={72} />
            {mayChange ? (
              <>
                <div className="min-w-0 flex-1">
                  <TextField
                    label={text('products.pictures.alt', { n: index + 1 })}
                    hint={index === 0 ? text('products.pictures.first') : undefined}
                    dir="auto"
                    maxLength={200}
                    value={alt}
                    onChange={(event) =>
                      setPictures(pictures.map((one, i) => (i === index ? { ...one, alt: event.target.value } : one)))
                    }
                  />
                </div>
                <IconButton
                  repeatable
                  label={text('products.pictures.up', { n: index + 1 })}
                  disabled={index === 0}
                  icon={<MoveUp aria-hidden className="size-4" />}
                  className="size-(--control)! disabled:opacity-40"
                  onClick={() =>
                    setPictures(pictures.with(index - 1, pictures[index]!).with(index, pictures[index - 1]!))
                  }
                />
                <IconButton
                  repeatable
                  label={text('products.pictures.remove', { n: index + 1 })}
                  icon={<Trash2 aria-hidden className="size-4" />}
                  className="size-(--control)!"
                  onClick={() => setPictures(pictures.filter((_, i) => i !== index))}
                />
              </>
            ) : (
              <span dir="auto">{alt}</span>
            )}
          </li>
        ))}
      </ol>
      <MutationProblem
        refusal={sending.refusal ?? save.refusal}
        unreachable={sending.unreachable || save.unreachable}
      />
      {changed ? (
        <Button
          className="self-start"
          busy={save.isPending}
          onClick={async () => {
            const done = await save.mutate({
              id: product.id,
              pictures: pictures.map(({ url, alt }) => ({ file: fileOf(url), alt })),
            })
            if (done) toast(text('products.pictures.saved'))
          }}
        >
          {text('products.pictures.save')}
        </Button>
      ) : null}
    </Section>
  )
}

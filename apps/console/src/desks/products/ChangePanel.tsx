import { useApiQuery } from '@quayside/client'
import { listSuppliers } from '@quayside/contract/suppliers'
import { operatorCategories } from '@quayside/contract/categories'
import { SelectField, TextField } from '@quayside/ui'
import { useState } from 'react'
import { PreviewedChange, type Change, type Selection } from './PreviewedChange.tsx'
import { text } from './values.tsx'
import { useAllRows } from '../../hooks/useAllRows.ts'

const fields = ['supplier-price', 'suggested-price', 'withdrawn', 'category', 'supplier'] as const
type Field = (typeof fields)[number]

/** A percentage such as "-2.5" in hundredths of a percent; null for another text. */
function basisPointsOf(typed: string): number | null {
  if (!/^-?\d{1,3}([.,]\d{1,2})?$/.test(typed.trim())) return null
  const value = Math.round(Number(typed.replace(',', '.')) * 100)
  return value >= -9000 && value <= 50_000 ? value : null
}

/** Changes one column of a selection of products. */
export function ChangePanel({ selection, onDone }: { selection: Selection; onDone: () => void }) {
  const [field, setField] = useState<Field>('supplier-price')
  const [how, setHow] = useState<'to' | 'percent'>('to')
  const [value, setValue] = useState('')
  const [wrong, setWrong] = useState<string>()
  const categories = useApiQuery(operatorCategories, {})
  const suppliers = useAllRows(listSuppliers, {})

  const edit = (change: () => void) => {
    change()
    setWrong(undefined)
  }
  const changeOf = (): Change | null => {
    if (field === 'withdrawn') return { withdrawn: value !== 'offer' }
    if (field === 'category') return { categoryId: value || categories.data?.list[0]?.id || '' }
    if (field === 'supplier') return { supplierId: value || null }
    const name = field === 'supplier-price' ? 'supplierPrice' : 'suggestedPrice'
    if (how === 'to') return { [name]: { to: value.trim() } }
    const basisPoints = basisPointsOf(value)
    if (basisPoints !== null) return { [name]: { basisPoints } }
    setWrong(text('products.change.percent.wrong'))
    return null
  }
  const isPrice = field === 'supplier-price' || field === 'suggested-price'

  return (
    <PreviewedChange
      label={text('products.change')}
      selection={selection}
      changeOf={changeOf}
      version={`${field} ${how} ${value}`}
      onDone={onDone}
    >
      {(problems) => (
        <div className="grid gap-3 px-4 py-3 sm:grid-cols-3">
          <SelectField
            label={text('products.change.field')}
            value={field}
            onChange={(event) =>
              edit(() => {
                setField(event.target.value as Field)
                setValue('')
              })
            }
          >
            {fields.map((one) => (
              <option key={one} value={one}>
                {text(`products.change.${one}`)}
              </option>
            ))}
          </SelectField>
          {isPrice ? (
            <>
              <SelectField
                label={text('products.change.how')}
                value={how}
                onChange={(event) => edit(() => setHow(event.target.value as 'to' | 'percent'))}
              >
                <option value="to">{text('products.change.to')}</option>
                <option value="percent">{text('products.change.percent')}</option>
              </SelectField>
              <TextField
                label={text(how === 'to' ? 'products.change.price' : 'products.change.percent.value')}
                inputMode="decimal"
                dir="ltr"
                autoComplete="off"
                value={value}
                error={wrong ?? Object.values(problems)[0]}
                onChange={(event) => edit(() => setValue(event.target.value))}
              />
            </>
          ) : (
            <SelectField
              label={text(`products.change.${field}`)}
              value={value}
              onChange={(event) => edit(() => setValue(event.target.value))}
            >
              {field === 'withdrawn' ? (
                <>
                  <option value="">{text('products.change.withdraw')}</option>
                  <option value="offer">{text('products.change.offer')}</option>
                </>
              ) : field === 'category' ? (
                categories.data?.list.map(({ id, names, slug }) => (
                  <option key={id} value={id}>
                    {names['en'] ?? slug}
                  </option>
                ))
              ) : (
                <>
                  <option value="">{text('products.change.no-supplier')}</option>
                  {suppliers.rows.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </>
              )}
            </SelectField>
          )}
        </div>
      )}
    </PreviewedChange>
  )
}

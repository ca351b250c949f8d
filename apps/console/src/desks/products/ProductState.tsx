import { CircleCheck, CircleOff, PackageX } from 'lucide-react'
import { StateChip } from '../../components/StateChip.tsx'
import { text } from './values.tsx'

export function ProductState({ withdrawn, stock }: { withdrawn: boolean; stock: number }) {
  if (withdrawn) return <StateChip tone="neutral" icon={CircleOff} label={text('products.state.withdrawn')} />
  if (stock === 0) return <StateChip tone="warning" icon={PackageX} label={text('products.state.sold-out')} />
  return <StateChip tone="success" icon={CircleCheck} label={text('products.state.offered')} />
}

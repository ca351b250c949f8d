import type { ComponentProps, MouseEvent } from 'react'
import { hrefOf, navigate, preload, type Address, type DeskPath } from '../lib/router.ts'

/** The browser opens the address of a link in another tab or window. */
export const opensElsewhere = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey

/** A link to a desk. Its screen is loaded when the link is pointed at. */
export function Link<P extends DeskPath>({
  to,
  search,
  children,
  ...rest
}: Address<P> & Omit<ComponentProps<'a'>, 'href' | 'onClick'>) {
  const address = { to, ...(search && { search }) }
  const prepare = () => preload(to)
  return (
    <a
      {...rest}
      href={hrefOf(address)}
      onPointerEnter={prepare}
      onTouchStart={prepare}
      onFocus={prepare}
      onClick={(event) => {
        if (opensElsewhere(event)) return
        event.preventDefault()
        navigate(address)
      }}
    >
      {children}
    </a>
  )
}

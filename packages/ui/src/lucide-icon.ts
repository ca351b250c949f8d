/** What draws the icons of a build: `tools/build/lucide.ts`. */
import { clsx } from 'clsx'
import { createElement, type FunctionComponent, type SVGProps } from 'react'

type IconProps = SVGProps<SVGSVGElement> & { size?: number | string }

/** A component of an icon with the attributes that the library gives it, except for the class of its name. */
export function createIcon(markup: string): FunctionComponent<IconProps> {
  const drawing = { __html: markup }
  return ({ size = 24, className, ...props }) =>
    createElement('svg', {
      xmlns: 'http://www.w3.org/2000/svg',
      width: size,
      height: size,
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: 2,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      className: clsx('lucide', className),
      // An icon with a name of its own is not hidden.
      'aria-hidden': !(props['aria-label'] || props.role) || undefined,
      ...props,
      dangerouslySetInnerHTML: drawing,
    })
}

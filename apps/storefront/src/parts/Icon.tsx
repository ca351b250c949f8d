/** Outlines of 24 × 24. They stand beside words and say nothing by themselves. */
const outlines = {
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm5-2 4.5 4.5',
  cart: 'M3 4h2.2l2.3 11h10l2-8H6.4M9 20.2a1 1 0 1 0 0-2 1 1 0 0 0 0 2Zm8 0a1 1 0 1 0 0-2 1 1 0 0 0 0 2Z',
  shield: 'M12 3.5 5 6v5.5c0 4.3 2.9 7.4 7 9 4.1-1.6 7-4.7 7-9V6l-7-2.5Zm-3 8.2 2.2 2.3 4-4.4',
  back: 'M8.5 5 4.5 9l4 4M5 9h9a5 5 0 0 1 0 10h-4',
  truck:
    'M3 6.5h11v9.5H3V6.5Zm11 3.5h3.6L21 13.2V16h-7v-6ZM7 18.5a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2Zm10 0a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2Z',
  check: 'm5.5 12.5 4.2 4.2L18.5 8',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7.5 8.5c.8-3.6 3.8-5.5 7.5-5.5s6.7 1.9 7.5 5.5',
  heart: 'M12 19.5c-4.7-3.3-7.500-6-7.5-9.2A4 4 0 0 1 12 8.2a4 4 0 0 1 7.5 2.1c0 3.200-2.800 5.900-7.5 9.2Z',
  picture: 'M4 5h16v14H4V5Zm0 11 4.5-4.5 4 4 2.5-2.5L20 17.5M9 9.5h.01',
  lock: 'M6.5 11h11v9h-11v-9Zm2.2 0V8a3.3 3.3 0 0 1 6.6 0v3',
} as const

export type IconName = keyof typeof outlines

/** An outline in the colour of the text. One with a direction turns round in a page from right to left. */
export function Icon({ name, className = 'size-5' }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={`shrink-0 ${name === 'back' || name === 'truck' || name === 'cart' ? 'rtl:-scale-x-100' : ''} ${className}`}
    >
      <path d={outlines[name]} />
    </svg>
  )
}

import type { ReactNode } from 'react'

/** Fill of shapes that hide the lines behind them. */
export const paper = 'var(--bg)'
/** Fill of the subject of a scene. */
export const gold = 'var(--primary)'

const quay = 'M12 104H140V124M12 112H132M124 104V94a5 5 0 0 0-5-5h12a5 5 0 0 0-5 5v10'
const ripples = 'M150 118c5 0 5-4 10-4s5 4 10 4 5-4 10-4 5 4 10 4'
const sea =
  'M12 110c6 0 6-5 12-5s6 5 12 5 6-5 12-5 6 5 12 5M140 110c6 0 6-5 12-5s6 5 12 5 6-5 12-5 6 5 12 5M54 124c6 0 6-5 12-5s6 5 12 5 6-5 12-5 6 5 12 5 6-5 12-5 6 5 12 5'

/**
 * The frame of every scene: a quay with a bollard and water beside it, or open water. Lines have the text colour, and
 * one shape is gold. In right-to-left pages the scene is mirrored.
 */
export function Frame({ water = false, children }: { water?: boolean; children: ReactNode }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 200 132"
      width="200"
      height="132"
      fill="none"
      stroke="var(--foreground)"
      strokeWidth="2.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="mirror"
    >
      <path d={water ? sea : quay} stroke="var(--muted)" />
      {water ? null : <path d={ripples} stroke="var(--muted)" />}
      {children}
    </svg>
  )
}

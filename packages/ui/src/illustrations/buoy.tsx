import { Frame, gold, paper } from './frame.tsx'

/** A buoy on open water. */
export const Buoy = () => (
  <Frame water>
    <g transform="rotate(9 100 80)">
      <path d="M92 34h16l12 48H80z" fill={paper} />
      <path d="M88.500 48h23l5 20h-33z" fill={gold} />
      <path d="M72 82h56l-6 16H78z" fill={paper} />
      <path d="M100 34V24" />
      <circle cx="100" cy="19" r="5" fill={gold} />
    </g>
    <path d="M66 104c6 0 6-5 12-5s6 5 12 5 6-5 12-5 6 5 12 5 6-5 12-5 6 5 12 5" stroke="var(--muted)" />
    <path d="M24 40h18M150 28h24M160 38h10" stroke="var(--muted)" />
  </Frame>
)

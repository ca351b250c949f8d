import { Frame, gold, paper } from './frame.tsx'

/** A letter in a bottle on the sea. */
export const Bottle = () => (
  <Frame water>
    <g transform="rotate(-18 100 84)">
      <path
        d="M52 70h62c10 0 12 8 20 8h16v12h-16c-8 0-10 8-20 8H52a10 10 0 0 1-10-10v-8a10 10 0 0 1 10-10z"
        fill={paper}
      />
      <path d="M150 76h9v16h-9z" />
      <path d="M58 77h40v14H58z" fill={gold} />
      <path d="M66 84h24" />
    </g>
    <path
      d="M30 98c6 0 6-5 12-5s6 5 12 5 6-5 12-5 6 5 12 5 6-5 12-5 6 5 12 5 6-5 12-5 6 5 12 5"
      stroke="var(--muted)"
    />
  </Frame>
)

import { Frame, gold, paper } from './frame.tsx'

/** A spyglass without a finding. */
export const Spyglass = () => (
  <Frame>
    <g transform="rotate(-20 70 56)">
      <path d="M30 46h36v22H30z" fill={paper} />
      <path d="M66 42h42v30H66z" fill={paper} />
      <path d="M108 38h10v38h-10z" fill={gold} />
      <path d="M22 50h8v14h-8z" />
    </g>
    <path d="M70 70L48 104M70 70l22 34M70 70v34" />
    <path d="M146 26h14M152 44h22M142 62h10" stroke="var(--muted)" />
  </Frame>
)

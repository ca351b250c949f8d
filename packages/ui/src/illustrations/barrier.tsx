import { Frame, gold, paper } from './frame.tsx'

/** A closed barrier. */
export const Barrier = () => (
  <Frame>
    <path d="M30 104V66h18v38z" fill={paper} />
    <path d="M26 66h26" />
    <path d="M22 72h98v12H22z" fill={gold} />
    <path d="M58 72l-8 12M78 72l-8 12M98 72l-8 12M118 72l-8 12M112 84v20" />
    <circle cx="39" cy="54" r="6" />
  </Frame>
)

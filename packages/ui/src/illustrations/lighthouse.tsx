import { Frame, gold, paper } from './frame.tsx'

/** A lighthouse with a broken signal. */
export const Lighthouse = () => (
  <Frame>
    <path d="M56 104l6-60h20l6 60z" fill={paper} />
    <path d="M60 64h24M58 84h28" />
    <path d="M56 44h32" />
    <path d="M63 44V30h18v14z" fill={gold} />
    <path d="M60 30l12-12 12 12z" fill={paper} />
    <path d="M104 20a24 24 0 0 1 0 34M118 10a42 42 0 0 1 0 54M40 20a24 24 0 0 0 0 34" strokeDasharray="1 8" />
    <path d="M140 60l16 16M156 60l-16 16" />
  </Frame>
)

import { Frame, gold, paper } from './frame.tsx'

/** A shop front under a magnifying glass. */
export const ShopFront = () => (
  <Frame>
    <path d="M34 60v44h74V60" fill={paper} />
    <path d="M30 40h82l6 16a9 9 0 0 1-18 2 9 9 0 0 1-19 0 9 9 0 0 1-20 0 9 9 0 0 1-19 0 9 9 0 0 1-18-2z" fill={paper} />
    <path d="M46 104V78h18v26" />
    <circle cx="98" cy="78" r="20" fill={gold} />
    <path d="M89 78l6 7 12-13" />
    <path d="M112 93l14 14" strokeWidth="5" />
  </Frame>
)

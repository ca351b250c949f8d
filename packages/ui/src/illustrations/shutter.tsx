import { Frame, gold, paper } from './frame.tsx'

/** A shop front with a closed shutter. */
export const Shutter = () => (
  <Frame>
    <path d="M34 60v44h74V60" fill={paper} />
    <path d="M30 40h82l6 16a9 9 0 0 1-18 2 9 9 0 0 1-19 0 9 9 0 0 1-20 0 9 9 0 0 1-19 0 9 9 0 0 1-18-2z" fill={paper} />
    <path d="M44 104V72h54v32M44 80h54M44 88h54M44 96h54" />
    <path d="M60 76l11-8 11 8v14H60z" fill={gold} />
    <path d="M66 84h10" />
  </Frame>
)

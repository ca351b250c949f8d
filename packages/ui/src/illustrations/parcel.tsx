import { Frame, gold, paper } from './frame.tsx'

/** A parcel with a return arrow. */
export const Parcel = () => (
  <Frame>
    <path d="M42 64h52v40H42z" fill={paper} />
    <path d="M60 64h16v14l-8-5-8 5z" fill={gold} />
    <path d="M50 94h12" />
    <path d="M96 48a30 30 0 0 0-52-8M42 24v17h17" />
  </Frame>
)

import { Frame, gold } from './frame.tsx'

/** A crane with an empty hook. */
export const Crane = () => (
  <Frame>
    <path d="M44 104V22M56 104V22M44 88l12-14M44 74l12-14M44 60l12-14M44 46l12-14M30 22H108M50 22L50 12l44 10M34 104h32" />
    <path d="M98 22V58" />
    <path d="M92 58h12v8H92z" fill={gold} />
    <path d="M98 66v6a6 6 0 1 1-6 6" />
    <path d="M80 104v-6h36v6M80 98h36" />
  </Frame>
)

import { Frame, gold, paper } from './frame.tsx'

/** A locked chest. */
export const Chest = () => (
  <Frame>
    <path d="M28 72c0-16 8-24 20-24h44c12 0 20 8 20 24v32H28z" fill={paper} />
    <path d="M28 74h84M44 50v54M96 50v54" />
    <path d="M58 72h24v20a6 6 0 0 1-6 6H64a6 6 0 0 1-6-6z" fill={gold} />
    <path d="M70 80v8M63 72v-5a7 7 0 0 1 14 0v5" />
  </Frame>
)

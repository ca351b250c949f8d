import { Frame, gold, paper } from './frame.tsx'

/** An open, empty crate. */
export const Crate = () => (
  <Frame>
    <path d="M38 62h64v42H38z" fill={paper} />
    <path d="M38 62l-14 12M102 62l14 12M38 62l10-14h44l10 14" />
    <path d="M38 62l10-14h44l10 14z" fill={gold} />
    <path d="M38 76h64M38 90h64M52 76v14M88 76v14M66 90v14" />
    <path d="M70 34V22M56 36l-6-10M84 36l6-10" stroke="var(--muted)" />
  </Frame>
)

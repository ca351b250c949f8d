import { Frame, gold, paper } from './frame.tsx'

/** An open account book with an empty page. */
export const Book = () => (
  <Frame>
    <path d="M70 52c-10-8-26-9-42-6v52c16-3 32-2 42 6 10-8 26-9 42-6V46c-16-3-32-2-42 6z" fill={paper} />
    <path d="M70 52v52" />
    <path d="M88 47l10-1v30l-5-5-5 5z" fill={gold} />
    <path d="M38 60c7-1 14 0 21 3M38 72c7-1 14 0 21 3M38 84c7-1 14 0 21 3" stroke="var(--muted)" />
    <path d="M24 104h92" />
  </Frame>
)

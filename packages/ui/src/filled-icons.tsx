import type { ReactNode } from 'react'

/** Uses the grid of the outlined icons; `cut` shows the background. */
function Filled({ shape, cut }: { shape: ReactNode; cut?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className="lucide size-6"
      fill="currentColor"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {shape}
      {cut ? <path d={cut} fill="none" stroke="var(--surface)" /> : null}
    </svg>
  )
}

export const HouseFilled = () => (
  <Filled
    shape={
      <path d="M3 10a2 2 0 0 1 .7-1.500l7-6a2 2 0 0 1 2.600 0l7 6A2 2 0 0 1 21 10v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z" />
    }
    cut="M9.500 21v-6.500h5V21"
  />
)
export const BagFilled = () => (
  <Filled
    shape={
      <path d="M3.400 5.500A2 2 0 0 0 3 6.700V20a2 2 0 0 0 2 2h14a2 2 0 0 0 2-2V6.700a2 2 0 0 0-.4-1.200l-2-2.700A2 2 0 0 0 17 2H7a2 2 0 0 0-1.600.8z" />
    }
    cut="M3.500 6.500h17M16 11a4 4 0 0 1-8 0"
  />
)
export const ClipboardFilled = () => (
  <Filled
    shape={
      <path d="M9 2h6a1 1 0 0 1 1 1v1h2a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2h2V3a1 1 0 0 1 1-1z" />
    }
    cut="M9 7h6M8 12h.01M12 12h4M8 17h.01M12 17h4"
  />
)
export const PersonFilled = () => (
  <Filled
    shape={
      <>
        <circle cx="12" cy="8" r="5" />
        <path d="M20 21a8 8 0 0 0-16 0z" />
      </>
    }
  />
)

export const prints = ['plain', 'stripes', 'dots', 'checks', 'waves'] as const
export type Print = (typeof prints)[number]

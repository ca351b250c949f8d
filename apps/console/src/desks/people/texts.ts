import { createText, t } from '../../lib/texts.ts'
import people from '../../locales/en/people.ts'

export const text = createText(people)

const isKnown = (key: string): key is keyof typeof people => key in people

/** An event of an operator in words; its name when this console does not know it. */
export function eventText({ name, data }: { name: string; data: Record<string, unknown> }): string {
  const key = `people.event.${name}`
  const desk = typeof data['desk'] === 'string' ? deskName(data['desk']) : ''
  return isKnown(key) ? text(key, { desk }) : name
}

const deskName = (role: string): string => t(`role.${role}` as Parameters<typeof t>[0])

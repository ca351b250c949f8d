import type { Plugin } from 'vite'
import { makeWorld } from './world.ts'

const name = 'virtual:world'

/** Gives the map its world as a module of its own, which a phone loads when the first map is opened and then keeps. */
export function world(): Plugin {
  return {
    name: 'quayside-world',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load: (id) =>
      // A string that is parsed is read several times faster than the same thing written as code.
      id === `\0${name}` ? `export default JSON.parse(${JSON.stringify(JSON.stringify(makeWorld()))})` : null,
  }
}

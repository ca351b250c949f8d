declare module 'virtual:world' {
  const world: import('./screens/places/world.ts').World
  export default world
}

// The package has no types. These are the parts that the benchmarks use.
declare module 'autocannon' {
  namespace autocannon {
    type Options = {
      url: string
      connections?: number
      duration?: number
      method?: string
      body?: string
      requests?: { path: string }[]
      headers?: Record<string, string>
    }
    type Result = { non2xx: number; errors: number; requests: { average: number } }
  }
  function autocannon(options: autocannon.Options): Promise<autocannon.Result>
  export = autocannon
}

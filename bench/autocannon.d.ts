// The package has no types. These are the parts that the benchmarks use.
declare module 'autocannon' {
  namespace autocannon {
    type Options = {
      url: string
      connections?: number
      duration?: number
      method?: string
      body?: string
      requests?: { path: string; method?: string; body?: string; headers?: Record<string, string> }[]
      headers?: Record<string, string>
      /** Requests per second of all connections together. */
      overallRate?: number
    }
    type Result = {
      non2xx: number
      errors: number
      '5xx': number
      requests: { average: number; total: number }
      latency: { p50: number; p97_5: number; p99: number }
    }
  }
  function autocannon(options: autocannon.Options): Promise<autocannon.Result>
  export = autocannon
}

const rootFractions = (power: number): Uint32Array => {
  // The first 32 fractional bits of the square or cube roots of the first primes.
  const found: number[] = []
  for (let n = 2; found.length < 64; n += 1) {
    let prime = true
    for (let d = 2; d * d <= n; d += 1) if (n % d === 0) prime = false
    if (prime) found.push((n ** (1 / power) % 1) * 2 ** 32)
  }
  return Uint32Array.from(found)
}
const initialState = rootFractions(2).slice(0, 8)
const constants = rootFractions(3)
const rotateRight = (x: number, n: number): number => (x >>> n) | (x << (32 - n))

/** SHA-256 of a message (FIPS 180-4), for browsers without WebCrypto. */
export function sha256(message: Uint8Array): Uint8Array {
  const sum = sha256Stream()
  sum.update(message)
  return sum.end()
}

/** SHA-256 of a message in chunks, which WebCrypto cannot compute. */
export function sha256Stream(): { update(bytes: Uint8Array): void; end(): Uint8Array } {
  const state = initialState.slice()
  const w = new Uint32Array(64)
  const rest = new Uint8Array(64)
  let waiting = 0
  let length = 0
  const block = (bytes: Uint8Array, at: number) => {
    for (let i = 0, byte = at; i < 16; i += 1, byte += 4)
      w[i] = (bytes[byte]! << 24) | (bytes[byte + 1]! << 16) | (bytes[byte + 2]! << 8) | bytes[byte + 3]!
    for (let i = 16; i < 64; i += 1) {
      const a = w[i - 15]!
      const b = w[i - 2]!
      w[i] =
        w[i - 16]! +
        (rotateRight(a, 7) ^ rotateRight(a, 18) ^ (a >>> 3)) +
        w[i - 7]! +
        (rotateRight(b, 17) ^ rotateRight(b, 19) ^ (b >>> 10))
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number]
    for (let i = 0; i < 64; i += 1) {
      const one =
        (h +
          (rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25)) +
          ((e & f) ^ (~e & g)) +
          constants[i]! +
          w[i]!) |
        0
      const two = ((rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0]
    }
    for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) state[i] = state[i]! + value
  }
  const update = (bytes: Uint8Array) => {
    length += bytes.length
    let at = 0
    if (waiting > 0) {
      at = Math.min(64 - waiting, bytes.length)
      rest.set(bytes.subarray(0, at), waiting)
      waiting += at
      if (waiting < 64) return
      block(rest, 0)
      waiting = 0
    }
    for (; at + 64 <= bytes.length; at += 64) block(bytes, at)
    rest.set(bytes.subarray(at))
    waiting = bytes.length - at
  }
  return {
    update,
    end() {
      const bits = length
      // The padding: 0x80, zeros, and the length in bits.
      const padding = new Uint8Array(((119 - (bits % 64)) % 64) + 9)
      padding[0] = 0x80
      const view = new DataView(padding.buffer)
      view.setUint32(padding.length - 8, Math.floor(bits / 2 ** 29))
      view.setUint32(padding.length - 4, bits * 8)
      update(padding)
      const out = new DataView(new ArrayBuffer(32))
      for (let i = 0; i < 8; i += 1) out.setUint32(i * 4, state[i]!)
      return new Uint8Array(out.buffer)
    },
  }
}

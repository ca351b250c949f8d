import * as THREE from 'three'
import {
  box,
  circle,
  cylinder,
  darker,
  group,
  hash,
  lathe,
  lighter,
  materials as m,
  mesh,
  mixColours,
  noise,
  oblong,
  outline,
  positioned,
  ring,
  slab,
  sphere,
  spline,
  strap,
  surface,
  sweep,
  times,
  tube,
  type Model,
  type V2,
  type V3,
} from '../kit.ts'
import { clothPile } from './home.ts'

const sunglasses: Model = (k) => {
  const square = k.article.startsWith('Square')
  const acetate = () =>
    square ? m.gloss(k.colour) : k.colour === '#e2963c' ? m.gloss('#8a5426') : m.gloss(darker(k.colour, 0.2))
  const lensShape: V2[] = square
    ? oblong(0.86, 0.66, 0.16)
    : times(40, (i) => [Math.cos((i / 40) * 6.2832) * 0.43, Math.sin((i / 40) * 6.2832) * 0.4])
  const rimShape: V2[] = square
    ? oblong(1.02, 0.82, 0.2)
    : times(48, (i) => [Math.cos((i / 48) * 6.2832) * 0.5, Math.sin((i / 48) * 6.2832) * 0.47])
  const tint = m.gloss(mixColours(square ? '#22242b' : k.colour, '#1b191c', 0.84))
  tint.transparent = true
  tint.opacity = 0.86
  const side = (s: number) =>
    positioned(
      { at: [s * 0.56, 0.47, 0], turn: [0, s * 7, 0] },
      slab(outline(rimShape), 0.11, 0.035, acetate(), {}, [lensShape]),
      slab(outline(lensShape), 0.03, 0.008, tint),
      box(0.05, 0.08, 0.012, 0.004, m.gold(), { at: [s * 0.47, 0.2, 0.056] }),
    )
  const bridge = sweep(
    [
      [-0.14, 0.6, 0.02],
      [-0.06, 0.66, 0.04],
      [0.06, 0.66, 0.04],
      [0.14, 0.6, 0.02],
    ],
    circle(0.045, 0, 0, 16),
    acetate(),
    { side: [0, 0, 1] },
  )
  const temples = [-1, 1].map((s) =>
    sweep(
      [
        [s * 1.05, 0.66, -0.06],
        [s * 1.08, 0.66, -0.4],
        [s * 1.06, 0.65, -1.1],
        [s * 1.02, 0.6, -1.45],
        [s * 0.98, 0.36, -1.72],
      ],
      oblong(0.045, 0.12, 0.02),
      acetate(),
      { side: [1, 0, 0], taper: (t) => 1.25 - 0.35 * t },
    ),
  )
  const pads = [-1, 1].map((s) =>
    sphere(0.06, m.matt('#efe7da', 0.3), { at: [s * 0.12, 0.44, -0.08], scale: [0.5, 1.3, 0.8] }),
  )
  return {
    object: group(side(-1), side(1), bridge, temples, pads),
    camera: k.view === 0 ? { around: 26, above: 16 } : { around: -40, above: 34 },
  }
}

const hat: Model = (k) => {
  const straw = () =>
    m.cloth(k.colour, { weave: 'basket', tile: 0.2, print: 'plain', bump: 2.4, depth: 0.9, sheen: 0.2 })
  const brim = (r: number, a: number): V3 => {
    const w = 0.07 * Math.sin(a * 2 + 0.6) + 0.035 * Math.sin(a * 3)
    return [Math.sin(a) * r, 0.12 + w * ((r - 0.55) / 0.75) ** 2 - 0.1 * ((r - 0.55) / 0.75), Math.cos(a) * r]
  }
  const whole = group(
    lathe(
      spline(
        [
          [0.56, 0.12],
          [0.55, 0.3],
          [0.52, 0.56],
          [0.44, 0.72],
          [0.25, 0.79],
          [0.001, 0.75],
        ],
        60,
      ),
      straw(),
      {},
      0,
    ),
    surface((u, v) => brim(0.55 + v * 0.78, u * 2 * Math.PI), straw(), { nu: 140, nv: 30, wrap: true, tile: [6, 0.8] }),
    tube(
      times(90, (i) => brim(1.33, (i / 90) * 2 * Math.PI)),
      0.02,
      m.cloth(darker(k.colour, 0.12), { weave: 'twill', tile: 0.1 }),
      { closed: true, segments: 300 },
    ),
    lathe(
      [
        [0.566, 0.16],
        [0.578, 0.17],
        [0.565, 0.34],
        [0.552, 0.35],
      ],
      m.cloth(k.accent, { weave: 'twill', tile: 0.12 }),
      {},
      0.006,
    ),
    positioned(
      { at: [0.53, 0.26, 0.22], turn: [0, 64, 0] },
      [-1, 1].map((s) =>
        positioned(
          { turn: [0, 0, s * 12] },
          box(0.24, 0.13, 0.03, 0.014, m.cloth(k.accent, { weave: 'twill', tile: 0.12 }), {
            at: [s * 0.12, s * 0.02, 0.02],
          }),
        ),
      ),
      box(0.08, 0.14, 0.06, 0.02, m.cloth(darker(k.accent, 0.15), { weave: 'twill', tile: 0.12 }), {
        at: [0, 0, 0.025],
      }),
    ),
  )
  return k.view === 0
    ? { object: whole, camera: { around: 20, above: 20 } }
    : { object: whole, camera: { around: 118, above: 42 } }
}

const cap: Model = (k) => {
  const cloth = () => m.cloth(k.colour, { weave: 'twill', tile: 0.2, print: k.print, printTile: 0.4, bump: 1.4 })
  const dome = surface(
    (u, v) => {
      const a = u * 2 * Math.PI
      const e = (v * Math.PI) / 2
      const six = 1 - 0.014 * Math.abs(Math.cos(a * 3)) ** 14
      const r = Math.sin(e) * 0.72 * six
      return [Math.sin(a) * r, Math.cos(e) ** 0.92 * 0.66 + (1 - v) * 0.0, Math.cos(a) * r * 1.08]
    },
    cloth(),
    { nu: 180, nv: 60, wrap: true, tile: [4, 1] },
  )
  const seams = times(6, (i) => {
    const a = ((i + 0.5) / 6) * 2 * Math.PI
    return [-0.012, 0.012].map((d) =>
      tube(
        times(14, (j): V3 => {
          const e = ((j + 0.6) / 14.4) * (Math.PI / 2)
          const r = Math.sin(e) * 0.725
          return [
            Math.sin(a + d / Math.max(0.2, r)) * r,
            Math.cos(e) ** 0.92 * 0.665,
            Math.cos(a + d / Math.max(0.2, r)) * r * 1.08,
          ]
        }),
        0.005,
        m.matt(lighter(k.colour, 0.25)),
        { segments: 30 },
      ),
    )
  })
  const eyelets = times(6, (i) => {
    const a = (i / 6) * 2 * Math.PI
    return positioned(
      { at: [Math.sin(a) * 0.5, 0.47, Math.cos(a) * 0.54], turn: [48, (a * 180) / Math.PI, 0] },
      positioned({}, ring(0.024, 0.009, m.cloth(darker(k.colour, 0.15)))),
    )
  })
  const peakAt = (u: number, v: number, lift: number): V3 => {
    const a = (u - 0.5) * 2.15
    const r0 = 0.72
    const out = v * 0.62 * Math.cos(a * 0.72)
    const x = Math.sin(a) * (r0 + out * 0.28)
    return [x, lift + 0.02 - 0.15 * (x / 0.72) ** 2 * (0.4 + 0.6 * v) - 0.1 * v, Math.cos(a) * r0 * 1.06 + out]
  }
  const peak = [0.02, -0.012].map((lift) =>
    surface((u, v) => peakAt(u, v, lift), cloth(), { nu: 60, nv: 24, tile: [1.4, 0.6] }),
  )
  const rim = tube(
    times(40, (i) => peakAt(i / 39, 1, 0.004)),
    0.02,
    m.cloth(darker(k.colour, 0.1), { weave: 'twill', tile: 0.1 }),
  )
  const rows = times(4, (j) =>
    tube(
      times(36, (i) => peakAt(0.03 + (i / 35) * 0.94, 0.2 + j * 0.2, 0.024)),
      0.004,
      m.matt(lighter(k.colour, 0.25)),
      { segments: 60 },
    ),
  )
  const button = sphere(0.05, cloth(), { at: [0, 0.665, 0], scale: [1, 0.55, 1] })
  const band = lathe(
    [
      [0.705, 0],
      [0.722, 0.005],
      [0.715, 0.1],
    ],
    m.cloth(darker(k.colour, 0.12), { weave: 'twill', tile: 0.1 }),
    { scale: [1, 1, 1.075] },
    0,
  )
  const whole = group(dome, seams, eyelets, peak, rim, rows, button, band)
  return {
    object: positioned({ turn: [0, 0, 0] }, whole),
    camera: k.view === 0 ? { around: 42, above: 16 } : { around: -34, above: 42 },
  }
}

const beanie: Model = (k) => {
  const rib = m.cloth(k.colour, { weave: 'rib', tile: 0.55, bump: 8, depth: 1, print: 'plain' })
  const body = surface(
    (u, v) => {
      const a = u * 2 * Math.PI
      const top = v > 0.5 ? Math.cos(((v - 0.5) / 0.5) * 1.45) : 1
      const r =
        0.68 * (0.97 + 0.06 * Math.sin(v * 3)) * (0.1 + 0.9 * top) * (1 + 0.02 * Math.cos(a * 28) * (1 - 0.5 * v))
      return [
        Math.sin(a) * r,
        0.2 + 0.95 * (v < 0.5 ? v * 1.05 : 0.525 + 0.42 * Math.sin(((v - 0.5) / 0.5) * 1.57)),
        Math.cos(a) * r,
      ]
    },
    rib,
    { nu: 340, nv: 60, wrap: true, tile: [4, 1] },
  )
  const cuff = surface(
    (u, v) => {
      const a = u * 2 * Math.PI
      const bulge = Math.sin(v * Math.PI) ** 0.5
      const r = 0.7 + 0.07 * bulge + 0.014 * Math.cos(a * 40)
      return [Math.sin(a) * r, v * 0.46, Math.cos(a) * r]
    },
    m.cloth(k.colour, { weave: 'rib', tile: 0.5, bump: 8, depth: 1 }),
    { nu: 400, nv: 30, wrap: true, tile: [5, 0.46] },
  )
  const bobble = positioned(
    { at: [0, 1.34, 0] },
    sphere(0.21, m.cloth(mixColours(k.colour, '#fff6e8', 0.7), { weave: 'felt', tile: 0.2 })),
    times(520, (i) => {
      const y = 1 - (2 * (i + 0.5)) / 520
      const r = Math.sqrt(1 - y * y)
      const a = i * 2.39996
      const l = 0.27 + 0.05 * hash(i, 1)
      const d: V3 = [Math.cos(a) * r, y, Math.sin(a) * r]
      return tube(
        [
          [d[0] * 0.15, d[1] * 0.15, d[2] * 0.15],
          [d[0] * l * 0.75, d[1] * l * 0.75 - 0.005, d[2] * l * 0.75],
          [d[0] * l + 0.04 * (hash(i, 2) - 0.5), d[1] * l - 0.03, d[2] * l + 0.04 * (hash(i, 3) - 0.5)],
        ],
        0.011,
        m.matt(mixColours(mixColours(k.colour, '#fff6e8', 0.7), k.colour, 0.35 * hash(i, 5)), 0.95),
        { segments: 5, caps: false },
      )
    }),
  )
  const whole = group(body, cuff, bobble, box(0.2, 0.12, 0.03, 0.01, m.leather('#8a5c3b'), { at: [0, 0.23, 0.775] }))
  return k.view === 0
    ? { object: whole, camera: { around: 18, above: 12 } }
    : {
        object: positioned({ turn: [-76, 0, 0] }, positioned({ turn: [0, -24, 0] }, whole)),
        camera: { around: 24, above: 32 },
      }
}

const scarf: Model = (k) => {
  const wool = () =>
    m.cloth(k.colour, {
      weave: 'twill',
      tile: 0.3,
      print: k.print === 'plain' ? 'checks' : k.print,
      printTile: 0.6,
      bump: 2.6,
      sheen: 1,
    })
  const fringe = (x0: number, x1: number, y: number, z: number, down: V3) =>
    times(34, (i) => {
      const x = x0 + ((x1 - x0) * i) / 33
      return tube(
        [
          [x, y, z],
          [x + 0.01 * Math.sin(i * 5), y + down[1] * 0.5, z + down[2] * 0.5],
          [x + 0.025 * Math.sin(i * 3), y + down[1], z + down[2]],
        ],
        0.012,
        wool(),
        { segments: 8 },
      )
    })
  if (k.view === 0) {
    const t = 0.13
    return {
      object: group(clothPile(5, 1.5, 1.05, t, wool, 4), fringe(-0.7, 0.7, t * 4.5, 0.52, [0, -0.2, 0.14])),
      camera: { around: 30, above: 24 },
    }
  }
  // Rolled to a spiral, as on a shop's shelf, its end with the fringe lying in front.
  const roll = surface(
    (u, v) => {
      const a = u * 2 * Math.PI * 3.4
      const r = 0.16 + 0.4 * u + 0.012 * noise(a * 2, v * 4, 999, 3)
      return [Math.cos(a) * r, v * 0.95 + 0.02 * Math.sin(a * 3), Math.sin(a) * r]
    },
    wool(),
    { nu: 420, nv: 30, tile: [7, 0.95] },
  )
  return { object: positioned({ at: [0, 0.56, 0], turn: [90, 0, 0] }, roll), camera: { around: 38, above: 22 } }
}

const belt: Model = (k) => {
  const hide = m.leather(k.colour, 0.5)
  // Rolled up, the buckle outside.
  const turns = 2.6
  const n = 120
  const line: V3[] = times(n, (i): V3 => {
    const a = (i / (n - 1)) * turns * 2 * Math.PI
    const r = 0.42 + 0.115 * (a / (2 * Math.PI)) + 0.0
    return [Math.sin(a) * r, 0.2, Math.cos(a) * r]
  })
  const band = strap(line, 0.4, 0.055, hide, { side: [0, 1, 0], segments: 500 })
  const seam = [-1, 1].map((s) => {
    const w = s * 0.165
    return times(200, (i) => {
      const a = ((i + 0.5) / 200) * turns * 2 * Math.PI
      if (a < (turns - 1) * 2 * Math.PI) return group()
      const r = 0.42 + 0.115 * (a / (2 * Math.PI)) + 0.029
      return positioned(
        { at: [Math.sin(a) * r, 0.2 + w, Math.cos(a) * r], turn: [0, (a * 180) / Math.PI, 0] },
        box(0.036, 0.012, 0.008, 0.003, m.matt(mixColours(k.colour, '#f3e2c2', 0.6))),
      )
    })
  })
  const end = turns * 2 * Math.PI
  const r = 0.42 + 0.115 * turns
  const buckle = positioned(
    { at: [Math.sin(end) * r, 0.2, Math.cos(end) * r], turn: [0, (end * 180) / Math.PI, 0] },
    positioned(
      { at: [0.24, 0, 0.02] },
      slab(outline(oblong(0.44, 0.56, 0.1)), 0.07, 0.028, m.gold(0.26), {}, [oblong(0.28, 0.4, 0.05)]),
      positioned({ turn: [0, 0, 90] }, cylinder(0.032, 0.032, 0.46, m.gold(0.26), { at: [0, -0.0, 0] })),
    ),
    box(0.36, 0.05, 0.04, 0.016, m.gold(0.2), { at: [0.26, 0, 0.065] }),
    box(0.14, 0.44, 0.09, 0.02, hide, { at: [-0.12, 0, 0.015] }),
  )
  return k.view === 0
    ? { object: group(band, seam, buckle), camera: { around: -28, above: 26 } }
    : { object: group(band, seam, buckle), camera: { around: -96, above: 40 } }
}

const gem = (r: number, hex: string) => {
  const geometry = new THREE.CylinderGeometry(r * 0.62, r, r * 0.36, 12, 1).toNonIndexed()
  const low = new THREE.CylinderGeometry(r, r * 0.06, r * 0.86, 12, 1).toNonIndexed()
  geometry.computeVertexNormals()
  low.computeVertexNormals()
  const stone = () =>
    Object.assign(m.gloss(hex), {
      flatShading: true,
      roughness: 0.04,
      clearcoat: 1,
      clearcoatRoughness: 0.02,
      emissive: new THREE.Color(hex),
      emissiveIntensity: 0.22,
      envMapIntensity: 1.9,
    })
  return group(mesh(geometry, stone(), { at: [0, r * 0.18, 0] }), mesh(low, stone(), { at: [0, -r * 0.43, 0] }))
}

const ringModel: Model = (k) => {
  const band = positioned({ at: [0, 0.72, 0], turn: [90, 0, 0] }, ring(0.66, 0.062, m.gold(0.14)))
  const setting = positioned(
    { at: [0, 1.5, 0] },
    gem(0.4, mixColours(k.colour, '#ffffff', 0.12)),
    lathe(
      [
        [0.08, -0.34],
        [0.16, -0.2],
        [0.3, -0.06],
        [0.32, -0.03],
      ],
      m.gold(0.16),
      {},
      0.01,
    ),
    times(6, (i) => {
      const a = (i / 6) * 2 * Math.PI
      return tube(
        [
          [Math.cos(a) * 0.16, -0.28, Math.sin(a) * 0.16],
          [Math.cos(a) * 0.33, -0.02, Math.sin(a) * 0.33],
          [Math.cos(a) * 0.32, 0.08, Math.sin(a) * 0.32],
          [Math.cos(a) * 0.27, 0.13, Math.sin(a) * 0.27],
        ],
        0.026,
        m.gold(0.14),
      )
    }),
  )
  const whole = group(band, setting)
  return k.view === 0
    ? { object: whole, camera: { around: 32, above: 16 } }
    : {
        object: positioned({ turn: [-70, 0, 0] }, positioned({ turn: [0, 26, 0] }, whole)),
        camera: { around: -18, above: 30 },
      }
}

const necklace: Model = (k) => {
  const at = (a: number): V3 => [
    Math.sin(a) * (0.95 + 0.06 * Math.sin(a * 3)),
    0,
    Math.cos(a) * 1.05 + 0.18 * Math.exp(-(a * a) / 0.25),
  ]
  const beads = times(44, (i) => {
    const a = -2.55 + (i / 43) * 5.1
    const [x, , z] = at(a)
    const r = 0.058 + 0.03 * Math.cos(a * 0.55)
    const glass =
      i % 4 === 3
        ? m.gold(0.2)
        : Object.assign(m.gloss(i % 2 ? k.colour : mixColours(k.colour, '#ffffff', 0.35)), { clearcoat: 1 })
    return sphere(i % 4 === 3 ? r * 0.6 : r, glass, { at: [x, r, z] })
  })
  const chain = tube(
    times(24, (i): V3 => {
      const a = 2.5 + (i / 23) * (2 * Math.PI - 5.0)
      const [x, , z] = at(a > Math.PI ? a - 2 * Math.PI : a)
      return [x, 0.024, z]
    }),
    0.018,
    Object.assign(m.gold(0.25), {}),
    { segments: 120 },
  )
  const line = tube(
    times(60, (i): V3 => {
      const [x, , z] = at(-2.6 + (i / 59) * 5.2)
      return [x, 0.06, z]
    }),
    0.01,
    m.gold(),
  )
  const drop = positioned(
    { at: [0, 0.1, 1.26 + 0.14], turn: [90, 0, 0] },
    lathe(
      spline(
        [
          [0.001, -0.06],
          [0.03, 0],
          [0.12, 0.2],
          [0.13, 0.3],
          [0.07, 0.4],
          [0.001, 0.42],
        ],
        40,
      ),
      Object.assign(m.gloss(k.accent), { clearcoat: 1, roughness: 0.1 }),
      {},
      0,
    ),
    ring(0.03, 0.012, m.gold(), { at: [0, -0.08, 0], turn: [90, 0, 0] }),
  )
  return k.view === 0
    ? { object: group(beads, chain, line, drop), camera: { around: 0, above: 46 } }
    : { object: group(beads, chain, line, drop), camera: { around: 16, above: 30, zoom: 1.35, look: [0, -0.28] } }
}

const earrings: Model = (k) => {
  const one = group(
    tube(
      [
        [0, 0.0, 0],
        [0.02, 0.16, -0.02],
        [0.0, 0.26, -0.14],
        [0, 0.16, -0.3],
        [0, -0.06, -0.3],
      ],
      0.016,
      m.gold(0.18),
    ),
    sphere(0.06, m.gold(0.16), { at: [0, -0.04, 0.01] }),
    ring(0.035, 0.01, m.gold(), { at: [0, -0.14, 0.01], turn: [90, 0, 0] }),
    positioned(
      { at: [0, -0.17, 0.01] },
      slab(
        outline(
          [
            [0, 0.02],
            [0.28, -0.48],
            [0.24, -0.72],
            [0, -0.86],
            [-0.24, -0.72],
            [-0.28, -0.48],
          ],
          'smooth',
        ),
        0.08,
        0.034,
        m.gloss(k.colour),
      ),
      slab(
        outline(
          [
            [0, -0.24],
            [0.15, -0.52],
            [0.12, -0.66],
            [0, -0.72],
            [-0.12, -0.66],
            [-0.15, -0.52],
          ],
          'smooth',
        ),
        0.1,
        0.03,
        Object.assign(m.gloss(k.accent), { clearcoat: 1 }),
        { at: [0, 0, 0.008] },
      ),
      sphere(0.045, m.gold(0.16), { at: [0, -0.92, 0] }),
    ),
  )
  const bar = group(
    tube(
      [
        [-0.75, 1.35, 0],
        [0, 1.35, 0],
        [0.75, 1.35, 0],
      ],
      0.022,
      m.metal('#c9b27a', 0.25),
    ),
    [-0.7, 0.7].map((x) =>
      group(
        cylinder(0.022, 0.022, 1.36, m.metal('#c9b27a', 0.25), { at: [x, 0, 0] }),
        lathe(
          [
            [0, 0],
            [0.2, 0],
            [0.2, 0.03],
            [0.03, 0.05],
          ],
          m.metal('#c9b27a', 0.25),
          { at: [x, 0, 0] },
          0.01,
        ),
      ),
    ),
  )
  return k.view === 0
    ? {
        object: group(
          bar,
          [-0.34, 0.34].map((x) => positioned({ at: [x, 1.12, 0.14] }, one.clone())),
        ),
        camera: { around: 14, above: 7 },
      }
    : {
        object: group(
          positioned({ at: [-0.46, 0.05, -0.1], turn: [-90, 0, 16] }, one.clone()),
          positioned({ at: [0.46, 0.05, 0.1], turn: [-90, 0, -28] }, one.clone()),
        ),
        camera: { around: 0, above: 50 },
      }
}

const umbrella: Model = (k) => {
  const pocket = k.article.startsWith('Pocket')
  const cloth = (print = k.print) =>
    m.cloth(k.colour, {
      weave: 'linen',
      tile: 0.4,
      print,
      printTile: 0.4,
      bump: 0.4,
      depth: 0.4,
      rough: 0.6,
      sheen: 0.3,
    })
  const closed = (h: number, r: number) =>
    surface(
      (u, v) => {
        const a = u * 2 * Math.PI
        const pleat = 1 + 0.16 * Math.cos(a * 8 + v * 5) * (0.25 + 0.75 * v)
        const rr = r * (0.3 + 0.7 * Math.sin(0.5 + v * 1.9)) * pleat * (v > 0.94 ? 1 - (v - 0.94) * 6 : 1)
        return [Math.sin(a) * rr, h * (1 - v), Math.cos(a) * rr]
      },
      cloth('plain'),
      { nu: 200, nv: 50, wrap: true, tile: [2, h] },
    )
  const shaft = (from: number, to: number) =>
    cylinder(0.028, 0.028, to - from, m.metal('#b9bdc1', 0.22), { at: [0, from, 0] })
  if (pocket && k.view === 0)
    return {
      object: positioned(
        { turn: [0, 0, 0] },
        positioned(
          { turn: [0, 0, -74] },
          closed(1.35, 0.26),
          strap(
            times(20, (i): V3 => {
              const a = (i / 20) * 6.2832
              return [Math.sin(a) * 0.285, 0.52, Math.cos(a) * 0.285]
            }),
            0.1,
            0.02,
            cloth('plain'),
            { side: [0, 1, 0], closed: true },
          ),
          positioned(
            { at: [0, 1.35, 0] },
            lathe(
              [
                [0, -0.1],
                [0.13, -0.1],
                [0.17, -0.02],
                [0.16, 0.36],
                [0.13, 0.42],
                [0, 0.43],
              ],
              m.rubber('#2b2d31'),
              {},
              0.04,
            ),
          ),
          lathe(
            [
              [0.1, -0.02],
              [0.12, 0.0],
              [0.08, -0.08],
              [0, -0.1],
            ],
            m.metal(),
            {},
            0.01,
          ),
          tube(
            [
              [0, 1.74, 0],
              [0.2, 1.9, 0.1],
              [0.36, 1.72, 0.2],
              [0.18, 1.62, 0.14],
              [0.05, 1.7, 0.05],
            ],
            0.018,
            m.cloth('#2b2d31', { weave: 'braid', tile: 0.1 }),
          ),
        ),
      ),
      camera: { around: -30, above: 26 },
    }
  if (k.view === 1 && !pocket)
    return {
      object: positioned(
        { turn: [0, 0, 66] },
        closed(1.75, 0.2),
        shaft(-0.2, 0),
        shaft(1.7, 2.1),
        lathe(
          [
            [0.02, -0.28],
            [0.035, -0.2],
            [0.03, 0],
          ],
          m.metal(),
          {},
          0.01,
        ),
        tube(
          [
            [0, 2.08, 0],
            [0, 2.3, 0],
            [0.1, 2.46, 0],
            [0.26, 2.48, 0],
            [0.36, 2.34, 0],
            [0.36, 2.22, 0],
          ],
          0.052,
          m.wood('#7d5639'),
        ),
        strap(
          times(20, (i): V3 => {
            const a = (i / 20) * 6.2832
            return [Math.sin(a) * 0.235, 0.8, Math.cos(a) * 0.235]
          }),
          0.09,
          0.02,
          cloth('plain'),
          { side: [0, 1, 0], closed: true },
        ),
      ),
      camera: { around: -24, above: 26 },
    }
  // Open, lying on its edge, the handle to the side.
  const canopy = surface(
    (u, v) => {
      const a = u * 2 * Math.PI
      const panel = Math.abs(Math.cos(a * 4))
      const dip = 1 - panel
      const r = 1.2 * Math.sin(v * 1.16) * (1 - 0.07 * dip * v * v)
      return [Math.sin(a) * r, 0.85 * Math.cos(v * 1.16) - 0.34 + 0.03 * dip * v * v, Math.cos(a) * r]
    },
    cloth(),
    { nu: 256, nv: 40, wrap: true, tile: [6, 1.4] },
  )
  const ribs = times(8, (i) => {
    const a = (i / 8) * 2 * Math.PI
    const p = (v: number, d: number): V3 => [
      Math.sin(a) * 1.2 * Math.sin(v * 1.16),
      0.85 * Math.cos(v * 1.16) - 0.34 - d,
      Math.cos(a) * 1.2 * Math.sin(v * 1.16),
    ]
    return group(
      tube([p(0.02, 0.015), p(0.3, 0.018), p(0.65, 0.018), p(1, 0.012)], 0.01, m.metal('#8b8e93', 0.3)),
      tube(
        [[0, 0.05, 0], [p(0.5, 0.02)[0] * 0.5, (p(0.5, 0.02)[1] + 0.05) / 2, p(0.5, 0.02)[2] * 0.5], p(0.5, 0.02)],
        0.008,
        m.metal('#8b8e93', 0.3),
      ),
      sphere(0.02, m.metal(), { at: p(1.005, 0.005) }),
    )
  })
  const stick = group(
    shaft(-1.0, 0.5),
    lathe(
      [
        [0.03, 0.5],
        [0.028, 0.66],
        [0, 0.68],
      ],
      m.metal(),
      {},
      0.01,
    ),
    pocket
      ? lathe(
          [
            [0, -1.3],
            [0.07, -1.29],
            [0.09, -1.2],
            [0.08, -1.0],
            [0, -0.98],
          ],
          m.rubber('#2b2d31'),
          {},
          0.03,
        )
      : tube(
          [
            [0, -0.95, 0],
            [0, -1.22, 0],
            [0.1, -1.38, 0],
            [0.25, -1.38, 0],
            [0.33, -1.24, 0],
            [0.33, -1.14, 0],
          ],
          0.05,
          m.wood('#7d5639'),
        ),
  )
  return {
    object: positioned({ turn: [0, 0, 0] }, positioned({ turn: [-52, 0, 22] }, canopy, ribs, stick)),
    camera: k.view === 0 ? { around: -16, above: 12 } : { around: 120, above: 14 },
  }
}

const socks: Model = (k) => {
  const sock = (hex: string, print: typeof k.print, heel: string) => {
    // Lying flat: a tube that bends at the heel.
    const line: V3[] = [
      [0, 1.5, 0],
      [0, 1.0, 0],
      [0.0, 0.5, 0],
      [0.02, 0.2, 0],
      [0.16, 0.0, 0],
      [0.42, -0.08, 0],
      [0.75, -0.08, 0],
      [1.0, -0.06, 0],
    ]
    const body = sweep(
      line,
      times(36, (i): V2 => [Math.cos((i / 36) * 6.2832) * 0.085, Math.sin((i / 36) * 6.2832) * 0.25]),
      m.cloth(hex, { weave: 'knit', tile: 0.16, print, printTile: 0.32, bump: 2.4 }),
      {
        side: [0, 0, 1],
        segments: 160,
        taper: (t) =>
          (t > 0.86 ? Math.sqrt(Math.max(0.001, 1 - ((t - 0.86) / 0.14) ** 2)) : 1) *
          (1 + 0.1 * Math.exp(-(((t - 0.58) / 0.12) ** 2))),
      },
    )
    const cuff = sweep(
      [
        [0, 1.62, 0],
        [0, 1.5, 0],
        [0, 1.36, 0],
      ],
      times(36, (i): V2 => [Math.cos((i / 36) * 6.2832) * 0.092, Math.sin((i / 36) * 6.2832) * 0.262]),
      m.cloth(heel, { weave: 'rib', tile: 0.3, bump: 5 }),
      { side: [0, 0, 1] },
    )
    const toe = sweep(
      [
        [0.72, -0.08, 0],
        [0.86, -0.07, 0],
        [1.02, -0.06, 0],
      ],
      times(36, (i): V2 => [Math.cos((i / 36) * 6.2832) * 0.089, Math.sin((i / 36) * 6.2832) * 0.255]),
      m.cloth(heel, { weave: 'knit', tile: 0.16, bump: 2.4 }),
      { side: [0, 0, 1], taper: (t) => Math.sqrt(Math.max(0.001, 1 - t ** 3)) },
    )
    const heelPatch = sphere(0.235, m.cloth(heel, { weave: 'knit', tile: 0.16, bump: 2.4 }), {
      at: [0.0, 0.06, 0],
      scale: [1, 1, 0.42],
    })
    return group(body, cuff, toe, heelPatch)
  }
  const pairs = (at: V3, turn: number, hex: string, print: typeof k.print, heel: string) =>
    positioned(
      { at, turn: [0, turn, 0] },
      positioned(
        { turn: [-90, 0, 0] },
        positioned({ at: [0, 0, 0.1] }, sock(hex, print, heel)),
        positioned({ at: [0.1, -0.1, 0.27], turn: [0, 0, 5] }, sock(hex, print, heel)),
      ),
    )
  const second = mixColours(k.accent, '#ffffff', 0.1)
  if (k.view === 0)
    return {
      object: group(
        pairs([-0.75, 0, 0.5], 4, k.colour, k.print === 'plain' ? 'stripes' : k.print, darker(k.colour, 0.3)),
        pairs([0.55, 0, 0.6], -8, second, k.print === 'stripes' ? 'dots' : 'stripes', darker(second, 0.3)),
      ),
      camera: { around: 0, above: 52 },
    }
  return {
    object: pairs([0, 0, 0], 36, k.colour, k.print === 'plain' ? 'stripes' : k.print, darker(k.colour, 0.3)),
    camera: { around: -14, above: 40 },
  }
}

export const fashion = {
  sunglasses,
  hat,
  cap,
  beanie,
  scarf,
  belt,
  ring: ringModel,
  necklace,
  earrings,
  umbrella,
  socks,
} satisfies Record<string, Model>

import * as THREE from 'three'
import {
  bent,
  box,
  circle,
  cylinder,
  group,
  lathe,
  lighter,
  materials as m,
  mixColours,
  noise,
  oblong,
  outline,
  positioned,
  ring,
  slab,
  sphere,
  strap,
  stuffed,
  sweep,
  times,
  tube,
  type Model,
  type V2,
  type V3,
} from '../kit.ts'

const paw = (hex: string, scale: number, place: { at: V3; turn?: V3 }) =>
  positioned(
    place,
    positioned(
      { scale },
      slab(
        outline(
          [
            [0, -0.5],
            [0.42, -0.36],
            [0.36, 0.02],
            [0, 0.2],
            [-0.36, 0.02],
            [-0.42, -0.36],
          ],
          'smooth',
        ),
        0.06,
        0.02,
        m.matt(hex),
      ),
      (
        [
          [-0.52, 0.2, 24],
          [-0.19, 0.5, 8],
          [0.19, 0.5, -8],
          [0.52, 0.2, -24],
        ] as const
      ).map(([x, y, r]) =>
        positioned(
          { at: [x, y, 0], turn: [0, 0, r] },
          slab(outline(circle(0.15)), 0.06, 0.02, m.matt(hex), { scale: [0.85, 1.25, 1] }),
        ),
      ),
    ),
  )

const petBowl: Model = (k) => {
  const slow = k.article.startsWith('Slow')
  const skin = () => (slow ? m.matt(k.colour, 0.4) : m.glaze(k.colour, { specks: 120 }))
  const body = lathe(
    [
      [0.92, 0.04],
      [0.96, 0.06],
      [0.8, 0.5],
      [0.76, 0.54],
      [0.71, 0.52],
      [0.62, 0.2],
      [0.5, 0.14],
      [0, 0.14],
    ],
    skin(),
    {},
    0.04,
  )
  const foot = lathe(
    [
      [0.84, 0],
      [0.95, 0],
      [0.965, 0.03],
      [0.95, 0.06],
    ],
    m.rubber('#2b2d31'),
    {},
    0.015,
  )
  const food = slow
    ? group(
        times(5, (i) =>
          positioned(
            { turn: [0, i * 72, 0] },
            sweep(
              [
                [0.16, 0.28, 0],
                [0.34, 0.3, 0.1],
                [0.54, 0.3, 0.04],
              ],
              circle(1, 0, 0, 16).map(([a, b]): V2 => [a * 0.07, b * 0.13]),
              skin(),
              { side: [0, 0, 1] },
            ),
            sphere(0.072, skin(), { at: [0.16, 0.28, 0], scale: [1, 1.7, 1] }),
            sphere(0.072, skin(), { at: [0.54, 0.3, 0.04], scale: [1, 1.7, 1] }),
          ),
        ),
        sphere(0.12, skin(), { at: [0, 0.2, 0], scale: [1, 1.6, 1] }),
      )
    : k.view === 0
      ? group(
          times(120, (i) => {
            const a = i * 2.4
            const q = Math.sqrt(((i * 53) % 120) / 120)
            return positioned(
              {
                at: [
                  Math.cos(a) * q * 0.58,
                  0.34 + 0.16 * (1 - q * q) + 0.02 * noise(i * 1.7, 3),
                  Math.sin(a) * q * 0.58,
                ],
                turn: [40 * noise(i, 1), i * 47, 40 * noise(i, 5)],
              },
              cylinder(
                0.075,
                0.075,
                0.06,
                m.rubber(mixColours('#8a5a35', '#b98552', noise(i * 2.3, 9)), 'pebble', 0.2, 1),
                {},
                0.025,
                12,
              ),
            )
          }),
          lathe(
            [
              [0, 0.33],
              [0.62, 0.3],
            ],
            m.rubber('#6b4426', 'pebble', 0.2, 2),
            {},
            0,
          ),
        )
      : []
  const mark = paw(mixColours(k.colour, '#fff8ec', 0.75), 0.2, { at: [0, 0.27, 0.885], turn: [-20, 0, 0] })
  return {
    object: group(body, foot, food, mark),
    camera: k.view === 0 ? { around: 8, above: 26 } : { around: -16, above: 44 },
  }
}

const collar: Model = (k) => {
  const night = k.article.startsWith('Reflective')
  const web = m.cloth(k.colour, { weave: 'twill', tile: 0.12, bump: 2.4 })
  const r = 0.9
  const points = times(60, (i): V3 => {
    const a = (i / 60) * 2 * Math.PI
    return [Math.sin(a) * r * 1.1, 0.16, Math.cos(a) * r]
  })
  const band = strap(points, 0.3, 0.045, web, { side: [0, 1, 0], closed: true, segments: 240 })
  const line = (y: number, ink: THREE.Material, w: number) =>
    strap(
      points.map(([x, , z]): V3 => [x * 1.027, y, z * 1.03]),
      w,
      0.008,
      ink,
      { side: [0, 1, 0], closed: true, segments: 240 },
    )
  const trim = night
    ? [line(0.16, m.metal('#dfe5ea', 0.25), 0.08)]
    : [line(0.27, m.matt(lighter(k.colour, 0.35)), 0.012), line(0.05, m.matt(lighter(k.colour, 0.35)), 0.012)]
  const buckle = positioned(
    { at: [-0.5, 0.16, 0.83], turn: [0, -32, 0] },
    box(0.5, 0.36, 0.12, 0.045, m.matt('#26282c', 0.45)),
    box(0.2, 0.2, 0.13, 0.03, m.matt('#37393e', 0.4)),
  )
  const dee = positioned(
    { at: [0.1, 0.02, 0.95] },
    positioned({ turn: [90, 0, 0] }, ring(0.13, 0.028, m.gold())),
    positioned({ at: [0, 0.14, -0.02] }, box(0.14, 0.33, 0.08, 0.02, web)),
  )
  const tag = positioned(
    { at: [0.12, -0.28, 0.99], turn: [-6, 6, 0] },
    slab(outline(circle(0.21)), 0.03, 0.012, m.gold(0.25)),
    paw('#8a6a2c', 0.17, { at: [0, 0, 0.015] }),
  )
  const slider = positioned({ at: [0.72, 0.16, 0.63], turn: [0, 48, 0] }, box(0.12, 0.37, 0.1, 0.03, m.metal()))
  const whole = group(band, trim, buckle, dee, tag, slider)
  return k.view === 0
    ? { object: positioned({ turn: [4, 0, 0] }, whole), camera: { around: 12, above: 26 } }
    : { object: positioned({ turn: [-6, 60, 0] }, whole), camera: { around: -12, above: 40 } }
}

const bone: Model = (k) => {
  const skin = m.rubber(k.colour, 'orange', 0.3, 0.8)
  const body = tube(
    [
      [-0.8, 0.3, 0],
      [0, 0.3, 0],
      [0.8, 0.3, 0],
    ],
    0.23,
    skin,
    { segments: 40 },
  )
  const ends = [-1, 1].flatMap((s) =>
    [-1, 1].map((t) => sphere(0.33, skin, { at: [s * 0.95, 0.3, t * 0.26], scale: [1, 0.92, 0.95] })),
  )
  const knobs = times(8, (j) =>
    times(12, (i) => {
      const a = ((i + (j % 2) / 2) / 12) * 2 * Math.PI
      return sphere(0.042, skin, { at: [-0.49 + j * 0.14, 0.3 + Math.sin(a) * 0.235, Math.cos(a) * 0.235] })
    }),
  )
  const whole = group(body, ends, knobs)
  return k.view === 0
    ? { object: positioned({ turn: [0, 28, 0] }, whole), camera: { around: 0, above: 28 } }
    : {
        object: group(
          positioned({ turn: [0, -30, 0], at: [0, 0, -0.2] }, whole),
          positioned({ turn: [0, 40, 14], at: [0.25, 0.42, 0.5], scale: 0.8 }, whole.clone()),
        ),
        camera: { around: 0, above: 32 },
      }
}

const petBed: Model = (k) => {
  const travel = k.article.startsWith('Travel')
  const shell = () =>
    m.cloth(k.colour, {
      weave: travel ? 'canvas' : 'felt',
      tile: 0.3,
      print: k.print,
      printTile: 0.6,
      bump: 2,
      sheen: 0.8,
    })
  const inner = () => m.cloth(mixColours(k.colour, '#fbf3e6', 0.72), { weave: 'terry', tile: 0.3, bump: 6, sheen: 1 })
  const R = 1.15
  const rim = (hex: () => THREE.Material) =>
    bent(ring(R, 0.36, hex(), { at: [0, 0.36, 0] }), (p) => {
      const a = Math.atan2(p.z, p.x)
      const front = Math.exp(-(((a - 1.4) / 0.55) ** 2))
      p.y *= 1.05 - 0.42 * front
      const d = 1 + 0.025 * noise(a * 6 + 9, p.y * 5, 999, 4)
      p.x *= d
      p.z *= d * 0.92
    })
  const cushion = bent(
    stuffed(2.1, 1.95, 0.5, inner(), {
      e: 0.9,
      round: 0.6,
      wrinkle: 0.05,
      seed: 7,
      place: { turn: [-90, 0, 0], at: [0, 0.32, 0] },
    }),
    (p) => {
      if (p.y > 0.3) p.y -= 0.12 * Math.exp(-(p.x ** 2 + p.z ** 2) / 0.35)
    },
  )
  if (travel && k.view === 0) {
    const pad = (s: number, y: number) =>
      stuffed(2.2, 1.5, 0.32, s ? shell() : inner(), {
        e: 0.24,
        round: 0.4,
        wrinkle: 0.03,
        seed: 5 + s,
        place: { turn: [-90, 0, 0], at: [0, y, 0] },
      })
    return {
      object: group(
        pad(1, 0.16),
        pad(0, 0.36),
        [-0.6, 0.6].map((x) =>
          strap(
            [
              [x, 0.02, 0.77],
              [x, 0.2, 0.82],
              [x, 0.45, 0.6],
              [x, 0.53, 0.4],
            ],
            0.12,
            0.025,
            m.cloth('#2b2d31', { weave: 'twill', tile: 0.1 }),
            { side: [1, 0, 0] },
          ),
        ),
      ),
      camera: { around: 30, above: 26 },
    }
  }
  if (travel)
    return {
      object: group(
        times(2, (i) =>
          stuffed(1.6, 1.1, 0.36, shell(), {
            e: 0.26,
            round: 0.42,
            wrinkle: 0.03,
            seed: 5 + i,
            place: { turn: [-90, 0, 0], at: [0, 0.18 + i * 0.35, 0] },
          }),
        ),
        [-0.4, 0.4].map((x) =>
          strap(
            [
              [x, 0.05, 0.565],
              [x, 0.4, 0.61],
              [x, 0.72, 0.5],
              [x, 0.74, 0],
              [x, 0.72, -0.5],
              [x, 0.4, -0.61],
              [x, 0.05, -0.565],
            ],
            0.13,
            0.03,
            m.cloth('#2b2d31', { weave: 'twill', tile: 0.1 }),
            { side: [1, 0, 0] },
          ),
        ),
        [-0.4, 0.4].map((x) => positioned({ at: [x, 0.42, 0.63] }, box(0.17, 0.16, 0.06, 0.02, m.matt('#1f2124')))),
      ),
      camera: { around: 28, above: 18 },
    }
  return {
    object: group(rim(shell), cushion),
    camera: k.view === 0 ? { around: 14, above: 26 } : { around: -30, above: 46 },
  }
}

const scratchPost: Model = (k) => {
  const plush = () => m.cloth(k.colour, { weave: 'terry', tile: 0.25, bump: 5, sheen: 1 })
  const sisal = m.cloth('#cfae7c', { weave: 'braid', tile: 0.09, bump: 4, depth: 1, sheen: 0.1 })
  const coils = tube(
    times(26 * 24 + 1, (i): V3 => {
      const a = (i / 24) * 2 * Math.PI
      return [Math.cos(a) * 0.19, 0.17 + (i / (26 * 24)) * 1.42, Math.sin(a) * 0.19]
    }),
    0.033,
    sisal,
    { segments: 1600 },
  )
  const base = group(
    slab(outline(oblong(1.35, 1.35, 0.2)), 0.15, 0.06, plush(), { turn: [-90, 0, 0], at: [0, 0.075, 0] }),
  )
  const top = lathe(
    [
      [0, 0],
      [0.56, 0],
      [0.62, 0.05],
      [0.62, 0.12],
      [0.58, 0.18],
      [0.5, 0.13],
      [0, 0.11],
    ],
    plush(),
    { at: [0, 1.6, 0] },
    0.04,
  )
  const cord = tube(
    [
      [0.5, 1.62, 0.2],
      [0.51, 1.4, 0.21],
      [0.5, 1.16, 0.2],
    ],
    0.012,
    m.cloth('#efe6d6'),
  )
  const ballHex = k.accent
  const pom = group(
    sphere(0.13, m.cloth(ballHex, { weave: 'terry', tile: 0.15, bump: 6, sheen: 1 }), { at: [0.5, 1.06, 0.2] }),
  )
  const core = cylinder(0.18, 0.18, 1.45, m.matt('#a98857'), { at: [0, 0.15, 0] })
  return {
    object: group(base, core, coils, top, cord, pom),
    camera: k.view === 0 ? { around: 24, above: 10 } : { around: 30, above: 18, zoom: 1.7, look: [0.1, 0.4] },
  }
}

const leash: Model = (k) => {
  const ropeSkin = m.cloth(k.colour, { weave: 'braid', tile: 0.14, bump: 4, depth: 1, print: 'plain' })
  const coil: V3[] = times(150, (i): V3 => {
    const a = (i / 149) * 2 * Math.PI * 3.6 + 2.6
    const r = 0.72 + 0.1 * Math.sin(i * 0.23) - 0.03 * Math.floor(i / 50)
    return [Math.cos(a) * r * 1.2 - 0.15, 0.07 + 0.04 * (i / 40) + 0.025 * Math.sin(a * 2.3), Math.sin(a) * r * 0.92]
  })
  const last = coil.at(-1)!
  const line: V3[] = [
    [0.55, 0.07, 1.15],
    [0.2, 0.07, 1.05],
    ...coil,
    [last[0] + 0.3, last[1], last[2] + 0.28],
    [1.1, 0.12, 0.1],
    [1.32, 0.09, 0.62],
  ]
  const ropeLine = tube(line, 0.068, ropeSkin, { segments: 1200 })
  const whip = (at: V3, turn: V3) =>
    positioned(
      { at, turn },
      positioned({ turn: [0, 0, 90] }, cylinder(0.095, 0.095, 0.3, m.leather('#6b4630'), { at: [0, -0.15, 0] }, 0.03)),
    )
  const clip = positioned(
    { at: [1.33, 0.09, 0.62], turn: [0, -72, 0] },
    positioned(
      { turn: [0, 0, -90] },
      lathe(
        [
          [0, 0],
          [0.06, 0],
          [0.08, 0.04],
          [0.06, 0.12],
          [0, 0.14],
        ],
        m.metal('#c9b27a', 0.25),
        {},
        0.02,
      ),
    ),
    tube(
      [
        [0.14, 0, 0],
        [0.26, 0, 0.13],
        [0.5, 0, 0.15],
        [0.66, 0, 0.04],
        [0.62, 0, -0.12],
        [0.44, 0, -0.14],
      ],
      0.04,
      m.metal('#d2b873', 0.22),
    ),
    tube(
      [
        [0.16, 0, -0.02],
        [0.24, 0, -0.12],
        [0.46, 0, -0.14],
      ],
      0.03,
      m.metal('#c9ccd0', 0.2),
    ),
  )
  const handle = tube(
    [
      [0.55, 0.075, 1.15],
      [0.95, 0.08, 1.3],
      [0.9, 0.1, 1.75],
      [0.3, 0.1, 1.85],
      [-0.25, 0.09, 1.6],
      [-0.05, 0.08, 1.2],
      [0.45, 0.08, 1.12],
    ],
    0.068,
    ropeSkin,
    { segments: 240 },
  )
  return {
    object: group(ropeLine, handle, whip([0.42, 0.08, 1.13], [0, 10, 0]), whip([1.28, 0.09, 0.5], [0, -72, 0]), clip),
    camera: k.view === 0 ? { around: 6, above: 42 } : { around: 36, above: 30, zoom: 1.7, look: [0.45, -0.25] },
  }
}

export const pets = { petBowl, collar, bone, petBed, scratchPost, leash } satisfies Record<string, Model>

import {
  bent,
  box,
  circle,
  cylinder,
  darker,
  face,
  group,
  lathe,
  materials as m,
  mixColours,
  noise,
  oblong,
  outline,
  positioned,
  ring,
  slab,
  strap,
  sweep,
  times,
  tube,
  type Model,
  type V2,
  type V3,
} from '../kit.ts'
import { stitchLine, zip } from './bags.ts'

const suitcase: Model = (k) => {
  const large = k.article.startsWith('Large')
  const [w, h, d] = large ? [1.25, 1.75, 0.62] : [1.15, 1.55, 0.55]
  const shell = () => m.coated(k.colour)
  const y = h / 2 + 0.2
  const half = (s: number) => positioned({ at: [0, y, s * (d / 4 + 0.012)] }, box(w, h, d / 2, 0.13, shell()))
  const ribs = [-1, 1].flatMap((s) =>
    times(9, (i) =>
      box(0.045, h * 0.86, 0.03, 0.015, shell(), { at: [-w * 0.4 + (i * w * 0.8) / 8, y, s * (d / 2 + 0.012)] }),
    ),
  )
  const seam = box(w * 0.985, h * 0.988, 0.05, 0.02, m.cloth('#26282c', { weave: 'twill', tile: 0.1 }), {
    at: [0, y, 0],
  })
  const wheels = [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ].map(([a, b]) =>
    positioned(
      { at: [a! * (w / 2 - 0.15), 0.1, b! * (d / 2 - 0.13)], turn: [0, 24 * a! * b!, 0] },
      cylinder(0.09, 0.1, 0.07, m.matt('#26282c'), { at: [0, 0.08, 0] }),
      [-0.045, 0.045].map((x) =>
        positioned(
          { at: [x, 0, -0.02], turn: [0, 0, 90] },
          cylinder(0.1, 0.1, 0.06, m.rubber('#34363b'), { at: [0, -0.03, 0] }, 0.02),
          cylinder(0.05, 0.05, 0.066, m.metal(), { at: [0, -0.033, 0] }),
        ),
      ),
    ),
  )
  const rails = [-0.2, 0.2].map((x) =>
    cylinder(0.028, 0.028, k.view === 0 ? 0.62 : 0.12, m.metal('#c4c7cb', 0.2), { at: [x, h + 0.18, -d * 0.28] }),
  )
  const grip = box(0.54, 0.1, 0.12, 0.045, m.matt('#2b2d31', 0.45), {
    at: [0, h + 0.18 + (k.view === 0 ? 0.64 : 0.14), -d * 0.28],
  })
  const socket = box(0.56, 0.05, 0.16, 0.02, m.matt('#2b2d31', 0.45), { at: [0, h + 0.205, -d * 0.28] })
  const handle = sweep(
    [
      [-0.2, h + 0.2, 0.08],
      [-0.16, h + 0.27, 0.08],
      [0, h + 0.29, 0.08],
      [0.16, h + 0.27, 0.08],
      [0.2, h + 0.2, 0.08],
    ],
    oblong(0.06, 0.035, 0.016),
    m.rubber('#2b2d31'),
    { side: [0, 0, 1] },
  )
  const sideHandle = sweep(
    [
      [w / 2, y - 0.2, 0.06],
      [w / 2 + 0.08, y - 0.16, 0.06],
      [w / 2 + 0.1, y, 0.06],
      [w / 2 + 0.08, y + 0.16, 0.06],
      [w / 2, y + 0.2, 0.06],
    ],
    oblong(0.06, 0.035, 0.016),
    m.rubber('#2b2d31'),
    { side: [0, 0, 1] },
  )
  const lock = positioned(
    { at: [w / 2 + 0.01, y + 0.42, 0] },
    box(0.05, 0.26, 0.14, 0.02, m.matt('#2b2d31', 0.4)),
    times(3, (i) => box(0.056, 0.04, 0.05, 0.01, m.metal(), { at: [0.002, 0.06 - i * 0.06, 0.02] })),
  )
  const badge = box(0.24, 0.07, 0.012, 0.005, m.brushed('#c9ccd0'), { at: [0, y + h * 0.36, d / 2 + 0.035] })
  return {
    object: group(half(-1), half(1), ribs, seam, wheels, rails, grip, socket, handle, sideHandle, lock, badge),
    camera: k.view === 0 ? { around: 30, above: 10 } : { around: 52, above: 26 },
  }
}

const neckPillow: Model = (k) => {
  const cloth = m.cloth(k.colour, { weave: 'felt', tile: 0.25, print: k.print, printTile: 0.5, bump: 2.4, sheen: 1 })
  const line: V3[] = times(31, (i): V3 => {
    const a = -2.35 + (i / 30) * 4.7
    return [
      Math.sin(a) * 0.82,
      0.4 + 0.05 * Math.cos(a),
      -Math.cos(a) * 0.78 + (Math.abs(a) > 1.6 ? (Math.abs(a) - 1.6) * 0.28 : 0),
    ]
  })
  const body = bent(
    sweep(
      line,
      circle(1, 0, 0, 48).map(([x, y]): V2 => [x * 0.4, y * 0.37]),
      cloth,
      {
        side: [0, 1, 0],
        segments: 200,
        taper: (t) => {
          const e = Math.min(t, 1 - t)
          return (
            (e < 0.08 ? Math.sqrt(Math.max(0.0005, 1 - (1 - e / 0.08) ** 2)) : 1) *
            (0.9 + 0.22 * Math.cos((t - 0.5) * 5.2) ** 2 * (Math.abs(t - 0.5) > 0.22 ? 1 : 0.75))
          )
        },
      },
    ),
    (p) => {
      p.y += 0.03 * (noise(p.x * 3 + 9, p.z * 3 + 9, 999, 3) - 0.5)
    },
  )
  return { object: body, camera: k.view === 0 ? { around: 14, above: 34 } : { around: 168, above: 20 } }
}

const passportHolder: Model = (k) => {
  const [w, h] = [1.15, 1.6]
  const skin = () => m.leather(k.colour, 0.4)
  const gold = m.gold(0.3)
  const emblem = group(
    positioned({ turn: [90, 0, 0] }, ring(0.24, 0.014, gold)),
    positioned({ turn: [90, 0, 0], scale: [0.45, 1, 1] }, ring(0.24, 0.012, gold)),
    box(0.47, 0.018, 0.012, 0.005, gold),
    [-0.12, 0.12].map((y) => box(0.41, 0.014, 0.012, 0.005, gold, { at: [0, y, 0] })),
    box(0.5, 0.03, 0.01, 0.004, gold, { at: [0, -0.46, 0] }),
    box(0.34, 0.02, 0.01, 0.004, gold, { at: [0, -0.55, 0] }),
  )
  const cover = (z: number) => slab(outline(oblong(w, h, 0.08)), 0.05, 0.02, skin(), { at: [0, 0, z] })
  const pages = box(w - 0.1, h - 0.08, 0.1, 0.01, m.paper('#efe4d0'), { at: [0.03, 0, 0] })
  const passport = slab(outline(oblong(w - 0.1, h - 0.06, 0.06)), 0.02, 0.008, m.matt('#6d2430', 0.6), {
    at: [0.04, 0.07, 0.035],
  })
  const spine = box(0.06, h, 0.19, 0.03, skin(), { at: [-w / 2 + 0.02, 0, 0] })
  const ticket = positioned(
    { at: [0.1, 0.16, -0.035], turn: [0, 0, -3] },
    box(w * 0.7, h, 0.012, 0.004, m.paper('#fdfbf5')),
    box(w * 0.7, 0.12, 0.014, 0.002, m.matt('#4f7f94'), { at: [0, h * 0.44, 0] }),
  )
  const whole = group(
    cover(0.075),
    cover(-0.075),
    pages,
    passport,
    spine,
    ticket,
    positioned({ at: [0, 0.12, 0.102] }, emblem),
    stitchLine(w, h, k.colour, 0.102),
  )
  if (k.view === 0) return { object: positioned({ turn: [-10, 0, 0] }, whole), camera: { around: 26, above: 12 } }
  return {
    object: positioned({ turn: [-90, 0, 0] }, positioned({ turn: [0, 0, 28] }, whole)),
    camera: { around: -4, above: 40 },
  }
}

const eyeMask: Model = (k) => {
  const silk = m.cloth(k.colour, {
    weave: 'felt',
    tile: 0.5,
    print: k.print,
    printTile: 0.5,
    bump: 0.2,
    depth: 0.15,
    sheen: 1,
    rough: 0.42,
  })
  silk.envMapIntensity = 0.7
  const shape = outline(
    [
      [-1.05, 0.12],
      [-0.9, 0.36],
      [-0.4, 0.44],
      [0, 0.38],
      [0.4, 0.44],
      [0.9, 0.36],
      [1.05, 0.12],
      [0.98, -0.2],
      [0.68, -0.42],
      [0.34, -0.36],
      [0.12, -0.1],
      [0, -0.04],
      [-0.12, -0.1],
      [-0.34, -0.36],
      [-0.68, -0.42],
      [-0.98, -0.2],
    ],
    'smooth',
  )
  const curve = (p: { x: number; y: number; z: number }) => {
    p.z += 0.16 - 0.24 * p.x * p.x
  }
  const body = bent(slab(shape, 0.17, 0.08, silk), (p) => {
    p.z += 0.045 * Math.exp(-((Math.abs(p.x) - 0.55) ** 2 + p.y ** 2) / 0.1) * Math.sign(p.z)
    curve(p)
  })
  const points = shape.getPoints(40)
  const piping = bent(
    tube(
      points.filter((_, i) => i % 2 === 0).map(({ x, y }): V3 => [x * 0.995, y * 0.99, 0]),
      0.026,
      m.cloth(mixColours(k.colour, '#fff6ea', 0.55), { weave: 'twill', tile: 0.1, sheen: 0.6 }),
      { closed: true, segments: 300 },
    ),
    curve,
  )
  const band = strap(
    [
      [-1.03, 0.06, -0.1],
      [-1.2, 0.06, -0.5],
      [-0.9, 0.06, -1.0],
      [0, 0.06, -1.2],
      [0.9, 0.06, -1.0],
      [1.2, 0.06, -0.5],
      [1.03, 0.06, -0.1],
    ],
    0.16,
    0.02,
    m.cloth(darker(k.colour, 0.15), { weave: 'rib', tile: 0.2, bump: 3 }),
    { side: [0, 1, 0] },
  )
  // Closed lids with lashes, sewn on.
  const lids = [-1, 1].map((s) =>
    bent(
      group(
        tube(
          [
            [s * 0.36, 0.02, 0.13],
            [s * 0.46, -0.07, 0.15],
            [s * 0.58, -0.09, 0.15],
            [s * 0.7, -0.07, 0.145],
            [s * 0.8, 0.02, 0.13],
          ],
          0.013,
          m.matt(mixColours(k.colour, '#fff6ea', 0.75)),
        ),
        times(4, (i) =>
          tube(
            [
              [s * (0.43 + i * 0.1), -0.06 - (i === 1 || i === 2 ? 0.025 : 0), 0.145],
              [s * (0.42 + i * 0.108), -0.11, 0.148],
              [s * (0.41 + i * 0.118), -0.16, 0.142],
            ],
            0.011,
            m.matt(mixColours(k.colour, '#fff6ea', 0.75)),
          ),
        ),
      ),
      curve,
    ),
  )
  return k.view === 0
    ? { object: positioned({ turn: [-14, 0, 0] }, body, piping, band, lids), camera: { around: 18, above: 16 } }
    : { object: positioned({ turn: [-58, 0, 0] }, body, piping, band, lids), camera: { around: -24, above: 30 } }
}

const packingCube: Model = (k) => {
  const cube = (w: number, h: number, d: number, hex: string) => {
    const cloth = () => m.cloth(hex, { weave: 'canvas', tile: 0.2, bump: 0.8, sheen: 0.2 })
    return group(
      bent(box(w, h, d, 0.1, cloth(), { at: [0, h / 2, 0] }), (p) => {
        const bulge = 0.03 * (1 - ((2 * p.x) / w) ** 2) * (1 - ((2 * p.z) / d) ** 2)
        if (p.y > h * 0.6) p.y += bulge
      }),
      positioned(
        { at: [0, h + 0.022, 0], turn: [-90, 0, 0] },
        slab(
          outline(oblong(w * 0.76, d * 0.66, 0.08)),
          0.02,
          0.008,
          m.cloth(mixColours(hex, '#2b2d31', 0.45), { weave: 'mesh', tile: 0.14, bump: 4, depth: 1, sheen: 0.1 }),
        ),
      ),
      zip(
        times(21, (i): V3 => {
          const t = i / 20
          const q = oblong(w + 0.01, d + 0.01, 0.12)
          const p = q[Math.min(q.length - 1, Math.floor(t * (q.length - 1) * 0.78))]!
          return [p[0], h * 0.8, p[1]]
        }),
        hex,
        [0, 1, 0],
        false,
      ),
      positioned(
        { at: [0, h * 0.55, d / 2 + 0.02] },
        strap(
          [
            [-0.2, 0, 0],
            [-0.14, 0.03, 0.07],
            [0, 0.04, 0.09],
            [0.14, 0.03, 0.07],
            [0.2, 0, 0],
          ],
          0.1,
          0.025,
          m.cloth(darker(hex, 0.3), { weave: 'twill', tile: 0.1 }),
          { side: [0, 1, 0] },
        ),
      ),
      positioned(
        { at: [w * 0.3, h * 0.8, d / 2 + 0.03] },
        box(0.05, 0.04, 0.05, 0.012, m.metal()),
        box(0.035, 0.14, 0.014, 0.006, m.metal(), { at: [0, -0.09, 0.01] }),
      ),
    )
  }
  return k.view === 0
    ? {
        object: group(
          cube(1.8, 0.5, 1.25, k.colour),
          positioned(
            { at: [-0.1, 0.56, -0.05], turn: [0, 10, 0] },
            cube(1.25, 0.4, 0.9, mixColours(k.colour, '#ffffff', 0.25)),
          ),
        ),
        camera: { around: 26, above: 26 },
      }
    : {
        object: group(
          positioned(
            { at: [-0.7, 0.62, 0], turn: [-90 + 8, 0, 0] },
            positioned({ at: [0, -0.25, 0] }, cube(1.5, 0.42, 1.2, k.colour)),
          ),
          positioned(
            { at: [0.7, 0, 0.45], turn: [0, -16, 0] },
            cube(1.2, 0.4, 0.9, mixColours(k.colour, '#ffffff', 0.25)),
          ),
        ),
        camera: { around: 6, above: 28 },
      }
}

const luggageTag: Model = (k) => {
  const [w, h] = [0.95, 1.5]
  const skin = () => m.leather(k.colour, 0.4)
  const shape: V2[] = [
    [-w / 2, -h / 2],
    [w / 2, -h / 2],
    [w / 2, h / 2 - 0.28],
    [w / 2 - 0.28, h / 2],
    [-w / 2 + 0.28, h / 2],
    [-w / 2, h / 2 - 0.28],
  ]
  const one = (open: boolean) =>
    group(
      slab(outline(shape, 0.08), 0.07, 0.025, skin(), {}, [circle(0.07, 0, h / 2 - 0.17)]),
      positioned({ at: [0, h / 2 - 0.17, 0.03], turn: [90, 0, 0] }, ring(0.082, 0.02, m.gold(0.25))),
      open
        ? group(
            positioned(
              { at: [0, -0.12, 0.038] },
              face(
                w * 0.74,
                h * 0.56,
                m.picture((c) => {
                  c.fillStyle = '#fdf9ef'
                  c.fillRect(0, 0, 1000, 1000)
                  c.fillStyle = '#6b6256'
                  for (const [y, x] of [
                    [160, 760],
                    [330, 560],
                    [500, 680],
                    [670, 420],
                    [840, 620],
                  ] as const)
                    c.fillRect(100, y, x, 16)
                }, 0.8),
              ),
            ),
            slab(outline(oblong(w * 0.8, h * 0.62, 0.05)), 0.02, 0.008, skin(), { at: [0, -0.12, 0.03] }, [
              oblong(w * 0.7, h * 0.52, 0.03),
            ]),
          )
        : group(
            positioned(
              { at: [0, -0.1, 0.036], turn: [0, 0, 24] },
              slab(
                outline(
                  [
                    [-0.3, -0.02],
                    [-0.05, 0.05],
                    [0.08, 0.32],
                    [0.15, 0.3],
                    [0.13, 0.06],
                    [0.32, 0.06],
                    [0.36, 0.13],
                    [0.42, 0.12],
                    [0.4, 0],
                    [0.42, -0.12],
                    [0.36, -0.13],
                    [0.32, -0.06],
                    [0.13, -0.06],
                    [0.15, -0.3],
                    [0.08, -0.32],
                    [-0.05, -0.05],
                  ],
                  0.03,
                ),
                0.02,
                0.006,
                m.gold(0.3),
                { turn: [0, 0, 180] },
              ),
            ),
          ),
      stitchLine(w, h * 0.72, k.colour, 0.036).translateY(-h * 0.13),
    )
  const loop = strap(
    [
      [0, 0.58, 0.06],
      [0.03, 0.75, 0.16],
      [0.1, 1.0, 0.16],
      [0.2, 1.2, 0.02],
      [0.14, 1.16, -0.14],
      [0.05, 0.92, -0.16],
      [0, 0.7, -0.1],
      [0, 0.58, -0.06],
    ],
    0.12,
    0.025,
    m.leather(darker(k.colour, 0.25)),
    { side: [1, 0, 0] },
  )
  const buckle = positioned(
    { at: [0.13, 1.06, 0.15], turn: [-6, 0, -20] },
    slab(outline(oblong(0.2, 0.2, 0.04)), 0.03, 0.01, m.gold(0.25), {}, [oblong(0.13, 0.12, 0.02)]),
  )
  const flat = (open: boolean, place: { at: V3; turn: V3 }) =>
    positioned(place, one(open), loop.clone(), buckle.clone())
  return k.view === 0
    ? { object: flat(false, { at: [0, 0.75, 0], turn: [-14, 0, 8] }), camera: { around: 24, above: 12 } }
    : {
        object: group(
          flat(false, { at: [-0.5, 0.12, 0], turn: [-90, 0, 22] }),
          flat(true, { at: [0.62, 0.12, 0.2], turn: [-90, 0, -18] }),
        ),
        camera: { around: 0, above: 48 },
      }
}

const flask: Model = (k) => {
  const skin = () => (k.colour === '#a7b0b8' ? m.brushed('#c4c8cc', 0.5) : m.coated(k.colour))
  const body = lathe(
    [
      [0, 0],
      [0.34, 0],
      [0.38, 0.04],
      [0.38, 1.42],
      [0.33, 1.56],
      [0.29, 1.6],
    ],
    skin(),
    {},
    0.04,
  )
  const foot = lathe(
    [
      [0.375, 0.02],
      [0.386, 0.03],
      [0.386, 0.1],
      [0.378, 0.11],
    ],
    m.brushed('#c4c8cc', 0.4),
    {},
    0.008,
  )
  const neck = lathe(
    [
      [0.29, 1.58],
      [0.31, 1.6],
      [0.31, 1.66],
      [0.28, 1.68],
    ],
    m.metal(),
    {},
    0.01,
  )
  const cup = (place: { at: V3; turn?: V3 }) =>
    positioned(
      place,
      lathe(
        [
          [0.31, 0],
          [0.335, 0.01],
          [0.32, 0.44],
          [0.28, 0.5],
          [0, 0.51],
        ],
        m.brushed('#c4c8cc', 0.4),
        {},
        0.04,
      ),
      lathe(
        [
          [0.3, 0],
          [0.29, 0.42],
          [0, 0.46],
        ],
        m.metal('#8b8e93'),
        {},
        0.02,
      ),
      ring(0.334, 0.012, m.metal(), { at: [0, 0.02, 0] }),
    )
  const stopper = lathe(
    [
      [0, 1.6],
      [0.26, 1.62],
      [0.26, 1.78],
      [0.2, 1.84],
      [0.1, 1.86],
      [0, 1.86],
    ],
    m.matt('#2b2d31', 0.5),
    {},
    0.03,
  )
  const badge = positioned({ at: [0, 0.85, 0.378] }, slab(outline(circle(0.1)), 0.014, 0.005, m.brushed('#d9dcdf')))
  return k.view === 0
    ? { object: group(body, foot, neck, cup({ at: [0, 1.64, 0] }), badge), camera: { around: 18, above: 10 } }
    : {
        object: group(body, foot, neck, stopper, badge, cup({ at: [0.78, 0.5, 0.3], turn: [180, 0, 0] })),
        camera: { around: -4, above: 22 },
      }
}

const adapter: Model = (k) => {
  const white = k.colour === '#eeeeea'
  const shell = () => (white ? m.gloss('#f4f3ef') : m.matt(k.colour, 0.4))
  const body = box(1.0, 1.15, 1.0, 0.16, shell())
  const waist = box(1.008, 0.3, 1.008, 0.15, m.matt('#2b2d31', 0.5), { at: [0, -0.12, 0] })
  const socket = positioned(
    { at: [0, 0.2, 0.5] },
    positioned({ turn: [90, 0, 0] }, ring(0.3, 0.022, m.matt(darker(k.colour, 0.2)))),
    (
      [
        [-0.13, 0.06, 0.05, 0.15],
        [0.13, 0.06, 0.05, 0.15],
        [0, -0.14, 0.07, 0.12],
      ] as const
    ).map(([x, y, w, h]) => box(w, h, 0.02, 0.015, m.matt('#111214', 0.9), { at: [x, y, 0.0] })),
  )
  const top = positioned(
    { at: [0, 0.575, 0], turn: [-90, 0, 0] },
    positioned({ turn: [90, 0, 0] }, ring(0.34, 0.02, m.matt(darker(k.colour, 0.2)))),
    [
      [-0.15, 0.08],
      [0.15, 0.08],
      [0, -0.17],
    ].map(([x, y]) => box(0.07, 0.17, 0.02, 0.02, m.matt('#111214', 0.9), { at: [x!, y!, 0.002] })),
  )
  const ports = [-0.19, 0.19].map((x) =>
    positioned(
      { at: [x, -0.38, 0.5] },
      box(0.27, 0.11, 0.02, 0.01, m.metal('#b5b8bc', 0.3)),
      box(0.23, 0.075, 0.024, 0.008, m.matt('#101114')),
    ),
  )
  const pins = [-0.18, 0.18].map((x) =>
    positioned(
      { at: [x, 0.06, -0.72], turn: [90, 0, 0] },
      cylinder(0.055, 0.05, 0.42, m.metal('#d3d5d8', 0.2), { at: [0, -0.2, 0] }, 0.03),
    ),
  )
  const slider = positioned(
    { at: [0.505, -0.12, 0] },
    box(0.04, 0.14, 0.3, 0.02, m.matt('#e2963c', 0.5)),
    times(4, (i) => box(0.05, 0.1, 0.014, 0.005, m.matt('#b8742c'), { at: [0, 0, -0.06 + i * 0.04] })),
  )
  return {
    object: group(body, waist, socket, top, ports, pins, slider),
    camera: k.view === 0 ? { around: 32, above: 20 } : { around: 136, above: 28 },
  }
}

export const travel = {
  suitcase,
  neckPillow,
  passportHolder,
  eyeMask,
  packingCube,
  luggageTag,
  flask,
  adapter,
} satisfies Record<string, Model>

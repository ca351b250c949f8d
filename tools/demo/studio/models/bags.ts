import * as THREE from 'three'
import {
  bent,
  box,
  circle,
  darker,
  group,
  lighter,
  materials as m,
  mixColours,
  noise,
  oblong,
  outline,
  positioned,
  ring,
  slab,
  strap,
  stuffed,
  surface,
  sweep,
  times,
  tube,
  type Model,
  type V2,
  type V3,
} from '../kit.ts'

const power = (v: number, e: number) => Math.sign(v) * Math.abs(v) ** e
/** A zip along a line: the teeth, the tapes and a pull at its end. */
const zip = (points: readonly V3[], hex: string, side: V3 = [0, 0, 1], pull = true) =>
  group(
    strap(points, 0.07, 0.014, m.cloth(darker(hex, 0.25), { weave: 'twill', tile: 0.2 }), { side }),
    sweep(points, oblong(0.026, 0.02, 0.006), m.brushed('#9da1a6', 0.1), { side }),
    pull
      ? positioned(
          { at: points[Math.floor(points.length / 2)]! },
          box(0.045, 0.03, 0.04, 0.01, m.metal()),
          box(0.035, 0.11, 0.014, 0.006, m.metal(), { at: [0, -0.07, 0.02] }),
        )
      : [],
  )

const backpack: Model = (k) => {
  const rolls = k.article.startsWith('Roll')
  const small = /Small|Child/.test(k.article)
  const trail = k.article.startsWith('Trail')
  const thin = k.article.startsWith('Pack')
  const cloth = () =>
    m.cloth(k.colour, {
      weave: thin ? 'smooth' : 'canvas',
      tile: 0.3,
      print: k.print,
      printTile: 0.3,
      sheen: 0.25,
      bump: 0.9,
    })
  const dark = () => m.cloth(darker(k.colour, 0.35), { weave: 'twill', tile: 0.2, sheen: 0.2 })
  const [w, h, d] = trail ? [0.95, 1.5, 0.5] : small ? [1.05, 1.3, 0.55] : [1.15, 1.65, 0.62]
  // A body that is round above and flat below.
  const body = surface(
    (u, v) => {
      const a = u * 2 * Math.PI
      const e = 0.42
      const top = rolls ? 1 : v > 0.72 ? Math.sqrt(Math.max(0, 1 - ((v - 0.72) / 0.28) ** 2.4)) : 1
      const bottom = v < 0.08 ? Math.sqrt(1 - (1 - v / 0.08) ** 2) : 1
      const s = Math.min(top, bottom)
      const squeeze = rolls && v > 0.7 ? 1 - ((v - 0.7) / 0.3) * 0.72 : 1
      const x = power(Math.sin(a), e) * (w / 2) * (0.3 + 0.7 * s) * (s === 0 ? 0 : 1) * (1 - 0.05 * v)
      const z = power(Math.cos(a), e) * (d / 2) * s * squeeze * (1 + 0.12 * Math.cos((v - 0.4) * 4))
      const crease = (thin ? 0.05 : 0.028) * (noise(a * 2.2 + 4, v * 6 + 2, 999, 3) - 0.5)
      return [x * s ** 0.2 + (x > 0 ? crease : -crease), v * h, z + (z > 0 ? crease : -crease)]
    },
    cloth(),
    { nu: 160, nv: 120, wrap: true, tile: [3, h] },
  )
  const pocketY = trail ? 0.5 : 0.42
  const pocket = positioned(
    { at: [0, pocketY, d / 2 - 0.02] },
    stuffed(w * 0.8, h * 0.42, 0.3, cloth(), { e: 0.35, round: 0.5, wrinkle: 0.02, seed: 6 }),
    zip(
      [
        [-w * 0.34, h * 0.13, 0.13],
        [-w * 0.2, h * 0.155, 0.145],
        [0, h * 0.16, 0.15],
        [w * 0.2, h * 0.155, 0.145],
        [w * 0.34, h * 0.13, 0.13],
      ],
      k.colour,
      [0, 0.35, 1],
    ),
  )
  const zipTop = rolls
    ? []
    : zip(
        times(13, (i): V3 => {
          const t = (i / 12) * 2 - 1
          return [t * w * 0.44, h * (0.74 + 0.215 * Math.sqrt(Math.max(0, 1 - t ** 4))), d * (0.4 - 0.22 * (1 - t * t))]
        }),
        k.colour,
        [0, 0.5, 1],
        false,
      )
  const loop = tube(
    [
      [-0.14, h * 0.97, -d * 0.25],
      [-0.12, h * 1.09, -d * 0.3],
      [0, h * 1.13, -d * 0.32],
      [0.12, h * 1.09, -d * 0.3],
      [0.14, h * 0.97, -d * 0.25],
    ],
    0.034,
    dark(),
  )
  const straps = [-1, 1].map((s) =>
    group(
      strap(
        [
          [s * 0.2, h * 0.93, -d * 0.42],
          [s * 0.28, h * 0.95, -d * 0.7],
          [s * 0.36, h * 0.72, -d * 0.95],
          [s * 0.42, h * 0.4, -d * 0.85],
          [s * 0.42, h * 0.12, -d * 0.5],
        ],
        0.2,
        0.06,
        dark(),
        { side: [1, 0, 0], taper: (t) => 1 - 0.5 * t },
      ),
      positioned({ at: [s * 0.42, h * 0.3, -d * 0.78] }, box(0.16, 0.1, 0.05, 0.02, m.matt('#2a2c30'))),
    ),
  )
  const patch = positioned(
    { at: [0, h * 0.72, (d / 2) * 1.03], turn: [-6, 0, 0] },
    box(0.26, 0.13, 0.02, 0.01, m.leather('#8a5c3b')),
  )
  const side = [-1, 1].map((s) =>
    positioned(
      { at: [s * w * 0.5, h * 0.24, 0], turn: [0, s * 90, 0] },
      stuffed(d * 0.7, h * 0.34, 0.12, m.cloth(darker(k.colour, 0.2), { weave: 'mesh', tile: 0.2 }), {
        e: 0.3,
        round: 0.5,
      }),
    ),
  )
  const roll = rolls
    ? group(
        positioned(
          { at: [0, h * 1.02, 0], turn: [0, 0, 90] },
          surface(
            (u, v) => {
              const a = u * Math.PI * 2
              const r = 0.11 + 0.02 * noise(v * 6, u * 3, 999, 1)
              return [Math.cos(a) * r * 1.1, (v - 0.5) * w * 0.98, Math.sin(a) * r]
            },
            cloth(),
            { nu: 40, nv: 30, wrap: true, tile: [1, 1] },
          ),
        ),
        [-1, 1].map((s) =>
          group(
            positioned(
              { at: [s * w * 0.49, h * 1.02, 0], turn: [0, 90, 0] },
              slab(outline(circle(0.12)), 0.02, 0.008, cloth()),
            ),
            strap(
              [
                [s * w * 0.5, h * 1.04, 0],
                [s * w * 0.56, h * 0.86, 0.02],
                [s * w * 0.54, h * 0.6, 0.05],
              ],
              0.07,
              0.02,
              dark(),
              { side: [0, 0, 1] },
            ),
            positioned({ at: [s * w * 0.56, h * 0.82, 0.02] }, box(0.05, 0.14, 0.11, 0.02, m.matt('#2a2c30'))),
          ),
        ),
        strap(
          [
            [0, h * 0.98, d * 0.16],
            [0, h * 0.9, d * 0.34],
            [0, h * 0.7, d * 0.56],
            [0, h * 0.58, d * 0.6],
          ],
          0.09,
          0.02,
          dark(),
          { side: [1, 0, 0] },
        ),
        positioned({ at: [0, h * 0.74, d * 0.56], turn: [-14, 0, 0] }, box(0.13, 0.15, 0.05, 0.02, m.matt('#2a2c30'))),
      )
    : []
  const cords = trail
    ? tube(
        [
          [-0.3, 1.2, 0.29],
          [0.3, 1.05, 0.31],
          [-0.3, 0.9, 0.32],
          [0.3, 0.78, 0.33],
        ],
        0.014,
        m.rubber(k.accent),
      )
    : []
  const whole = group(body, pocket, zipTop, loop, straps, patch, side, roll, cords)
  return { object: whole, camera: k.view === 0 ? { around: 28, above: 12 } : { around: -150, above: 18 } }
}

const tote: Model = (k) => {
  const work = k.article.startsWith('Zip')
  const cooler = k.article.startsWith('Cool')
  const weave = work ? 'twill' : 'canvas'
  const cloth = () => m.cloth(k.colour, { weave, tile: 0.3, print: k.print, printTile: 0.6, bump: 1.4, sheen: 0.25 })
  const [w, h, d] = work ? [1.5, 1.15, 0.42] : cooler ? [1.3, 1.15, 0.62] : [1.3, 1.4, 0.28]
  const stiff = work || cooler
  const wall = (inside: boolean) =>
    surface(
      (u, v) => {
        const a = u * 2 * Math.PI
        const e = stiff ? 0.16 : 0.3
        const k2 = inside ? 0.975 : 1
        const open = stiff ? 1 : 0.55 + 0.5 * Math.sin(v * 2.2)
        const low = v < 0.05 ? Math.sqrt(1 - (1 - v / 0.05) ** 2) * 0.1 + 0.9 : 1
        const crease = (stiff ? 0.014 : 0.045) * (noise(a * 1.9 + 3, v * 4 + 1, 999, 8) - 0.5) * (1 - 0.3 * v)
        const sag = stiff ? 0 : -0.03 * Math.cos(2 * a) * v
        return [
          power(Math.sin(a), e) * (w / 2) * k2 * (1 + (stiff ? 0.03 : 0) * v) * low + crease,
          v * h + sag,
          power(Math.cos(a), e) * (d / 2) * k2 * open * low + crease,
        ]
      },
      inside ? m.cloth(mixColours(k.colour, '#efe6d4', 0.6), { weave: 'linen', tile: 0.3 }) : cloth(),
      { nu: 200, nv: 60, wrap: true, tile: [4, h] },
    )
  const floor = box(w * 0.95, 0.04, d * 0.9, 0.015, cloth(), { at: [0, 0.022, 0] })
  const band = () =>
    work
      ? m.leather('#6b4630')
      : m.cloth(work ? k.accent : lighter(k.colour, 0.1), { weave: 'twill', tile: 0.2, bump: 1.2 })
  const handles = [-1, 1].map((s) =>
    group(
      strap(
        [
          [-w * 0.24, h * 0.72, s * d * 0.53],
          [-w * 0.24, h, s * d * 0.52],
          [-w * 0.22, h * 1.3, s * d * 0.4],
          [-w * 0.1, h * 1.52, s * d * 0.3],
          [0, h * 1.56, s * d * 0.28],
          [w * 0.1, h * 1.52, s * d * 0.3],
          [w * 0.22, h * 1.3, s * d * 0.4],
          [w * 0.24, h, s * d * 0.52],
          [w * 0.24, h * 0.72, s * d * 0.53],
        ],
        0.085,
        0.024,
        band(),
        { side: [1, 0.001, 0.0], taper: () => 1 },
      ),
    ),
  )
  const rim = sweep(
    times(60, (i): V3 => {
      const a = (i / 60) * 2 * Math.PI
      const e = stiff ? 0.16 : 0.3
      const open = stiff ? 1 : 0.55 + 0.5 * Math.sin(2.2)
      return [
        power(Math.sin(a), e) * (w / 2) * (stiff ? 1.03 : 1) * 0.995,
        h + (stiff ? 0 : -0.03 * Math.cos(2 * a)) - 0.015,
        power(Math.cos(a), e) * (d / 2) * open * 0.995,
      ]
    }),
    oblong(0.03, 0.05, 0.012),
    cloth(),
    { side: [0, 1, 0], closed: true, segments: 240 },
  )
  const extra = work
    ? positioned(
        { at: [0, h * 0.32, d / 2 + 0.004] },
        box(w * 0.7, h * 0.5, 0.03, 0.014, cloth()),
        zip(
          [
            [-w * 0.33, h * 0.22, 0.018],
            [0, h * 0.22, 0.018],
            [w * 0.33, h * 0.22, 0.018],
          ],
          k.colour,
          [0, 0, 1],
        ),
      )
    : cooler
      ? group(
          zip(
            [
              [-w * 0.5, h + 0.005, 0],
              [0, h + 0.02, 0],
              [w * 0.5, h + 0.005, 0],
            ],
            k.colour,
            [0, 0, 1],
          ),
          box(
            w * 0.99,
            0.03,
            d * 0.97,
            0.014,
            m.cloth('#cfd5d9', { weave: 'quilt', tile: 0.5, sheen: 0.1, rough: 0.35, bump: 3 }),
            { at: [0, h - 0.02, 0] },
          ),
        )
      : positioned(
          { at: [0.3, h * 0.2, d * 0.52], turn: [3, 0, 0] },
          box(0.16, 0.1, 0.012, 0.005, m.leather('#8a5c3b')),
        )
  return {
    object: group(wall(false), wall(true), floor, handles, rim, extra),
    camera: k.view === 0 ? { around: 30, above: 13 } : { around: -34, above: 32 },
  }
}

const handbag: Model = (k) => {
  const crescent = k.article.startsWith('Crescent')
  const woven = k.article.startsWith('Woven')
  const skin = () =>
    woven ? m.cloth(k.colour, { weave: 'basket', tile: 0.3, bump: 3, print: 'plain' }) : m.leather(k.colour, 0.5)
  if (crescent) {
    const body = bent(
      stuffed(1.9, 0.95, 0.5, m.leather(k.colour, 0.5), { e: 0.8, round: 0.75, wrinkle: 0.03, seed: 9 }),
      (p) => {
        p.y += 0.28 * p.x * p.x - 0.1
      },
    )
    const curve = (t: number): V3 => [
      t * 0.9,
      0.28 * (t * 0.9) ** 2 - 0.1 + 0.46 * Math.sqrt(Math.max(0, 1 - t ** 4)),
      0,
    ]
    const top = zip(
      times(21, (i) => curve(-0.93 + (i / 20) * 1.86)).map(([x, y, z]): V3 => [x, y + 0.015, z]),
      k.colour,
      [0, 0, 1],
      false,
    )
    const handle = strap(
      [
        [-0.9, 0.16, 0],
        [-0.94, 0.5, -0.02],
        [-0.6, 1.02, -0.04],
        [0, 1.2, -0.05],
        [0.6, 1.02, -0.04],
        [0.94, 0.5, -0.02],
        [0.9, 0.16, 0],
      ],
      0.11,
      0.035,
      m.leather(k.colour, 0.5),
      { side: [0, 0, 1] },
    )
    const rings = [-1, 1].map((s) =>
      positioned({ at: [s * 0.91, 0.22, 0], turn: [90, 0, 0] }, ring(0.075, 0.016, m.gold())),
    )
    return {
      object: group(body, top, handle, rings),
      camera: k.view === 0 ? { around: 18, above: 10 } : { around: -32, above: 30 },
    }
  }
  const [w, h, d] = [1.45, 1.0, 0.46]
  const body = box(w, h, d, 0.1, skin(), { at: [0, h / 2, 0] })
  const flapSkin = woven ? m.leather(k.accent, 0.5) : skin()
  const flapLine: V3[] = [
    [0, h + 0.02, -d / 2 + 0.02],
    [0, h + 0.05, -d * 0.2],
    [0, h + 0.045, d * 0.25],
    [0, h - 0.03, d / 2 + 0.03],
    [0, h * 0.72, d / 2 + 0.045],
    [0, h * 0.46, d / 2 + 0.035],
  ]
  const flap = strap(flapLine, w * 1.01, 0.035, flapSkin, {
    side: [1, 0, 0],
    taper: (t) => 1 - 0.1 * Math.max(0, t - 0.6) * 2.5,
  })
  const clasp = positioned(
    { at: [0, h * 0.5, d / 2 + 0.06] },
    box(0.2, 0.14, 0.04, 0.025, m.gold()),
    positioned({ at: [0, 0, 0.02], turn: [90, 0, 0] }, ring(0.035, 0.012, m.gold())),
  )
  const handle = tube(
    [
      [-0.4, h + 0.03, 0],
      [-0.4, h + 0.24, 0],
      [-0.26, h + 0.46, 0],
      [0, h + 0.53, 0],
      [0.26, h + 0.46, 0],
      [0.4, h + 0.24, 0],
      [0.4, h + 0.03, 0],
    ],
    0.04,
    woven ? m.leather(k.accent) : skin(),
  )
  const rings = [-1, 1].map((s) =>
    positioned({ at: [s * 0.4, h + 0.07, 0], turn: [90, 90, 0] }, ring(0.06, 0.018, m.gold())),
  )
  const stitches = [-1, 1].map((s) =>
    box(0.006, h * 0.8, 0.006, 0.002, m.matt(lighter(k.colour, 0.3)), {
      at: [s * (w / 2 - 0.06), h / 2, d / 2 + 0.001],
    }),
  )
  const feet = [
    [-0.5, 0.14],
    [0.5, 0.14],
    [-0.5, -0.14],
    [0.5, -0.14],
  ].map(([x, z]) => positioned({ at: [x!, -0.015, z!] }, box(0.06, 0.04, 0.06, 0.018, m.gold())))
  const chain =
    k.view === 1
      ? tube(
          [
            [-w / 2, h * 0.9, 0],
            [-w / 2 - 0.2, h * 0.5, 0.3],
            [-0.7, 0.03, 0.75],
            [0.2, 0.03, 0.9],
            [0.9, 0.03, 0.6],
            [w / 2 + 0.1, h * 0.5, 0.2],
            [w / 2, h * 0.9, 0],
          ],
          0.026,
          m.leather(woven ? k.accent : k.colour),
        )
      : []
  return {
    object: group(body, flap, clasp, handle, rings, stitches, feet, chain),
    camera: k.view === 0 ? { around: 26, above: 13 } : { around: -24, above: 26 },
  }
}

const pouch: Model = (k) => {
  const quilted = k.article.startsWith('Quilted')
  const clear = k.article.startsWith('Clear')
  const cables = k.article.startsWith('Cable')
  const cloth = () =>
    quilted
      ? m.cloth(k.colour, { weave: 'quilt', tile: 0.55, bump: 7, depth: 0.9 })
      : m.cloth(k.colour, { weave: 'canvas', tile: 0.25, print: k.print, printTile: 0.5, bump: 1 })
  const [w, h, d] = quilted ? [1.55, 0.85, 0.7] : clear ? [1.5, 0.7, 0.6] : [1.6, 0.95, 0.42]
  const body = bent(
    stuffed(w, h, d, cloth(), { e: 0.3, round: 0.7, wrinkle: 0.03, seed: 5, place: { at: [0, h / 2, 0] } }),
    (p) => {
      // Flat below, and thin at the zip.
      const t = p.y / h
      p.z *= 1.25 - 0.75 * t
      if (p.y < 0.05) p.y = 0.01 + p.y * 0.2
    },
  )
  const top = zip(
    [
      [-w * 0.46, h * 0.965, 0],
      [-w * 0.2, h * 1.005, 0],
      [0, h * 1.01, 0],
      [w * 0.2, h * 1.005, 0],
      [w * 0.46, h * 0.965, 0],
    ],
    k.colour,
    [0, 0, 1],
    false,
  )
  const pull = positioned(
    { at: [w * 0.36, h, 0.02] },
    box(0.05, 0.05, 0.07, 0.015, m.gold()),
    box(0.04, 0.16, 0.014, 0.006, m.gold(), { at: [0.01, -0.09, 0.07], turn: [-14, 0, 8] }),
    positioned({ at: [0.02, -0.24, 0.1], turn: [-14, 0, 8] }, box(0.07, 0.18, 0.03, 0.012, m.leather('#8a5c3b'))),
  )
  const tab = [-1, 1].map((s) =>
    positioned(
      { at: [s * w * 0.485, h * 0.9, 0], turn: [0, 0, s * -20] },
      box(0.1, 0.09, 0.05, 0.02, m.leather('#8a5c3b')),
    ),
  )
  const window = clear
    ? positioned(
        { at: [0, h * 0.5, d * 0.44], turn: [-14, 0, 0] },
        slab(outline(oblong(w * 0.66, h * 0.5, 0.08)), 0.02, 0.008, m.gloss('#dfe7ea')),
      )
    : []
  const label =
    !clear && !quilted
      ? positioned(
          { at: [-w * 0.3, h * 0.28, d * 0.55], turn: [-16, 0, 0] },
          box(0.17, 0.09, 0.014, 0.006, m.leather('#8a5c3b')),
        )
      : []
  const loops =
    cables && k.view === 1
      ? times(3, (i) =>
          tube(
            times(30, (j): V3 => [
              -0.5 + i * 0.5 + 0.16 * Math.cos(j * 0.65),
              0.03 + j * 0.002,
              0.62 + 0.13 * Math.sin(j * 0.65),
            ]),
            0.022,
            m.cloth(['#e8e5de', '#3b3d42', k.accent][i]!, { weave: 'braid', tile: 0.12 }),
          ),
        )
      : []
  const whole = group(body, top, pull, tab, window, label)
  return k.view === 0 || cables
    ? { object: group(whole, loops), camera: k.view === 0 ? { around: 22, above: 16 } : { around: -16, above: 32 } }
    : {
        object: positioned({ turn: [-72, 0, 0] }, positioned({ turn: [0, 0, -16] }, whole)),
        camera: { around: 14, above: 36 },
      }
}

const wallet: Model = (k) => {
  const long = k.article.startsWith('Long')
  const [w, h] = long ? [1.9, 0.95] : [1.15, 0.9]
  const skin = () => m.leather(k.colour, 0.45)
  const shape = outline(oblong(w, h, 0.09))
  const panel = (place: { at: V3; turn?: V3 }) =>
    group(positioned(place, slab(shape, 0.05, 0.02, skin()), stitchLine(w, h, k.colour, 0.027)))
  const cards = ['#6f8fae', '#d9a05b', '#e8e4da', '#4c6a5b'].map((ink, i) =>
    positioned(
      { at: [0, 0.1 + i * 0.045, 0.012 - i * 0.012] },
      slab(outline(oblong(w * 0.82, h * 0.72, 0.06)), 0.012, 0.004, m.gloss(ink)),
    ),
  )
  if (k.view === 0 && !long)
    return {
      object: positioned(
        { turn: [-10, 0, 0] },
        panel({ at: [0, 0, 0.045] }),
        panel({ at: [0, 0, -0.075] }),
        cards,
        box(w * 0.94, 0.03, 0.1, 0.012, skin(), { at: [0, -h / 2 + 0.03, -0.01] }),
      ),
      camera: { around: 26, above: 14 },
    }
  if (k.view === 0)
    return {
      object: positioned(
        { turn: [-8, 0, 0] },
        panel({ at: [0, 0, 0.05] }),
        panel({ at: [0, 0, -0.09] }),
        box(w * 0.94, h * 0.92, 0.1, 0.03, m.leather(darker(k.colour, 0.3)), { at: [0, 0, -0.02] }),
        strap(
          [
            [0, h / 2 - 0.05, -0.12],
            [0, h / 2 + 0.05, -0.05],
            [0, h / 2 + 0.04, 0.05],
            [0, h / 2 - 0.16, 0.095],
            [0, h / 2 - 0.28, 0.085],
          ],
          0.3,
          0.035,
          skin(),
          { side: [1, 0, 0] },
        ),
        positioned(
          { at: [0, h / 2 - 0.2, 0.115], turn: [90, 0, 0] },
          slab(outline(circle(0.05)), 0.03, 0.012, m.gold(), { turn: [90, 0, 0] }),
        ),
      ),
      camera: { around: 24, above: 16 },
    }
  // Open, lying on its back.
  return {
    object: group(
      positioned(
        { turn: [-90, 0, 0] },
        positioned(
          { at: [0, 0, 0] },
          panel({ at: [-w * 0.52, 0, 0.02], turn: [0, 9, 0] }),
          panel({ at: [w * 0.52, 0, 0.02], turn: [0, -9, 0] }),
          box(0.14, h * 0.98, 0.05, 0.02, skin(), { at: [0, 0, -0.045] }),
          times(3, (i) =>
            positioned(
              { at: [w * 0.53, -0.14 + i * 0.14 - 0.02, 0.1 - i * 0.016], turn: [0, -9, 0] },
              slab(
                outline(oblong(w * 0.8, h * 0.5 - i * 0.02, 0.05)),
                0.018,
                0.006,
                i === 1 ? m.gloss('#d9a05b') : skin(),
              ),
            ),
          ),
          positioned(
            { at: [-w * 0.52, 0.02, 0.085], turn: [0, 9, 0] },
            slab(outline(oblong(w * 0.84, h * 0.7, 0.03)), 0.012, 0.004, m.paper('#cfd8c6')),
          ),
        ),
      ),
    ),
    camera: { around: 12, above: 44 },
  }
}
const stitchLine = (w: number, h: number, hex: string, z: number) => {
  const points = oblong(w - 0.1, h - 0.1, 0.06)
  const path: V2[] = []
  points.forEach((p, i) => {
    const q = points[(i + 1) % points.length]!
    const n = Math.max(1, Math.round(Math.hypot(q[0] - p[0], q[1] - p[1]) / 0.045))
    for (let j = 0; j < n; j += 1) path.push([p[0] + ((q[0] - p[0]) * j) / n, p[1] + ((q[1] - p[1]) * j) / n])
  })
  const thread = m.matt(mixColours(hex, '#f3e6cc', 0.55), 0.8)
  const one = new THREE.InstancedMesh(new THREE.BoxGeometry(0.026, 0.01, 0.008), thread, path.length)
  path.forEach(([x, y], i) => {
    const [nx, ny] = path[(i + 1) % path.length]!
    one.setMatrixAt(i, new THREE.Matrix4().makeRotationZ(Math.atan2(ny - y, nx - x)).setPosition(x, y, z))
  })
  // Single meshes, so that every pass sees them alike.
  const stitches = group()
  for (let i = 0; i < path.length; i += 1) {
    const single = new THREE.Mesh(one.geometry, thread)
    const matrix = new THREE.Matrix4()
    one.getMatrixAt(i, matrix)
    single.applyMatrix4(matrix)
    stitches.add(single)
  }
  return stitches
}
export { stitchLine, zip }
export const bags = { backpack, tote, handbag, pouch, wallet } satisfies Record<string, Model>

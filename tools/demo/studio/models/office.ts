import {
  box,
  circle,
  cylinder,
  darker,
  face,
  group,
  lathe,
  materials as m,
  mixColours,
  oblong,
  outline,
  positioned,
  ring,
  slab,
  sphere,
  spline,
  times,
  tube,
  vessel,
  type Model,
  type Place,
  type V2,
} from '../kit.ts'
import { books } from './home.ts'

/** A bound book standing on its lower edge, its cover to z. */
const bound = (
  w: number,
  h: number,
  t: number,
  cover: Parameters<typeof box>[4],
  more: Place & { ribbon?: string; elastic?: string } = {},
) =>
  positioned(
    more,
    slab(outline(oblong(w, h, 0.05)), 0.03, 0.012, cover, { at: [0, 0, t / 2] }),
    slab(outline(oblong(w, h, 0.05)), 0.03, 0.012, cover, { at: [0, 0, -t / 2] }),
    box(w - 0.06, h - 0.06, t - 0.01, 0.01, m.paper('#f6efdf'), { at: [0.01, 0, 0] }),
    times(9, (i) =>
      box(w - 0.055, h - 0.055, 0.003, 0.001, m.paper('#e2d8c3'), { at: [0.012, 0, -t * 0.4 + (i * t * 0.8) / 8] }),
    ),
    box(0.04, h, t + 0.03, 0.016, cover, { at: [-w / 2 + 0.02, 0, 0] }),
    more.elastic
      ? [
          box(0.05, h + 0.012, 0.012, 0.005, m.cloth(more.elastic, { weave: 'twill', tile: 0.1 }), {
            at: [w / 2 - 0.16, 0, t / 2 + 0.018],
          }),
          box(0.05, 0.012, t + 0.04, 0.005, m.cloth(more.elastic), { at: [w / 2 - 0.16, h / 2 + 0.003, 0] }),
        ]
      : [],
    more.ribbon
      ? tube(
          [
            [-0.2, h / 2 - 0.02, 0],
            [-0.2, -h / 2 - 0.02, 0.0],
            [-0.17, -h / 2 - 0.12, 0.08],
            [-0.2, -h / 2 - 0.1, 0.2],
          ],
          0.014,
          m.cloth(more.ribbon),
        )
      : [],
  )

const notebook: Model = (k) => {
  const set = k.article.startsWith('Pocket')
  const large = k.article.startsWith('Ruled')
  const cover = () =>
    set
      ? m.cloth(k.colour, {
          weave: 'felt',
          tile: 0.3,
          print: k.print,
          printTile: 0.4,
          bump: 0.4,
          depth: 0.3,
          sheen: 0.05,
        })
      : k.print === 'plain'
        ? m.leather(k.colour, 0.35)
        : m.cloth(k.colour, { weave: 'linen', tile: 0.25, print: k.print, printTile: 0.5, bump: 0.8 })
  if (set) {
    const inks = [k.colour, mixColours(k.colour, '#ffffff', 0.4), darker(k.colour, 0.3)]
    const one = (i: number) =>
      group(
        slab(
          outline(oblong(1.0, 1.45, 0.06)),
          0.05,
          0.012,
          m.cloth(inks[i]!, {
            weave: 'felt',
            tile: 0.3,
            bump: 0.4,
            depth: 0.3,
            sheen: 0.05,
            print: i === 0 ? k.print : 'plain',
            printTile: 0.4,
          }),
        ),
        box(0.52, 0.3, 0.008, 0.003, m.paper('#fbf6ea'), { at: [0, 0.34, 0.026] }),
        box(0.36, 0.014, 0.004, 0.001, m.matt('#5a4f44'), { at: [0, 0.38, 0.031] }),
        box(0.26, 0.014, 0.004, 0.001, m.matt('#5a4f44'), { at: [0, 0.31, 0.031] }),
      )
    return k.view === 0
      ? {
          object: positioned(
            { turn: [-90, 0, 0] },
            times(3, (i) =>
              positioned({ at: [(i - 1) * 0.34, (i - 1) * -0.12, i * 0.052], turn: [0, 0, (1 - i) * 13] }, one(2 - i)),
            ),
          ),
          camera: { around: 6, above: 48 },
        }
      : {
          object: group(
            times(3, (i) => positioned({ at: [i * 0.5 - 0.5, 0, i * 0.22], turn: [-13, -12, 0] }, one(2 - i))),
          ),
          camera: { around: 14, above: 12 },
        }
  }
  const [w, h, t] = large ? [1.42, 1.95, 0.16] : [1.2, 1.72, 0.2]
  const label = positioned(
    { at: [0.05, h * 0.2, t / 2 + 0.018] },
    face(
      0.62,
      0.36,
      m.picture((c) => {
        c.fillStyle = '#fbf6ea'
        c.fillRect(0, 0, 1000, 1000)
        c.strokeStyle = '#4a4038'
        c.lineWidth = 14
        c.strokeRect(50, 80, 900, 840)
        c.fillStyle = '#4a4038'
        c.fillRect(200, 360, 600, 50)
        c.fillRect(300, 580, 400, 36)
      }, 0.9),
    ),
  )
  if (k.view === 0)
    return {
      object: positioned(
        { turn: [-9, 0, 0] },
        bound(w, h, t, cover(), { elastic: large ? undefined : k.accent, ribbon: k.accent }),
        large ? label : [],
      ),
      camera: { around: 28, above: 12 },
    }
  // Open on the table, with a pencil.
  const pageFace = (s: number) =>
    positioned(
      { at: [s * w * 0.5, 0, 0], turn: [0, s * -3, 0] },
      box(w - 0.05, h - 0.06, t * 0.7, 0.03, m.paper('#f8f2e3')),
      face(
        w - 0.14,
        h - 0.14,
        m.picture((c) => {
          c.fillStyle = '#f8f2e3'
          c.fillRect(0, 0, 1000, 1000)
          c.fillStyle = c.strokeStyle = '#9a927f'
          if (large) for (let y = 120; y < 960; y += 42) c.fillRect(60, y, 880, 3)
          else for (let y = 40; y < 980; y += 38) for (let x = 40; x < 980; x += 52) c.fillRect(x, y, 6, 5)
          if (s < 0) {
            c.lineWidth = 7
            c.strokeStyle = '#3b4a66'
            for (let row = 0; row < 7; row += 1) {
              c.beginPath()
              for (let x = 80; x < 520 + ((row * 137) % 360); x += 9)
                c.lineTo(x, 150 + row * 84 + Math.sin(x * 0.16 + row) * 13 + Math.sin(x * 0.41) * 8)
              c.stroke()
            }
          }
        }, 0.95),
        { at: [0, 0, t * 0.352] },
      ),
    )
  return {
    object: positioned(
      { turn: [-90, 0, 0] },
      positioned(
        { turn: [0, 0, 14] },
        slab(outline(oblong(w * 2 + 0.06, h, 0.06)), 0.03, 0.012, cover(), { at: [0, 0, -t * 0.36] }),
        pageFace(-1),
        pageFace(1),
        positioned({ at: [0.35, -0.2, t * 0.5], turn: [0, 0, -52] }, pencil(k.accent)),
      ),
    ),
    camera: { around: 4, above: 46 },
  }
}

/** A pencil along y, 1.6 long, around its middle. */
const pencil = (hex: string) =>
  group(
    lathe(
      [
        [0, -0.8],
        [0.05, -0.8],
        [0.05, 0.58],
      ],
      m.gloss(hex),
      {},
      0,
      6,
    ),
    lathe(
      [
        [0.05, 0.58],
        [0.012, 0.77],
      ],
      m.wood('#e3c089'),
      {},
      0,
      24,
    ),
    lathe(
      [
        [0.014, 0.765],
        [0.001, 0.81],
      ],
      m.matt('#2c2c30'),
      {},
      0,
      16,
    ),
    lathe(
      [
        [0.053, -0.86],
        [0.053, -0.76],
      ],
      m.gold(0.3),
      {},
      0.005,
      24,
    ),
    lathe(
      [
        [0, -0.98],
        [0.045, -0.97],
        [0.05, -0.86],
      ],
      m.rubber('#e39a92'),
      {},
      0.02,
      24,
    ),
  )

const pen: Model = (k) => {
  const body = () => m.gloss(k.colour)
  const rollerball = group(
    lathe(
      [
        [0.001, -1.0],
        [0.014, -0.97],
        [0.02, -0.9],
      ],
      m.metal('#d0d3d6', 0.2),
      {},
      0,
    ),
    lathe(
      [
        [0.022, -0.9],
        [0.06, -0.66],
        [0.075, -0.6],
      ],
      m.gold(0.22),
      {},
      0.01,
    ),
    lathe(
      spline(
        [
          [0.076, -0.6],
          [0.088, -0.3],
          [0.09, 0.1],
          [0.086, 0.2],
        ],
        20,
      ),
      body(),
      {},
      0,
    ),
    lathe(
      [
        [0.09, 0.16],
        [0.098, 0.17],
        [0.098, 0.22],
        [0.09, 0.23],
      ],
      m.gold(0.22),
      {},
      0.008,
    ),
    lathe(
      spline(
        [
          [0.092, 0.23],
          [0.095, 0.5],
          [0.085, 0.92],
          [0.06, 0.99],
        ],
        20,
      ),
      body(),
      {},
      0,
    ),
    lathe(
      [
        [0.062, 0.98],
        [0.05, 1.03],
        [0, 1.04],
      ],
      m.gold(0.22),
      {},
      0.01,
    ),
    positioned(
      { at: [0, 0.64, 0.105] },
      box(0.05, 0.66, 0.02, 0.009, m.gold(0.22)),
      box(0.05, 0.03, 0.06, 0.012, m.gold(0.22), { at: [0, 0.32, -0.025] }),
      sphere(0.03, m.gold(0.22), { at: [0, -0.32, -0.004] }),
    ),
  )
  const mechanical = group(
    lathe(
      [
        [0.001, -1.0],
        [0.012, -0.98],
        [0.02, -0.88],
        [0.07, -0.64],
      ],
      m.gold(0.22),
      {},
      0.006,
    ),
    lathe(
      spline(
        [
          [0.07, -0.64],
          [0.082, -0.2],
          [0.082, 0.5],
          [0.072, 0.8],
        ],
        20,
      ),
      body(),
      {},
      0,
    ),
    times(8, (i) => ring(0.0775 + 0.001 * i, 0.005, m.matt(darker(k.colour, 0.3)), { at: [0, -0.58 + i * 0.04, 0] })),
    lathe(
      [
        [0.072, 0.8],
        [0.05, 0.84],
        [0.045, 0.98],
        [0, 1.0],
      ],
      m.gold(0.22),
      {},
      0.01,
    ),
    positioned(
      { at: [0, 0.5, 0.095] },
      box(0.045, 0.56, 0.018, 0.008, m.gold(0.22)),
      box(0.045, 0.03, 0.05, 0.012, m.gold(0.22), { at: [0, 0.27, -0.02] }),
    ),
  )
  const sleeve = positioned(
    { at: [0, 0.05, 0] },
    box(0.78, 0.1, 2.35, 0.03, m.matt('#2c2a2a', 0.8)),
    box(0.66, 0.02, 2.2, 0.01, m.cloth('#4a4340', { weave: 'felt', tile: 0.2, sheen: 0.6 }), { at: [0, 0.045, 0] }),
  )
  const lay = (object: ReturnType<typeof group>, place: Place) =>
    positioned(place, positioned({ turn: [-90, 0, 0] }, object))
  return k.view === 0
    ? {
        object: positioned(
          { turn: [0, 34, 0] },
          sleeve,
          lay(rollerball, { at: [-0.17, 0.15, 0] }),
          lay(mechanical, { at: [0.17, 0.15, 0], turn: [0, 0, 0] }),
        ),
        camera: { around: 0, above: 42 },
      }
    : {
        object: group(
          lay(rollerball, { at: [-0.2, 0.1, 0], turn: [0, 58, 0] }),
          lay(mechanical, { at: [0.1, 0.09, 0.5], turn: [0, 44, 0] }),
        ),
        camera: { around: 0, above: 30 },
      }
}

const penCup: Model = (k) => {
  const cup = vessel(
    spline(
      [
        [0.5, 0],
        [0.54, 0.05],
        [0.55, 0.5],
        [0.56, 1.02],
      ],
      30,
    ),
    0.05,
    m.glaze(k.colour, { print: k.print, printTile: 0.5, specks: 160 }),
  )
  const standing = (object: ReturnType<typeof group>, x: number, z: number, lean: number, turn: number) =>
    positioned(
      { at: [x, 0.06, z], turn: [0, turn, 0] },
      positioned({ turn: [0, 0, lean] }, positioned({ at: [0, 0.98, 0] }, object)),
    )
  const things = [
    standing(pencil('#e2b34c'), 0.1, 0.1, -13, 20),
    standing(pencil(k.accent), -0.08, -0.05, 14, -30),
    standing(
      group(
        lathe(
          [
            [0, -0.8],
            [0.06, -0.8],
            [0.06, 0.5],
            [0.05, 0.56],
            [0.045, 0.86],
            [0, 0.88],
          ],
          m.matt('#2c2e33'),
          {},
          0.02,
        ),
        box(0.03, 0.4, 0.02, 0.008, m.metal(), { at: [0, 0.62, 0.065] }),
      ),
      0.12,
      -0.14,
      -8,
      80,
    ),
    standing(
      group(
        [-1, 1].map((s) =>
          group(
            positioned(
              { at: [s * 0.12, 0.62, 0], turn: [90, 0, 0], scale: [1, 1, 1.35] },
              ring(0.12, 0.035, m.matt('#c8503f', 0.4)),
            ),
            positioned(
              { at: [0, -0.1, s * 0.015], turn: [0, 0, s * 3] },
              box(0.09, 1.2, 0.02, 0.008, m.brushed('#c9ccd0')),
            ),
          ),
        ),
      ),
      -0.16,
      0.12,
      8,
      10,
    ),
    standing(
      group(
        box(0.16, 1.75, 0.02, 0.006, m.wood('#d9b27c')),
        times(14, (i) =>
          box(i % 5 ? 0.04 : 0.07, 0.006, 0.004, 0.001, m.matt('#4a3a2c'), { at: [0.05, -0.2 + i * 0.07, 0.011] }),
        ),
      ),
      -0.02,
      -0.2,
      4,
      -14,
    ),
  ]
  return {
    object: group(cup, things),
    camera: k.view === 0 ? { around: 14, above: 14 } : { around: -30, above: 34, zoom: 1.25, look: [0, 0.1] },
  }
}

const deskTray: Model = (k) => {
  const steel = () => m.coated(k.colour)
  const [w, d] = [1.7, 1.25]
  const tray = (y: number) =>
    positioned(
      { at: [0, y, 0] },
      box(w, 0.035, d, 0.012, steel()),
      box(w, 0.2, 0.035, 0.012, steel(), { at: [0, 0.085, -d / 2] }),
      [-1, 1].map((s) => box(0.035, 0.2, d, 0.012, steel(), { at: [(s * w) / 2, 0.085, 0] })),
      [-1, 1].map((s) => box(w * 0.3, 0.12, 0.035, 0.012, steel(), { at: [s * w * 0.35, 0.05, d / 2] })),
    )
  const posts = [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ].map(([x, z]) =>
    cylinder(0.03, 0.03, 1.3, m.metal('#b9bdc1', 0.25), { at: [x! * (w / 2 + 0.03), -0.04, z! * d * 0.4] }),
  )
  const papers = (y: number, n: number) =>
    times(n, (i) =>
      box(w * 0.84, 0.012, d * 0.9, 0.003, m.paper(i % 3 === 1 ? '#e9dfc9' : '#fcfaf4'), {
        at: [0.02 * Math.sin(i * 3), y + 0.026 + i * 0.013, 0.03 + 0.02 * Math.cos(i * 2)],
        turn: [0, 2 * Math.sin(i * 5), 0],
      }),
    )
  return {
    object: group(
      times(3, (i) => tray(0.02 + i * 0.5)),
      posts,
      papers(0.02, 6),
      papers(0.52, 3),
      k.view === 0 ? papers(1.02, 8) : [],
    ),
    camera: k.view === 0 ? { around: 28, above: 22 } : { around: -36, above: 30 },
  }
}

const stapler: Model = (k) => {
  const top = slab(
    outline(
      [
        [-1.1, 0.42],
        [-1.0, 0.6],
        [-0.5, 0.72],
        [0.5, 0.6],
        [1.1, 0.46],
        [1.18, 0.36],
        [1.1, 0.28],
        [-1.05, 0.3],
      ],
      0.12,
    ),
    0.36,
    0.12,
    m.gloss(k.colour),
  )
  const rail = group(
    box(2.1, 0.1, 0.24, 0.02, m.metal('#c9ccd0', 0.2), { at: [0.05, 0.24, 0] }),
    box(0.1, 0.16, 0.26, 0.02, m.metal('#c9ccd0', 0.2), { at: [1.08, 0.22, 0] }),
  )
  const base = slab(
    outline(
      [
        [-1.2, 0],
        [1.28, 0],
        [1.3, 0.07],
        [1.2, 0.12],
        [-0.7, 0.12],
        [-0.95, 0.3],
        [-1.15, 0.3],
        [-1.24, 0.1],
      ],
      0.05,
    ),
    0.38,
    0.05,
    m.matt('#2b2d31', 0.45),
  )
  const anvil = box(0.24, 0.02, 0.24, 0.008, m.metal('#c9ccd0', 0.25), { at: [1.06, 0.126, 0] })
  const pin = positioned(
    { at: [-0.98, 0.32, 0], turn: [90, 0, 0] },
    cylinder(0.07, 0.07, 0.42, m.metal('#b9bdc1'), { at: [0, -0.21, 0] }),
  )
  const foot = box(2.3, 0.03, 0.34, 0.012, m.rubber('#1c1d20'), { at: [0.03, -0.012, 0] })
  const staples =
    k.view === 1
      ? times(4, (i) =>
          positioned(
            { at: [0.5 + i * 0.16, 0.0, 0.55 + 0.1 * Math.sin(i * 2)], turn: [0, 30 * i, 0] },
            box(0.28, 0.06, 0.12, 0.005, m.metal('#c9ccd0', 0.25), { at: [0, 0.0, 0] }),
          ),
        )
      : []
  return {
    object: group(positioned({ turn: [0, 0, 3] }, top, rail), base, anvil, pin, foot, staples),
    camera: k.view === 0 ? { around: 28, above: 18 } : { around: -34, above: 28 },
  }
}

const deskLamp: Model = (k) => {
  const metal = () => m.coated(k.colour)
  const base = lathe(
    [
      [0, 0],
      [0.5, 0],
      [0.52, 0.03],
      [0.5, 0.09],
      [0.1, 0.12],
      [0, 0.12],
    ],
    metal(),
    {},
    0.03,
  )
  const [a, b, c]: [V2, V2, V2] = [
    [0, 0.12],
    [-0.42, 1.05],
    [0.5, 1.78],
  ]
  const bar = (p: V2, q: V2, z: number) =>
    tube(
      [
        [p[0], p[1], z],
        [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2, z],
        [q[0], q[1], z],
      ],
      0.022,
      m.metal('#c4c7cb', 0.22),
    )
  const joint = (p: V2) =>
    positioned(
      { at: [p[0], p[1], 0], turn: [90, 0, 0] },
      cylinder(0.075, 0.075, 0.2, metal(), { at: [0, -0.1, 0] }),
      cylinder(0.035, 0.035, 0.24, m.gold(0.3), { at: [0, -0.12, 0] }),
    )
  const arms = [bar(a, b, 0.055), bar(a, b, -0.055), bar(b, c, 0.055), bar(b, c, -0.055)]
  const spring = tube(
    times(
      60,
      (i) => [b[0] + 0.12 + i * 0.0072 + 0.03 * Math.cos(i), b[1] + 0.04 + i * 0.0058, 0.03 * Math.sin(i)] as const,
    ),
    0.008,
    m.metal('#b9bdc1'),
    { segments: 360 },
  )
  const head = positioned(
    { at: [c[0], c[1], 0], turn: [0, 0, 30] },
    lathe(
      [
        [0.08, 0.1],
        [0.1, 0.06],
        [0.14, 0],
        [0.2, -0.08],
        [0.4, -0.46],
        [0.41, -0.5],
      ],
      metal(),
      {},
      0.03,
    ),
    lathe(
      [
        [0.07, 0.1],
        [0.13, -0.01],
        [0.39, -0.48],
      ],
      m.glow('#fff1d2', 0.75),
      {},
      0.01,
    ),
    sphere(0.13, m.glow('#fff6e0', 2.2), { at: [0, -0.3, 0] }),
    ring(0.405, 0.012, metal(), { at: [0, -0.495, 0] }),
    cylinder(0.09, 0.09, 0.08, metal(), { at: [0, 0.08, 0] }),
  )
  return {
    object: group(base, joint(b), positioned({ at: [0, 0, 0] }, joint([0, 0.2])), joint(c), arms, spring, head),
    camera: k.view === 0 ? { around: 18, above: 8 } : { around: -40, above: 16 },
  }
}

const planner: Model = (k) => {
  const desk = k.article.startsWith('Desk')
  const sheet = () =>
    m.picture((c) => {
      c.fillStyle = '#fdfaf3'
      c.fillRect(0, 0, 1000, 1000)
      c.fillStyle = k.colour
      c.fillRect(0, 0, 1000, desk ? 130 : 180)
      c.fillStyle = '#fdfaf3'
      c.fillRect(60, desk ? 50 : 70, 260, desk ? 30 : 40)
      const [cols, rows] = desk ? [6, 1] : [7, 5]
      const [x0, y0, cw, ch] = [40, desk ? 180 : 260, 920 / cols, (1000 - (desk ? 220 : 300)) / rows]
      for (let r = 0; r < rows; r += 1)
        for (let q = 0; q < cols; q += 1) {
          c.strokeStyle = '#cfc6b4'
          c.lineWidth = 3
          c.strokeRect(x0 + q * cw, y0 + r * ch, cw, ch)
          c.fillStyle = '#7a7264'
          c.fillRect(x0 + q * cw + 14, y0 + r * ch + 14, 26, 12)
          if (desk)
            for (let line = 1; line < 11; line += 1) {
              c.fillStyle = '#e6dfd0'
              c.fillRect(x0 + q * cw + 12, y0 + 40 + line * 62, cw - 24, 3)
            }
          if ((r * 7 + q * 3) % 8 === 2) {
            c.fillStyle = mixColours(k.colour, '#ffffff', 0.45)
            c.fillRect(x0 + q * cw + 12, y0 + r * ch + (desk ? 100 : 50), cw - 24, desk ? 150 : 34)
          }
          if ((r * 5 + q) % 9 === 4) {
            c.fillStyle = mixColours(k.accent, '#ffffff', 0.4)
            c.fillRect(x0 + q * cw + 12, y0 + r * ch + (desk ? 330 : 60), cw - 24, desk ? 90 : 30)
          }
        }
      for (let q = 0; q < (desk ? 0 : 7); q += 1) {
        c.fillStyle = '#7a7264'
        c.fillRect(60 + q * 131, 215, 60, 16)
      }
    }, 0.95)
  if (desk) {
    const pad = (turn: number) =>
      positioned(
        { turn: [0, turn, 0] },
        box(2.3, 0.12, 1.5, 0.012, m.paper('#f4eddd'), { at: [0, 0.08, 0] }),
        times(5, (i) => box(2.304, 0.003, 1.504, 0.001, m.paper('#d9cfba'), { at: [0, 0.04 + i * 0.022, 0] })),
        box(2.34, 0.03, 1.54, 0.012, m.matt('#b09a78', 0.9), { at: [0, 0.015, 0] }),
        box(2.31, 0.135, 0.05, 0.01, m.cloth(darker(k.colour, 0.2), { weave: 'linen', tile: 0.2 }), {
          at: [0, 0.078, -0.74],
        }),
        positioned({ at: [0, 0.1415, 0], turn: [-90, 0, 0] }, face(2.29, 1.49, sheet())),
      )
    return k.view === 0
      ? {
          object: group(
            pad(-14),
            positioned(
              { at: [0.75, 0.2, 0.35], turn: [0, 60, 0] },
              positioned({ turn: [-90, 0, 0] }, pencil(k.colour)),
            ),
          ),
          camera: { around: 4, above: 44 },
        }
      : { object: pad(24), camera: { around: 0, above: 30, zoom: 1.6, look: [-0.2, -0.1] } }
  }
  const wall = group(
    positioned({}, box(1.7, 2.0, 0.05, 0.012, m.paper('#efe7d6'))),
    face(1.69, 1.99, sheet(), { at: [0, 0, 0.0265] }),
    times(22, (i) =>
      positioned(
        { at: [-0.76 + i * 0.0724, 1.0, 0], turn: [0, 90, 0] },
        tube(
          times(12, (j) => [Math.cos((j / 12) * 6.28) * 0.06, Math.sin((j / 12) * 6.28) * 0.07, 0] as const),
          0.011,
          m.metal('#3a3c41', 0.3),
          { closed: true, segments: 24 },
        ),
      ),
    ),
    tube(
      [
        [-0.12, 1.05, 0],
        [-0.06, 1.16, 0],
        [0, 1.2, 0],
        [0.06, 1.16, 0],
        [0.12, 1.05, 0],
      ],
      0.014,
      m.metal('#3a3c41', 0.3),
    ),
  )
  return k.view === 0
    ? { object: positioned({ turn: [-8, 0, 0] }, wall), camera: { around: 20, above: 8 } }
    : {
        object: positioned({ turn: [-90, 0, 0] }, positioned({ turn: [0, 0, 22] }, wall)),
        camera: { around: 4, above: 42 },
      }
}

const bookends: Model = (k) => {
  const metal = () => (k.colour === '#b9714a' ? m.metal('#c98560', 0.28) : m.coated(k.colour))
  const end = (s: number) =>
    group(
      slab(outline(oblong(0.62, 1.0, 0.12)), 0.035, 0.014, metal(), { at: [s * 0.9, 0.5, 0], turn: [0, 90, 0] }, [
        circle(0.14, 0, 0.16),
      ]),
      box(0.72, 0.03, 0.62, 0.012, metal(), { at: [s * 0.56, 0.015, 0] }),
    )
  const row = books(
    [k.accent, '#e9dcc2', '#4d6675', '#b5694c', '#8b9a7d', '#d8b269', '#3c4254', '#c9b49a'],
    [-0.87, 0.03, 0],
    [0.88, 0.95, 0.8, 0.92, 0.84, 0.97, 0.9, 0.82, 0.94, 0.86, 0.9, 0.96, 0.84, 0.93, 0.88, 0.8],
    0.62,
  )
  // The row is cut where the second end stands.
  const kept = group()
  let x = -0.87
  for (const book of row.children.slice()) {
    kept.add(book)
    x += 0.1
    if (x > 0.7) break
  }
  return k.view === 0
    ? { object: group(end(-1), end(1), kept), camera: { around: 24, above: 14 } }
    : {
        object: group(end(-1), positioned({ at: [0.5, 0, 0.5], turn: [0, -18, 0] }, end(1))),
        camera: { around: -24, above: 24 },
      }
}

export const office = { notebook, pen, penCup, deskTray, stapler, deskLamp, planner, bookends } satisfies Record<
  string,
  Model
>

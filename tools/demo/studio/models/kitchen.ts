import {
  bent,
  box,
  circle,
  cylinder,
  darker,
  group,
  lathe,
  lighter,
  materials as m,
  mesh,
  mixColours,
  noise,
  outline,
  positioned,
  ring,
  slab,
  sphere,
  spline,
  sweep,
  surface,
  times,
  tube,
  vessel,
  type Ask,
  type Model,
  type V2,
  type V3,
} from '../kit.ts'
import * as THREE from 'three'

const handle = (points: readonly V3[], width: number, thick: number, material: THREE.Material) =>
  sweep(
    points,
    circle(1, 0, 0, 24).map(([x, y]): V2 => [x * width, y * thick]),
    material,
    { segments: 90 },
  )

const oneMug = (k: Ask, colour: string) => {
  const espresso = k.article.startsWith('Espresso')
  const lidded = k.article.startsWith('Lidded')
  const glaze = m.glaze(colour, { print: k.print, printTile: 0.42, specks: espresso ? 60 : 220 })
  const h = espresso ? 0.62 : lidded ? 1.1 : 0.95
  const r = espresso ? 0.4 : 0.44
  const profile = spline(
    [
      [r * 0.8, 0],
      [r * 0.93, 0.05],
      [r, h * 0.3],
      [r * 1.01, h * 0.7],
      [r * 1.02, h],
    ],
    40,
  )
  const top = h * 0.78
  const low = h * 0.24
  const grip = handle(
    [
      [r * 0.94, top, 0],
      [r * 1.28, top + 0.02, 0],
      [r * 1.66, top - h * 0.16, 0],
      [r * 1.62, low + h * 0.1, 0],
      [r * 1.25, low - 0.02, 0],
      [r * 0.93, low + 0.01, 0],
    ],
    0.075,
    0.042,
    glaze,
  )
  const inside = m.glaze(lighter(mixColours(colour, '#f3ead9', 0.7), 0.1), { specks: 60 })
  const full = !lidded && k.view === 0
  return group(
    vessel(profile, 0.045, glaze, inside),
    grip,
    lathe(
      [
        [0, -0.012],
        [r * 0.74, -0.012],
        [r * 0.78, 0.01],
      ],
      m.clay('#d9c3a3'),
      {},
      0.005,
    ),
    full
      ? lathe(
          [
            [r * 0.94, h * 0.86],
            [r * 0.5, h * 0.858],
            [0, h * 0.858],
          ],
          m.gloss('#3a2114'),
          {},
          0,
        )
      : [],
    lidded
      ? lathe(
          [
            [0, h],
            [r * 1.08, h],
            [r * 1.1, h + 0.05],
            [r * 0.95, h + 0.09],
            [0.16, h + 0.1],
            [0.12, h + 0.16],
            [0.14, h + 0.2],
            [0, h + 0.21],
          ],
          m.wood('#b98552'),
          {},
          0.02,
        )
      : [],
  )
}
const mug: Model = (k) => {
  if (k.view === 0)
    return k.article.startsWith('Espresso')
      ? {
          object: group(
            positioned({ at: [0, 0.09, 0] }, oneMug(k, k.colour)),
            lathe(
              [
                [0, 0.02],
                [0.42, 0.02],
                [0.5, 0.05],
                [0.76, 0.12],
                [0.77, 0.14],
                [0.5, 0.08],
                [0.44, 0.06],
                [0, 0.06],
              ],
              m.glaze(k.colour, { specks: 100 }),
              {},
              0.02,
            ),
          ),
          camera: { around: -28, above: 26 },
        }
      : { object: oneMug(k, k.colour), camera: { around: -24, above: 20 } }
  return {
    object: group(
      positioned({ at: [-0.42, 0, 0], turn: [0, 150, 0] }, oneMug(k, k.colour)),
      positioned({ at: [0.5, 0, 0.32], turn: [0, -20, 0] }, oneMug(k, k.colour)),
    ),
    camera: { around: 4, above: 30 },
  }
}

const bowl: Model = (k) => {
  const ribbed = k.article.startsWith('Ribbed')
  const make = () => {
    const outer = ribbed
      ? spline(
          [
            [0.36, 0],
            [0.42, 0.05],
            [0.78, 0.18],
            [1.02, 0.42],
            [1.08, 0.56],
          ],
          40,
        )
      : spline(
          [
            [0.34, 0],
            [0.36, 0.1],
            [0.62, 0.22],
            [0.86, 0.52],
            [0.93, 0.82],
          ],
          44,
        )
    const glaze = m.glaze(k.colour, { print: ribbed ? 'plain' : k.print, specks: 160 })
    const inner = m.glaze(mixColours(k.colour, '#f1e8d6', 0.72), { specks: 220 })
    const body = vessel(outer, 0.05, glaze, inner)
    return ribbed
      ? bent(body, (p) => {
          const r = Math.hypot(p.x, p.z)
          const d =
            1 +
            0.022 *
              Math.cos(Math.atan2(p.z, p.x) * 36) *
              Math.min(1, Math.max(0, p.y * 4 - 0.2)) *
              (p.y > 0.54 ? 0.4 : 1)
          if (r > 0.3) p.set(p.x * d, p.y, p.z * d)
        })
      : body
  }
  if (k.view === 1)
    return {
      object: group(
        make(),
        positioned({ at: [0.02, 0.17, 0], turn: [0, 30, 0] }, make()),
        positioned({ at: [-0.01, 0.34, 0.01], turn: [0, 70, 0] }, make()),
      ),
      camera: { around: 20, above: 12 },
    }
  const sticks = ribbed
    ? []
    : [-0.05, 0.07].map((z) =>
        tube(
          [
            [-1.05, 0.9, 0.35 + z],
            [1.2, 0.93, 0.1 + z * 2.2],
          ],
          0.024,
          m.wood('#6d4629'),
        ),
      )
  return { object: group(make(), sticks), camera: { above: 26 } }
}

const plate: Model = (k) => {
  const glaze = () => m.glaze(k.colour, { specks: 260 })
  const one = () =>
    lathe(
      [
        [0, 0],
        [0.62, 0],
        [0.66, 0.02],
        [0.74, 0.05],
        [1.06, 0.13],
        [1.1, 0.16],
        [1.075, 0.18],
        [0.76, 0.1],
        [0.68, 0.065],
        [0, 0.055],
      ],
      glaze(),
      {},
      0.03,
    )
  if (k.view === 1)
    return {
      object: group(
        times(5, (i) => positioned({ at: [0.012 * Math.sin(i * 2.3), i * 0.072, 0.012 * Math.cos(i * 1.7)] }, one())),
      ),
      camera: { above: 14 },
    }
  return {
    object: group(
      positioned({ at: [0, 1.06, -0.12], turn: [80, 0, 0] }, one()),
      positioned({ at: [0.62, 0, 0.75] }, one()),
    ),
    camera: { around: 12, above: 24 },
  }
}

const jug: Model = (k) => {
  const watering = k.article.startsWith('Drip')
  const glaze = m.glaze(k.colour, { print: k.print, specks: 160 })
  const outer = watering
    ? spline(
        [
          [0.4, 0],
          [0.46, 0.08],
          [0.48, 0.4],
          [0.36, 0.85],
          [0.26, 1.1],
          [0.3, 1.25],
        ],
        60,
      )
    : spline(
        [
          [0.42, 0],
          [0.5, 0.06],
          [0.58, 0.42],
          [0.5, 0.82],
          [0.37, 1.1],
          [0.36, 1.22],
          [0.44, 1.42],
        ],
        70,
      )
  const height = outer.at(-1)![1]
  const body = bent(vessel(outer, 0.045, glaze, m.glaze(mixColours(k.colour, '#f3ead9', 0.75))), (p) => {
    // The lip: drawn out towards -x near the top.
    const near = Math.max(0, (p.y - (height - 0.34)) / 0.34) ** 2
    const angle = Math.atan2(p.z, -p.x)
    const pull = near * Math.exp(-((angle / 0.42) ** 2)) * (watering ? 0.3 : 0.2)
    p.x -= pull
    p.z *= 1 - pull * 0.9
    p.y += pull * 0.28
  })
  const r = watering ? 0.3 : 0.4
  const grip = handle(
    [
      [r * 0.86, height - 0.12, 0],
      [r + 0.22, height - 0.08, 0],
      [r + 0.42, height - 0.36, 0],
      [r + 0.36, height - 0.72, 0],
      [watering ? 0.44 : 0.53, height - 0.92, 0],
    ],
    0.08,
    0.046,
    glaze,
  )
  return k.view === 1
    ? { object: group(body, grip), camera: { around: -40, above: 30, zoom: 1.45, look: [0, 0.38] } }
    : { object: group(body, grip), camera: { around: 16, above: 14 } }
}

const pan: Model = (k) => {
  const paint = m.coated(k.colour)
  const body = lathe(
    [
      [0, 0],
      [0.72, 0],
      [0.8, 0.04],
      [0.96, 0.26],
      [0.98, 0.29],
      [0.945, 0.3],
      [0.92, 0.27],
      [0.77, 0.075],
      [0.7, 0.05],
      [0, 0.05],
    ],
    paint,
    {},
    0.03,
  )
  const coating = lathe(
    [
      [0.93, 0.275],
      [0.772, 0.078],
      [0.7, 0.056],
      [0, 0.056],
    ],
    m.matt('#2e3034', 0.36),
    {},
    0.02,
  )
  const grip = positioned(
    { at: [0.93, 0.21, 0], turn: [0, 0, 9] },
    box(0.26, 0.05, 0.15, 0.02, m.brushed(), { at: [0.1, 0, 0] }),
    slab(
      outline(
        [
          [0.16, -0.07],
          [0.5, -0.055],
          [1.1, -0.085],
          [1.28, -0.05],
          [1.28, 0.05],
          [1.1, 0.085],
          [0.5, 0.055],
          [0.16, 0.07],
        ],
        'smooth',
      ),
      0.1,
      0.045,
      m.wood('#8a5c38'),
      { turn: [90, 0, 0] },
    ),
    ring(0.04, 0.012, m.metal(), { at: [1.22, 0.05, 0] }),
    times(2, (i) => sphere(0.025, m.metal(), { at: [-0.02, 0.03, i * 0.08 - 0.04] })),
  )
  return k.view === 0
    ? { object: positioned({ turn: [0, 32, 0] }, body, coating, grip), camera: { around: 0, above: 38 } }
    : {
        object: positioned({ turn: [-72, 0, 0] }, positioned({ turn: [0, 118, 0] }, body, coating, grip)),
        camera: { around: -24, above: 16 },
      }
}

const pot: Model = (k) => {
  const enamel = m.gloss(k.colour)
  const body = vessel(
    spline(
      [
        [0.74, 0],
        [0.84, 0.06],
        [0.88, 0.3],
        [0.9, 0.78],
      ],
      30,
    ),
    0.05,
    enamel,
    m.gloss('#efe7d8'),
  )
  const ears = [-1, 1].map((s) =>
    handle(
      [
        [s * 0.86, 0.6, -0.24],
        [s * 1.06, 0.64, -0.2],
        [s * 1.12, 0.65, 0],
        [s * 1.06, 0.64, 0.2],
        [s * 0.86, 0.6, 0.24],
      ],
      0.05,
      0.036,
      enamel,
    ),
  )
  const lid = group(
    lathe(
      [
        [0.84, 0],
        [0.94, 0],
        [0.95, 0.05],
        [0.9, 0.07],
        [0.6, 0.17],
        [0.2, 0.235],
        [0, 0.24],
      ],
      enamel,
      {},
      0.03,
    ),
    lathe(
      [
        [0.84, 0],
        [0.6, 0.14],
        [0, 0.2],
      ],
      m.gloss('#efe7d8'),
      {},
      0.02,
    ),
    lathe(
      [
        [0, 0.22],
        [0.07, 0.23],
        [0.055, 0.3],
        [0.15, 0.34],
        [0.16, 0.38],
        [0.1, 0.41],
        [0, 0.415],
      ],
      m.gold(0.3),
      {},
      0.03,
    ),
  )
  return k.view === 0
    ? { object: group(body, ears, positioned({ at: [0, 0.79, 0] }, lid)), camera: { above: 16 } }
    : {
        object: group(body, ears, positioned({ at: [0.72, 0.5, 0.86], turn: [62, 0, -22] }, lid)),
        camera: { above: 34, around: -14 },
      }
}

const knife: Model = (k) => {
  const blade = slab(
    outline(
      [
        [-1.25, 0.1],
        [-1.05, 0.155],
        [-0.6, 0.17],
        [0.28, 0.17],
        [0.28, -0.14],
        [0.22, -0.15],
        [-0.35, -0.14],
        [-0.8, -0.08],
        [-1.1, 0.02],
        [-1.27, 0.09],
      ],
      0.02,
    ),
    0.026,
    0.012,
    m.brushed('#c9cdd2', 0.5),
  )
  const edge = slab(
    outline([
      [-1.2, 0.06],
      [-0.8, -0.055],
      [-0.35, -0.11],
      [0.2, -0.12],
      [0.2, -0.148],
      [-0.35, -0.138],
      [-0.8, -0.078],
      [-1.22, 0.052],
    ]),
    0.028,
    0.001,
    m.metal('#e3e6e9', 0.12),
  )
  const grip = group(
    slab(
      outline(
        [
          [0.3, 0.15],
          [0.6, 0.135],
          [0.95, 0.16],
          [1.14, 0.14],
          [1.17, -0.02],
          [1.08, -0.13],
          [0.95, -0.1],
          [0.62, -0.06],
          [0.4, -0.07],
          [0.3, -0.05],
        ],
        'smooth',
      ),
      0.14,
      0.05,
      k.colour === '#7d5639' ? m.wood(k.colour) : m.gloss(k.colour),
    ),
    box(0.09, 0.23, 0.115, 0.02, m.metal('#c6cacf', 0.25), { at: [0.3, 0.045, 0] }),
    [0.5, 0.73, 0.96].map((x) =>
      mesh(new THREE.CylinderGeometry(0.026, 0.026, 0.146, 24), m.metal('#d8dbde', 0.2), {
        at: [x, 0.045, 0],
        turn: [90, 0, 0],
      }),
    ),
  )
  const whole = group(blade, edge, grip)
  const board = box(2.1, 0.09, 1.1, 0.035, m.wood('#c8a06a'), { at: [0, -0.05, 0] })
  return k.view === 0
    ? {
        object: group(
          positioned({ turn: [0, 24, 0] }, positioned({ turn: [-90, 0, 0], at: [0, 0.07, 0] }, whole), board),
        ),
        camera: { around: 10, above: 42 },
      }
    : {
        object: positioned({ turn: [-90, 0, 0] }, positioned({ turn: [0, 0, 40] }, whole)),
        camera: { around: -20, above: 52 },
      }
}

const cuttingBoard: Model = (k) => {
  const shape = outline(
    [
      [-0.55, -1],
      [0.55, -1],
      [0.55, 0.55],
      [0.17, 0.72],
      [0.15, 1.16],
      [-0.15, 1.16],
      [-0.17, 0.72],
      [-0.55, 0.55],
    ],
    0.13,
  )
  const wood = m.wood('#a5714a', 0.8)
  const one = group(
    slab(shape, 0.11, 0.03, wood, {}, [circle(0.055, 0, 1.0)]),
    slab(
      outline(
        [
          [-0.552, -1.002],
          [0.552, -1.002],
          [0.552, -0.52],
          [-0.552, -0.52],
        ],
        0.1,
      ),
      0.112,
      0.03,
      m.matt(k.colour, 0.6),
    ),
    tube(
      [
        [0, 1.02, 0.09],
        [0.1, 1.2, 0.07],
        [0, 1.42, 0.03],
        [-0.1, 1.2, -0.03],
        [0, 1.02, -0.07],
      ],
      0.014,
      m.leather('#6b4630'),
    ),
  )
  return k.view === 0
    ? { object: positioned({ turn: [-12, 0, 0] }, one), camera: { around: 22, above: 12 } }
    : {
        object: positioned({ turn: [-90, 0, 0] }, positioned({ turn: [0, 0, 58] }, one)),
        camera: { around: 0, above: 40 },
      }
}

/** What is in a jar of a colour: pasta, dried herbs, coffee. */
const fillings: Record<string, string> = { '#e2963c': '#c98a3c', '#9fd3bd': '#8fbf9c', '#b98a6c': '#7a5136' }
const jar: Model = (k) => {
  const outer = rounded4(0.56, 1.25, 0.16)
  const glass = lathe([...outer, [0.44, 1.36], [0.44, 1.42]], m.glass('#f4fafa', 0.1), {}, 0.06)
  const filling = fillings[k.colour] ?? k.colour
  const grains = group(
    lathe(
      [
        [0, 0.05],
        [0.44, 0.05],
        [0.51, 0.15],
        [0.51, 0.86],
        [0.4, 0.93],
        [0, 0.95],
      ],
      m.rubber(filling, 'pebble', 0.9, 4),
      {},
      0.05,
    ),
    times(170, (i) => {
      const a = i * 2.399
      const r = 0.5 * Math.sqrt(((i * 37) % 170) / 170)
      return mesh(
        new THREE.SphereGeometry(0.045, 10, 8),
        m.matt(mixColours(filling, i % 3 ? '#3a2a1a' : '#f5e6cf', 0.12), 0.6),
        {
          at: [Math.cos(a) * r, 0.93 + 0.03 * noise(i, 2) - 0.09 * r * r, Math.sin(a) * r],
          scale: [1.25, 0.8, 1],
          turn: [0, i * 50, i * 20],
        },
      )
    }),
  )
  const lid = group(
    cylinder(0.5, 0.5, 0.17, m.wood('#c59a66'), { at: [0, 1.44, 0] }, 0.03),
    cylinder(0.465, 0.465, 0.05, m.rubber('#f1efe8'), { at: [0, 1.395, 0] }, 0.02),
    ring(0.452, 0.014, m.metal(), { at: [0, 1.36, 0] }),
  )
  const label = surface(
    (u, v) => {
      const a = (u - 0.5) * 1.3
      return [Math.sin(a) * 0.565, 0.42 + v * 0.36, Math.cos(a) * 0.565]
    },
    m.picture((c) => {
      c.fillStyle = '#faf5ea'
      c.fillRect(0, 0, 1000, 1000)
      c.strokeStyle = k.colour
      c.lineWidth = 26
      c.strokeRect(60, 60, 880, 880)
      c.fillStyle = darker(k.colour, 0.3)
      c.fillRect(250, 380, 500, 60)
      c.fillRect(330, 540, 340, 40)
    }),
    { nu: 30, nv: 2 },
  )
  const clip = [-1, 1].map((s) =>
    tube(
      [
        [s * 0.45, 1.36, 0.05],
        [s * 0.57, 1.42, 0.05],
        [s * 0.55, 1.6, 0.02],
        [s * 0.3, 1.64, 0],
      ],
      0.016,
      m.metal(),
    ),
  )
  if (k.view === 0) return { object: group(glass, grains, lid, label, clip), camera: { around: 8, above: 13 } }
  return {
    object: group(glass, grains, label, positioned({ at: [0.86, -1.38, 0.5], turn: [0, 0, 0] }, lid)),
    camera: { around: 6, above: 34 },
  }
}
const rounded4 = (r: number, h: number, c: number): V2[] => [
  [0, 0],
  [r - c * 0.3, 0],
  [r, c * 0.4],
  [r, h - c],
  [r - c * 0.4, h - c * 0.2],
]

const kettle: Model = (k) => {
  const steel = k.colour === '#a7b0b8'
  const body = lathe(
    spline(
      [
        [0.7, 0],
        [0.84, 0.05],
        [0.86, 0.24],
        [0.74, 0.6],
        [0.48, 0.88],
        [0.36, 0.93],
      ],
      60,
    ),
    steel ? m.metal('#c9cdd1', 0.2) : m.gloss(k.colour),
    {},
    0,
  )
  const base = lathe(
    [
      [0, 0],
      [0.7, 0],
      [0.72, 0.02],
    ],
    m.metal(),
    {},
    0,
  )
  const lid = group(
    lathe(
      [
        [0.37, 0.92],
        [0.37, 0.95],
        [0.28, 0.99],
        [0.1, 1.02],
        [0, 1.02],
      ],
      steel ? m.metal('#c9cdd1', 0.2) : m.gloss(k.colour),
      {},
      0.02,
    ),
    lathe(
      [
        [0, 1.02],
        [0.04, 1.02],
        [0.035, 1.06],
        [0.09, 1.1],
        [0.08, 1.15],
        [0, 1.16],
      ],
      m.wood('#6d4629'),
      {},
      0.02,
    ),
  )
  const spout = sweep(
    [
      [0.62, 0.42, 0],
      [0.86, 0.56, 0],
      [1.02, 0.78, 0],
      [1.14, 0.96, 0],
    ],
    circle(0.13, 0, 0, 28),
    steel ? m.metal('#c9cdd1', 0.2) : m.gloss(k.colour),
    {
      taper: (t) => 1.15 - 0.62 * t,
    },
  )
  const tip = positioned(
    { at: [1.15, 0.98, 0], turn: [0, 0, -42] },
    ring(0.07, 0.016, m.metal()),
    cylinder(0.055, 0.055, 0.01, m.matt('#17181a'), {}, 0),
  )
  const bail = group(
    tube(
      [
        [-0.52, 0.82, 0],
        [-0.66, 1.08, 0],
        [-0.5, 1.42, 0],
        [0, 1.56, 0],
        [0.5, 1.42, 0],
        [0.62, 1.1, 0],
        [0.5, 0.84, 0],
      ],
      0.028,
      m.metal('#b9bdc1', 0.25),
    ),
    tube(
      [
        [-0.4, 1.49, 0],
        [-0.2, 1.545, 0],
        [0, 1.56, 0],
        [0.2, 1.545, 0],
        [0.4, 1.49, 0],
      ],
      0.062,
      m.wood('#6d4629'),
    ),
  )
  return {
    object: group(body, base, lid, spout, tip, bail),
    camera: k.view === 0 ? { around: 20, above: 12 } : { around: -128, above: 26 },
  }
}

const oneGlass = (colour: string, full: number) =>
  group(
    lathe(
      [
        [0, 0],
        [0.3, 0],
        [0.33, 0.03],
        [0.4, 1.3],
        [0.385, 1.31],
        [0.372, 1.3],
        [0.31, 0.16],
        [0.27, 0.13],
        [0, 0.12],
      ],
      m.tinted(colour),
      {},
      0.012,
    ),
    full > 0
      ? [
          lathe(
            [
              [0, 0.13],
              [0.27, 0.14],
              [0.305, 0.18],
              [0.305 + 0.06 * full, 0.17 + full],
              [0, 0.17 + full],
            ],
            m.tinted(colour, 0.5),
            {},
            0.01,
          ),
          times(3, (i) =>
            box(0.24, 0.24, 0.24, 0.05, m.tinted('#f6fbff', 0.4), {
              at: [[-0.1, 0.11, 0][i]!, 0.62 + i * 0.13, [0.08, -0.06, 0.04][i]!],
              turn: [20 * i, 35 * i, 15 + 25 * i],
            }),
          ),
        ]
      : [],
  )
const glass: Model = (k) =>
  k.view === 0
    ? { object: oneGlass(k.colour, 0.72), camera: { above: 12 } }
    : {
        object: group(
          positioned({ at: [-0.46, 0, 0] }, oneGlass(k.colour, 0)),
          positioned({ at: [0.42, 0, 0.3] }, oneGlass(k.colour, 0)),
          positioned({ at: [0.22, 0, -0.55] }, oneGlass(k.colour, 0)),
        ),
        camera: { around: 0, above: 26 },
      }

const teaTowel: Model = (k) => {
  const cloth = () => m.cloth(k.colour, { weave: 'linen', tile: 0.5, print: 'stripes', printTile: 0.5 })
  if (k.view === 1)
    return {
      object: group(
        times(6, (i) =>
          box(1.5 - 0.02 * (i % 2), 0.07, 1, 0.034, cloth(), {
            at: [0.012 * Math.sin(i * 3), i * 0.07 + 0.035, 0.01 * Math.cos(i * 2)],
            turn: [0, Math.sin(i * 5) * 1.2, 0],
          }),
        ),
      ),
      camera: { above: 28 },
    }
  const rod = mesh(new THREE.CylinderGeometry(0.035, 0.035, 1.9, 32).rotateZ(Math.PI / 2), m.wood('#a5714a'), {
    at: [0, 1.9, 0],
  })
  const feet = [-0.9, 0.9].map((x) =>
    group(
      cylinder(0.035, 0.03, 1.9, m.wood('#a5714a'), { at: [x, 0, 0] }),
      box(0.09, 0.06, 0.8, 0.025, m.wood('#a5714a'), { at: [x, 0.03, 0] }),
    ),
  )
  const hang = surface(
    (u, v) => {
      const x = (u - 0.5) * 1.3
      const s = v * 2.9 - 1.3
      const r = 0.05
      const fold = 0.05 * Math.sin(u * 15 + 1) * Math.min(1, Math.abs(s)) + 0.02 * Math.sin(u * 37 + v * 4)
      const narrow = 1 - 0.05 * Math.min(1, Math.abs(s))
      if (Math.abs(s) < 0.08) return [x, 1.9 + r * Math.cos((s / 0.08) * 1.57), r * Math.sin((s / 0.08) * 1.57)]
      return s > 0
        ? [x * narrow, 1.98 - s, r + 0.02 + fold * 0.7 + s * 0.02]
        : [x * narrow, 1.98 + s, -r - 0.02 + fold * 0.7]
    },
    cloth(),
    { nu: 140, nv: 160, tile: [1.3, 2.9] },
  )
  return { object: group(rod, feet, hang), camera: { around: 24, above: 8 } }
}

const whisk: Model = (k) => {
  const wires = times(6, (i) => {
    const a = (i * Math.PI) / 6
    const [c, s] = [Math.cos(a), Math.sin(a)]
    const w = 0.34 + 0.02 * (i % 2)
    return tube(
      [
        [0.03 * c, 0, 0.03 * s],
        [0.15 * c, 0.3, 0.15 * s],
        [w * c, 0.85, w * s],
        [w * 0.62 * c, 1.22, w * 0.62 * s],
        [0, 1.33 + 0.01 * i, 0],
        [-w * 0.62 * c, 1.22, -w * 0.62 * s],
        [-w * c, 0.85, -w * s],
        [-0.15 * c, 0.3, -0.15 * s],
        [-0.03 * c, 0, -0.03 * s],
      ],
      0.014,
      m.metal('#cfd3d7', 0.16),
    )
  })
  const grip = group(
    lathe(
      [
        [0, -1.2],
        [0.07, -1.19],
        [0.1, -1.1],
        [0.085, -0.7],
        [0.095, -0.3],
        [0.07, -0.05],
        [0, -0.04],
      ],
      m.rubber(k.colour),
      {},
      0.05,
    ),
    lathe(
      [
        [0.072, -0.08],
        [0.075, 0.06],
        [0.05, 0.08],
        [0, 0.08],
      ],
      m.metal('#c9cdd1', 0.2),
      {},
      0.01,
    ),
    ring(0.05, 0.014, m.metal(), { at: [0, -1.25, 0], turn: [90, 0, 0] }),
  )
  const whole = group(wires, grip)
  return k.view === 0
    ? {
        object: positioned({ turn: [0, 0, 80] }, positioned({ turn: [0, 20, 0] }, whole)),
        camera: { around: -38, above: 32 },
      }
    : {
        object: positioned({ turn: [0, 0, 180] }, whole),
        camera: { around: 20, above: 14, zoom: 1.5, look: [0, -0.45] },
      }
}

const bottle: Model = (k) => {
  if (k.article.startsWith('Oil')) {
    const body = lathe(
      [
        ...spline(
          [
            [0.42, 0],
            [0.46, 0.05],
            [0.46, 1],
            [0.4, 1.25],
            [0.17, 1.55],
            [0.13, 1.9],
            [0.15, 1.98],
          ],
          60,
        ),
      ],
      m.glass('#f2f8f4', 0.12),
      {},
      0,
    )
    const oil = lathe(
      [
        [0, 0.06],
        [0.4, 0.06],
        [0.42, 0.1],
        [0.42, 0.98],
        [0, 0.98],
      ],
      m.glass(k.colour, 1.4),
      {},
      0.02,
    )
    const floor = lathe(
      [
        [0, 0],
        [0.42, 0],
      ],
      m.glass('#f2f8f4', 0.1),
      {},
      0,
    )
    const cork = group(
      cylinder(0.13, 0.15, 0.12, m.wood('#c9a06d', 0.4), { at: [0, 1.95, 0] }),
      tube(
        [
          [0, 2.03, 0],
          [0, 2.22, 0],
          [0.05, 2.36, 0],
          [0.16, 2.46, 0],
        ],
        0.042,
        m.metal('#cfd3d7', 0.15),
      ),
    )
    return {
      object: group(body, oil, floor, cork),
      camera: k.view === 0 ? { above: 10 } : { above: 24, around: -40, zoom: 1.5, look: [0, 0.42] },
    }
  }
  if (k.article.startsWith('Folding')) {
    const soft = m.rubber(k.colour)
    const ribs = times(9, (i): V2 => [0.46 + (i % 2 ? -0.05 : 0.02), 0.1 + i * 0.13])
    const rolled = k.view === 1
    const profile: V2[] = [
      [0, 0],
      [0.4, 0],
      ...ribs.map(([r, y]): V2 => [r, rolled ? y * 0.5 : y]),
      [0.36, rolled ? 0.72 : 1.28],
      [0.24, rolled ? 0.8 : 1.4],
      [0.23, rolled ? 0.86 : 1.48],
    ]
    const h = profile.at(-1)![1]
    return {
      object: group(
        lathe(profile, soft, {}, 0.05),
        cylinder(0.28, 0.27, 0.24, m.matt('#e9e7e1'), { at: [0, h, 0] }, 0.03),
        tube(
          [
            [0.26, h + 0.06, 0],
            [0.52, h + 0.2, 0],
            [0.4, h + 0.46, 0],
            [0, h + 0.5, 0],
            [-0.4, h + 0.46, 0],
            [-0.52, h + 0.2, 0],
            [-0.26, h + 0.06, 0],
          ],
          0.035,
          m.rubber(darker(k.colour, 0.25)),
        ),
      ),
      camera: { above: rolled ? 26 : 12 },
    }
  }
  const body = m.printed(k.colour, k.print, 0.35, 0.5)
  const squeeze = lathe(
    [
      ...spline(
        [
          [0.38, 0],
          [0.42, 0.05],
          [0.42, 0.5],
          [0.37, 0.72],
          [0.42, 0.94],
          [0.42, 1.3],
          [0.36, 1.42],
        ],
        70,
      ),
    ],
    body,
    {},
    0,
  )
  const cap = group(
    lathe(
      [
        [0.38, 1.4],
        [0.4, 1.42],
        [0.4, 1.56],
        [0.3, 1.66],
        [0.2, 1.7],
        [0.17, 1.72],
        [0.17, 1.78],
        [0, 1.78],
      ],
      m.matt('#2d2f33', 0.45),
      {},
      0.02,
    ),
    times(28, (i) =>
      box(0.02, 0.12, 0.03, 0.008, m.matt('#2d2f33', 0.45), {
        at: [Math.cos((i * Math.PI) / 14) * 0.4, 1.49, Math.sin((i * Math.PI) / 14) * 0.4],
        turn: [0, (-i * 180) / 14, 0],
      }),
    ),
    lathe(
      [
        [0.09, 1.76],
        [0.1, 1.9],
        [0.13, 1.92],
        [0.12, 2],
        [0.05, 2.02],
        [0, 2.02],
      ],
      m.matt('#eceae5', 0.4),
      {},
      0.02,
    ),
  )
  const bottom = lathe(
    [
      [0, 0],
      [0.38, 0],
    ],
    m.matt(k.colour),
    {},
    0,
  )
  const whole = group(squeeze, cap, bottom)
  return k.view === 0
    ? { object: whole, camera: { above: 12 } }
    : { object: positioned({ turn: [0, 0, 84] }, whole), camera: { around: -32, above: 30 } }
}

export const kitchen = {
  mug,
  bowl,
  plate,
  jug,
  pan,
  pot,
  knife,
  cuttingBoard,
  jar,
  kettle,
  glass,
  teaTowel,
  whisk,
  bottle,
} satisfies Record<string, Model>

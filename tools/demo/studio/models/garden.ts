import * as THREE from 'three'
import {
  bent,
  box,
  circle,
  cylinder,
  darker,
  group,
  hash,
  lathe,
  materials as m,
  mesh,
  mixColours,
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
  vessel,
  type Model,
  type V2,
  type V3,
} from '../kit.ts'

/** A leaf of length 1 that grows from 0 along y, bent towards z. */
const leafShape = (wide: number) =>
  bent(
    slab(
      outline(
        [
          [0, 0],
          [wide * 0.7, 0.2],
          [wide, 0.45],
          [wide * 0.6, 0.78],
          [0, 1],
          [-wide * 0.6, 0.78],
          [-wide, 0.45],
          [-wide * 0.7, 0.2],
        ],
        'smooth',
      ),
      0.012,
      0.004,
      m.matt('#5f8a4a'),
    ),
    (p) => {
      p.z += p.y * p.y * 0.45 - Math.abs(p.x) * 0.35
    },
  ).geometry
const leafInk = (i: number) => m.matt(mixColours('#4d7a40', '#8fb36a', hash(i, 11)), 0.55)

const plantPot: Model = (k) => {
  const ribbed = k.article.startsWith('Ribbed')
  const herb = k.article.startsWith('Herb')
  const skin = () =>
    ribbed ? m.matt(k.colour, 0.6) : m.glaze(k.colour, { print: k.print, printTile: 0.5, specks: 160 })
  const [r0, r1, h] = ribbed ? [0.66, 0.86, 0.9] : herb ? [0.46, 0.58, 0.72] : [0.56, 0.74, 0.92]
  const pot = vessel(
    spline(
      [
        [r0, 0.04],
        [(r0 + r1) / 2, h * 0.45],
        [r1, h * 0.86],
      ],
      40,
    ).concat([
      [r1 + 0.05, h * 0.87],
      [r1 + 0.06, h],
    ]),
    0.06,
    skin(),
    m.clay('#8a6a52'),
  )
  const shaped = ribbed
    ? bent(pot, (p) => {
        const d =
          1 + 0.02 * Math.cos(Math.atan2(p.z, p.x) * 24) * (p.y < h * 0.85 && Math.hypot(p.x, p.z) > r0 * 0.9 ? 1 : 0)
        p.x *= d
        p.z *= d
      })
    : pot
  const saucer =
    ribbed || herb
      ? []
      : lathe(
          [
            [0, -0.02],
            [0.7, -0.02],
            [0.8, 0.06],
            [0.8, 0.1],
            [0.72, 0.06],
            [0, 0.04],
          ],
          skin(),
          {},
          0.02,
        )
  const soil = lathe(
    [
      [0, h * 0.83],
      [r1 - 0.06, h * 0.8],
    ],
    m.rubber('#3a2a20', 'pebble', 0.3, 6),
    {},
    0,
  )
  const leaf = leafShape(herb ? 0.32 : 0.2)
  const plant = herb
    ? times(70, (i) => {
        const a = i * 2.4
        const q = Math.sqrt(((i * 29) % 70) / 70)
        const up = h * 0.8 + 0.15 + 0.75 * hash(i, 1) * (1 - 0.4 * q)
        return mesh(leaf, leafInk(i), {
          at: [Math.cos(a) * q * 0.5, up, Math.sin(a) * q * 0.5],
          turn: [60 * q + 20 * hash(i, 3), (-a * 180) / Math.PI + 90, 0],
          scale: 0.24 + 0.12 * hash(i, 4),
        })
      })
    : times(ribbed ? 46 : 30, (i) => {
        const a = i * 2.4
        const q = (i + 1) / (ribbed ? 46 : 30)
        const tilt = 6 + (ribbed ? 40 : 56) * q
        return mesh(leaf, leafInk(i), {
          at: [Math.cos(a) * 0.16 * q, h * 0.78, Math.sin(a) * 0.16 * q],
          turn: [tilt, 90 - (a * 180) / Math.PI, 0],
          scale: [0.62, (ribbed ? 0.95 : 1.35) - 0.35 * q, 0.9],
        })
      })
  const stems = herb
    ? times(12, (i) =>
        tube(
          [
            [0.1 * Math.cos(i), h * 0.78, 0.1 * Math.sin(i)],
            [0.25 * Math.cos(i * 2), h * 1.2, 0.25 * Math.sin(i * 2)],
            [0.34 * Math.cos(i * 2), h * 1.55, 0.34 * Math.sin(i * 2)],
          ],
          0.014,
          m.matt('#6f9450'),
        ),
      )
    : []
  // The tilt turns around the pot's own axis first.
  for (const one of plant) one.rotation.order = 'YXZ'
  return k.view === 0
    ? { object: group(shaped, saucer, soil, plant, stems), camera: { above: 14 } }
    : { object: group(shaped, saucer, soil), camera: { around: -20, above: 30 } }
}

const wateringCan: Model = (k) => {
  const metal = () => (k.colour === '#b9714a' ? m.metal('#c98560', 0.28) : m.coated(k.colour))
  const body = lathe(
    [
      [0, 0],
      [0.6, 0],
      [0.62, 0.03],
      [0.56, 0.86],
      [0.5, 0.94],
    ],
    metal(),
    {},
    0.03,
  )
  const bands = [0.08, 0.8].map((y) => ring(0.622 - 0.07 * (y / 0.86), 0.016, metal(), { at: [0, y, 0] }))
  const top = bent(
    lathe(
      [
        [0.5, 0.94],
        [0.42, 1.0],
        [0.3, 1.02],
      ],
      metal(),
      {},
      0.02,
    ),
    () => undefined,
  )
  const hood = surface(
    (u, v) => {
      const a = -0.5 * Math.PI + u * Math.PI
      const r = 0.5 - 0.12 * v
      return [Math.cos(a) * r, 0.93 + 0.2 * Math.sin(v * 1.57), Math.sin(a) * r]
    },
    metal(),
    { nu: 40, nv: 12 },
  )
  const spout = sweep(
    [
      [0.5, 0.2, 0],
      [0.8, 0.42, 0],
      [1.2, 0.92, 0],
      [1.6, 1.28, 0],
    ],
    circle(0.1, 0, 0, 24),
    metal(),
    { taper: (t) => 1.25 - 0.8 * t },
  )
  const rose = positioned(
    { at: [1.62, 1.3, 0], turn: [0, 0, -48] },
    lathe(
      [
        [0.045, 0],
        [0.06, 0.04],
        [0.2, 0.2],
        [0.21, 0.23],
        [0, 0.26],
      ],
      metal(),
      {},
      0.02,
    ),
    times(36, (i) => {
      const a = i * 2.4
      const r = 0.17 * Math.sqrt(i / 36)
      return sphere(0.011, m.matt('#1c1d1f'), { at: [Math.cos(a) * r, 0.258 - r * 0.12, Math.sin(a) * r] })
    }),
  )
  const brace = tube(
    [
      [0.53, 0.78, 0],
      [0.8, 0.82, 0],
      [1.1, 0.84, 0],
    ],
    0.018,
    metal(),
  )
  const handle = strap(
    [
      [0.36, 1.05, 0],
      [0.2, 1.38, 0],
      [-0.24, 1.5, 0],
      [-0.72, 1.2, 0],
      [-0.84, 0.7, 0],
      [-0.6, 0.34, 0],
    ],
    0.11,
    0.03,
    metal(),
    { side: [0, 0, 1] },
  )
  const grip = sweep(
    [
      [-0.5, 1.37, 0],
      [-0.7, 1.22, 0],
      [-0.8, 1.02, 0],
      [-0.83, 0.84, 0],
    ],
    oblong(0.14, 0.07, 0.03),
    m.wood('#a5714a'),
    { side: [0, 0, 1] },
  )
  return {
    object: group(body, bands, top, hood, spout, rose, brace, handle, grip),
    camera: k.view === 0 ? { around: 16, above: 12 } : { around: 142, above: 26 },
  }
}

const trowel: Model = (k) => {
  const blade = bent(
    slab(
      outline(
        [
          [-1.35, 0],
          [-1.2, 0.16],
          [-0.85, 0.27],
          [-0.3, 0.27],
          [-0.16, 0.1],
          [-0.16, -0.1],
          [-0.3, -0.27],
          [-0.85, -0.27],
          [-1.2, -0.16],
        ],
        0.06,
      ),
      0.025,
      0.008,
      m.brushed('#c9ccd0', 0.6),
    ),
    (p) => {
      p.z += 0.14 - 2 * p.y * p.y * -1 - 0.14
    },
  )
  const neck = tube(
    [
      [-0.25, 0, 0.02],
      [0, 0, 0.12],
      [0.2, 0, 0.15],
      [0.34, 0, 0.15],
    ],
    0.05,
    m.metal('#c4c7cb', 0.25),
  )
  const handle = positioned(
    { at: [0.3, 0, 0.15], turn: [0, 0, -90] },
    lathe(
      spline(
        [
          [0.07, 0],
          [0.1, 0.1],
          [0.12, 0.4],
          [0.1, 0.7],
          [0.13, 0.95],
          [0.08, 1.08],
          [0.001, 1.1],
        ],
        60,
      ),
      m.wood('#cfa56e'),
      {},
      0,
    ),
    lathe(
      [
        [0.125, 0.82],
        [0.136, 0.86],
        [0.14, 0.95],
        [0.13, 1.0],
        [0.085, 1.09],
        [0, 1.11],
      ],
      m.matt(k.colour, 0.45),
      {},
      0.02,
    ),
    ring(0.085, 0.02, m.gold(0.3), { at: [0, 0.02, 0] }),
  )
  const loop = tube(
    [
      [1.36, 0, 0.15],
      [1.52, 0.1, 0.1],
      [1.7, 0.06, 0.03],
      [1.66, -0.08, 0.03],
      [1.5, -0.06, 0.1],
      [1.36, 0, 0.15],
    ],
    0.016,
    m.leather('#6b4630'),
  )
  const marks = times(5, (i) =>
    box(0.008, 0.1 + (i % 2) * 0.06, 0.006, 0.002, m.matt('#5a5d62'), { at: [-1.05 + i * 0.17, 0, 0.016] }),
  )
  const whole = group(blade, neck, handle, loop, marks)
  return k.view === 0
    ? {
        object: positioned({ turn: [-90, 0, 0] }, positioned({ turn: [0, 0, 32] }, whole)),
        camera: { around: 0, above: 46 },
      }
    : {
        object: positioned(
          { turn: [0, 0, 0] },
          positioned({ turn: [-90, 0, 0] }, positioned({ turn: [0, 0, -58] }, whole)),
        ),
        camera: { around: 16, above: 32, zoom: 1.2 },
      }
}

const hose: Model = (k) => {
  const skin = m.rubber(k.colour, 'orange', 0.2, 0.3)
  const turns = 5
  const rings: V3[] = times(40 * turns + 1, (i): V3 => {
    const a = (i / 40) * 2 * Math.PI
    const layer = Math.floor(i / 80)
    const r = 0.95 - 0.115 * ((i / 40) % 2) - 0.03 * layer
    return [Math.cos(a) * r, 0.07 + 0.115 * (i / 80), Math.sin(a) * r]
  })
  const last = rings.at(-1)!
  const line = tube(
    [
      [1.25, 0.07, 0.8],
      [1.12, 0.07, 0.45],
      ...rings,
      [last[0] + 0.05, last[1] + 0.03, last[2] + 0.3],
      [0.35, 0.5, 1.0],
      [0.2, 0.2, 1.35],
    ],
    0.062,
    skin,
    { segments: 1100 },
  )
  const nozzle = positioned(
    { at: [0.17, 0.13, 1.4], turn: [0, 30, 0] },
    positioned(
      { turn: [0, 0, 90] },
      lathe(
        [
          [0, 0],
          [0.09, 0],
          [0.1, 0.04],
          [0.085, 0.2],
          [0.12, 0.32],
          [0.12, 0.46],
          [0.19, 0.56],
          [0.2, 0.66],
          [0, 0.68],
        ],
        m.matt('#2c2e33', 0.4),
        {},
        0.02,
      ),
      lathe(
        [
          [0.2, 0.57],
          [0.215, 0.6],
          [0.21, 0.67],
          [0.15, 0.69],
        ],
        m.matt(mixColours(k.colour, '#e2963c', 0.75), 0.4),
        {},
        0.01,
      ),
    ),
    sweep(
      [
        [-0.25, 0.06, 0],
        [-0.1, 0.02, 0.14],
        [0.02, -0.02, 0.36],
      ],
      oblong(0.12, 0.09, 0.04),
      m.rubber('#2c2e33'),
      { side: [0, 1, 0] },
    ),
  )
  const tap = positioned(
    { at: [1.27, 0.07, 0.86], turn: [90, -14, 0] },
    lathe(
      [
        [0, 0],
        [0.085, 0],
        [0.1, 0.03],
        [0.1, 0.2],
        [0.08, 0.24],
        [0, 0.24],
      ],
      m.gold(0.3),
      { turn: [0, 0, 0] },
      0.02,
    ),
  )
  return {
    object: group(line, nozzle, tap),
    camera: k.view === 0 ? { around: 12, above: 34 } : { around: -26, above: 26, zoom: 1.6, look: [0, -0.35] },
  }
}

const lantern: Model = (k) => {
  const metal = () => (k.colour === '#cfaa5a' ? m.gold(0.28) : m.coated(k.colour))
  const base = group(
    box(1.05, 0.1, 1.05, 0.03, metal(), { at: [0, 0.05, 0] }),
    box(0.92, 0.08, 0.92, 0.025, metal(), { at: [0, 0.14, 0] }),
  )
  const posts = [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ].map(([x, z]) => box(0.065, 1.15, 0.065, 0.015, metal(), { at: [x! * 0.4, 0.74, z! * 0.4] }))
  const panes = times(4, (i) =>
    positioned(
      { turn: [0, i * 90, 0] },
      box(0.74, 1.1, 0.012, 0.004, m.glass('#f6fafa', 0.03), { at: [0, 0.74, 0.4] }),
    ),
  )
  const bars = times(4, (i) =>
    positioned(
      { turn: [0, i * 90, 0] },
      [0.2, 1.28].map((y) => box(0.8, 0.05, 0.06, 0.012, metal(), { at: [0, y, 0.4] })),
    ),
  )
  const roof = mesh(new THREE.CylinderGeometry(0.2, 0.75, 0.42, 4, 1).rotateY(Math.PI / 4).toNonIndexed(), metal(), {
    at: [0, 1.54, 0],
  })
  roof.geometry.computeVertexNormals()
  const eaves = box(1.07, 0.05, 1.07, 0.02, metal(), { at: [0, 1.33, 0] })
  const chimney = group(
    lathe(
      [
        [0.15, 1.72],
        [0.15, 1.86],
        [0.24, 1.88],
        [0.2, 1.96],
        [0, 2.0],
      ],
      metal(),
      {},
      0.02,
    ),
  )
  const bail = positioned(
    { at: [0, 2.0, 0] },
    tube(
      times(13, (i): V3 => [Math.cos((i / 12) * Math.PI) * 0.24, Math.sin((i / 12) * Math.PI) * 0.3 - 0.06, 0]),
      0.024,
      metal(),
    ),
  )
  const candle = group(
    cylinder(0.2, 0.2, 0.5, m.matt('#f6efe0', 0.45), { at: [0, 0.18, 0] }, 0.03),
    tube(
      [
        [0, 0.66, 0],
        [0, 0.74, 0],
      ],
      0.012,
      m.matt('#2b2522'),
    ),
    lathe(
      spline(
        [
          [0.001, 0.72],
          [0.05, 0.8],
          [0.045, 0.88],
          [0.015, 0.98],
          [0.001, 1.03],
        ],
        24,
      ),
      m.glow('#ffc766', 3.4),
      {},
      0,
    ),
  )
  return {
    object: group(base, posts, panes, bars, roof, eaves, chimney, bail, candle),
    camera: k.view === 0 ? { around: 28, above: 9 } : { around: -32, above: 24 },
  }
}

const birdhouse: Model = (k) => {
  const painted = () => {
    const made = m.wood(k.colour, 0.9, 0.7)
    return made
  }
  const front = (z: number, hole: boolean) =>
    slab(
      outline(
        [
          [-0.5, 0],
          [0.5, 0],
          [0.5, 0.95],
          [0, 1.45],
          [-0.5, 0.95],
        ],
        0.02,
      ),
      0.07,
      0.012,
      painted(),
      { at: [0, 0, z] },
      hole ? [circle(0.17, 0, 0.82)] : [],
    )
  const walls = [-1, 1].map((s) => box(0.07, 0.98, 0.78, 0.012, painted(), { at: [s * 0.465, 0.49, 0] }))
  const floor = box(0.96, 0.06, 0.82, 0.012, m.wood('#c9a06d'), { at: [0, 0.04, 0] })
  const roof = [-1, 1].map((s) =>
    positioned(
      { at: [s * 0.31, 1.26, 0.03], turn: [0, 0, s * -45] },
      box(0.98, 0.07, 1.12, 0.015, m.wood('#8a5c38', 0.8)),
    ),
  )
  const dark = box(0.84, 0.9, 0.6, 0.01, m.matt('#241a14', 0.95), { at: [0, 0.52, -0.02] })
  const rim = positioned({ at: [0, 0.82, 0.45], turn: [90, 0, 0] }, ring(0.175, 0.022, m.metal('#b78d5c', 0.35)))
  const perch = positioned({ at: [0, 0.5, 0.44], turn: [90, 0, 0] }, cylinder(0.032, 0.032, 0.26, m.wood('#c9a06d')))
  const nails = [
    [-0.42, 0.1],
    [0.42, 0.1],
    [-0.42, 0.86],
    [0.42, 0.86],
  ].map(([x, y]) => sphere(0.018, m.metal('#8b8e93'), { at: [x!, y!, 0.445], scale: [1, 1, 0.4] }))
  return {
    object: group(front(0.41, true), front(-0.41, false), walls, floor, roof, dark, rim, perch, nails),
    camera: k.view === 0 ? { around: 32, above: 8 } : { around: -46, above: 24 },
  }
}

const shears: Model = (k) => {
  const half = (s: number) => {
    const blade =
      s > 0
        ? slab(
            outline(
              [
                [0.05, -0.12],
                [-0.3, -0.06],
                [-0.75, 0.1],
                [-1.05, 0.02],
                [-0.8, 0.26],
                [-0.4, 0.24],
                [0.05, 0.14],
              ],
              'smooth',
            ),
            0.05,
            0.014,
            m.brushed('#cdd0d4', 0.5),
            { at: [0, 0, 0.03] },
          )
        : slab(
            outline(
              [
                [0.05, 0.12],
                [-0.3, 0.02],
                [-0.7, -0.12],
                [-0.95, -0.02],
                [-0.82, -0.22],
                [-0.45, -0.3],
                [0, -0.16],
              ],
              'smooth',
            ),
            0.07,
            0.02,
            m.metal('#8d9196', 0.35),
            { at: [0, 0, -0.03] },
          )
    const grip = sweep(
      [
        [0.05, s * -0.04, 0],
        [0.4, s * -0.2, 0],
        [0.9, s * -0.36, 0],
        [1.35, s * -0.3, 0],
        [1.6, s * -0.26, 0],
      ],
      circle(1, 0, 0, 20).map(([a, b]): V2 => [a * 0.1, b * 0.085]),
      m.rubber(k.colour),
      { side: [0, 0, 1], taper: (t) => 0.75 + 0.4 * Math.sin(t * 2.6) },
    )
    const end = positioned({ at: [1.62, s * -0.255, 0] }, sphere(0.085, m.rubber(darker(k.colour, 0.3))))
    return group(blade, grip, end)
  }
  const bolt = positioned(
    { at: [0.03, 0, 0.06], turn: [90, 0, 0] },
    cylinder(0.085, 0.085, 0.05, m.metal('#c9ccd0', 0.2)),
    cylinder(0.045, 0.045, 0.08, m.gold(0.3)),
  )
  const spring = tube(
    times(46, (i): V3 => [0.32 + 0.05 * Math.cos(i * 0.9), -0.12 + i * 0.0054, 0.05 * Math.sin(i * 0.9)]),
    0.014,
    m.metal('#b9bdc1', 0.25),
    { segments: 300 },
  )
  const lock = positioned(
    { at: [0.22, -0.02, 0.09], turn: [0, 0, -28] },
    box(0.26, 0.08, 0.04, 0.02, m.matt('#26282c')),
  )
  const whole = positioned(
    { turn: [-90, 0, 0] },
    positioned({ turn: [0, 0, 26] }, half(1), half(-1), bolt, spring, lock),
  )
  return k.view === 0
    ? { object: whole, camera: { around: 0, above: 52 } }
    : { object: whole, camera: { around: -36, above: 34, zoom: 1.45, look: [-0.25, 0] } }
}

const stringLights: Model = (k) => {
  const glow = mixColours(k.colour, '#fff1cf', 0.55)
  // The cable lies in loops, a bulb at every turn.
  const line: V3[] = times(120, (i): V3 => {
    const t = i / 119
    const a = t * 2 * Math.PI * 2.6 + 0.4
    const r = 0.5 + 0.75 * t
    return [Math.cos(a) * r * 1.15, 0.04 + 0.02 * Math.sin(i * 0.7) + 0.02, Math.sin(a) * r * 0.9]
  })
  const curve = new THREE.CatmullRomCurve3(line.map((p) => new THREE.Vector3(...p)))
  const cord = tube(line, 0.022, m.rubber('#2b2d31'), { segments: 700 })
  const bulbs = times(15, (i) => {
    const t = (i + 0.6) / 15.4
    const p = curve.getPointAt(t)
    const along = curve.getTangentAt(t)
    const out = (Math.atan2(-along.x, -along.z) * 180) / Math.PI + (i % 2 ? 6 : -8)
    return positioned(
      { at: [p.x, 0.13, p.z], turn: [0, out + 90, 0] },
      positioned(
        { turn: [0, 0, -84] },
        lathe(
          [
            [0, 0],
            [0.06, 0],
            [0.066, 0.02],
            [0.066, 0.14],
            [0.05, 0.17],
            [0, 0.17],
          ],
          m.matt('#2b2d31', 0.5),
          {},
          0.01,
        ),
        lathe(
          spline(
            [
              [0.045, 0.16],
              [0.07, 0.2],
              [0.125, 0.32],
              [0.12, 0.42],
              [0.06, 0.5],
              [0.001, 0.515],
            ],
            40,
          ),
          (() => {
            const made = m.glow(glow, 0.55)
            made.clearcoat = 1
            made.roughness = 0.15
            return made
          })(),
          {},
          0,
        ),
      ),
    )
  })
  const plugEnd = positioned(
    { at: [line[0]![0] + 0.02, 0.08, line[0]![2] - 0.12] },
    box(0.16, 0.14, 0.3, 0.05, m.matt('#2b2d31')),
  )
  return {
    object: group(cord, bulbs, plugEnd),
    camera: k.view === 0 ? { around: 10, above: 40 } : { around: -30, above: 26, zoom: 2, look: [0.3, -0.3] },
  }
}

export const garden = {
  plantPot,
  wateringCan,
  trowel,
  hose,
  lantern,
  birdhouse,
  shears,
  stringLights,
} satisfies Record<string, Model>

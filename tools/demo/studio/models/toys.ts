import * as THREE from 'three'
import {
  bent,
  box,
  cylinder,
  darker,
  disc,
  face,
  group,
  hash,
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
  spline,
  stuffed,
  surface,
  times,
  tube,
  type Model,
  type V2,
  type V3,
} from '../kit.ts'

/** Painted wood: satin, with a hint of the grain in relief. */
const paint = (hex: string) => {
  const made = m.coated(hex)
  made.roughness = 0.5
  return made
}
const beech = () => m.wood('#dcb47e', 0.9)

const blocks: Model = (k) => {
  const inks = [k.colour, k.accent, '#e9c25a', '#5f8f86', '#d77a5f', '#efe3cc']
  const cube = (i: number, at: V3, turn = 0) =>
    positioned(
      { at: [at[0], at[1] + 0.25, at[2]], turn: [0, turn, 0] },
      box(0.5, 0.5, 0.5, 0.035, i < 0 ? beech() : paint(inks[i]!)),
    )
  const brick = (i: number, at: V3, turn = 0) =>
    positioned(
      { at: [at[0], at[1] + 0.125, at[2]], turn: [0, turn, 0] },
      box(1, 0.25, 0.5, 0.03, i < 0 ? beech() : paint(inks[i]!)),
    )
  const arch = (i: number, at: V3, turn = 0) =>
    positioned(
      { at, turn: [0, turn, 0] },
      slab(
        outline([
          [-0.5, 0],
          [-0.26, 0],
          ...times(13, (j): V2 => [-0.26 * Math.cos((j / 12) * Math.PI), 0.26 * Math.sin((j / 12) * Math.PI)]),
          [0.26, 0],
          [0.5, 0],
          [0.5, 0.5],
          [-0.5, 0.5],
        ]),
        0.5,
        0.025,
        i < 0 ? beech() : paint(inks[i]!),
      ),
    )
  const roof = (i: number, at: V3, turn = 0) =>
    positioned(
      { at, turn: [0, turn, 0] },
      slab(
        outline(
          [
            [-0.5, 0],
            [0.5, 0],
            [0, 0.42],
          ],
          0.04,
        ),
        0.5,
        0.025,
        paint(inks[i]!),
      ),
    )
  const pillar = (i: number, at: V3) => cylinder(0.2, 0.2, 0.5, i < 0 ? beech() : paint(inks[i]!), { at }, 0.025)
  if (k.view === 0)
    return {
      object: group(
        cube(0, [-0.62, 0, 0], 4),
        arch(-1, [0.15, 0, 0], -2),
        pillar(1, [0.9, 0, 0.05]),
        brick(2, [-0.4, 0.5, 0], 3),
        brick(-1, [0.6, 0.5, 0], -3),
        cube(3, [-0.3, 0.75, 0], 12),
        pillar(4, [0.32, 0.75, 0]),
        pillar(-1, [0.74, 0.75, 0.02]),
        brick(0, [0.5, 1.25, 0], 2),
        roof(4, [-0.3, 1.25, 0], 10),
        roof(1, [0.5, 1.5, 0], 0),
        cube(2, [0.55, 0, 0.75], 30),
        cube(-1, [-0.95, 0, 0.8], -22),
      ),
      camera: { around: 20, above: 16 },
    }
  return {
    object: group(
      brick(0, [0, 0, 0], 20),
      cube(2, [-0.7, 0, 0.3], -18),
      roof(4, [0.85, 0, 0.5], -30),
      arch(1, [-0.1, 0, -0.75], 10),
      pillar(-1, [0.85, 0, -0.4]),
      cube(-1, [0.1, 0, 0.85], 40),
      pillar(3, [-1.15, 0, -0.35]),
      brick(5, [0.02, 0.25, -0.02], 26),
      cube(3, [-0.02, 0.5, 0], 12),
    ),
    camera: { around: -16, above: 38 },
  }
}

const plush: Model = (k) => {
  const tiny = k.article.startsWith('Tiny')
  const fur = (hex = k.colour) => m.cloth(hex, { weave: 'terry', tile: 0.16, bump: 5, depth: 0.9, sheen: 1 })
  const pale = mixColours(k.colour, '#fff6e6', 0.55)
  // A round part with short fur: uneven by a little.
  const round = (r: number, place: Parameters<typeof sphere>[2], hex = k.colour) => sphere(r, fur(hex), place)
  const head = group(
    round(0.56, { at: [0, 1.62, 0.04], scale: [1.06, 0.95, 0.95] }),
    [-1, 1].flatMap((s) => [
      round(0.2, { at: [s * 0.44, 2.02, 0], scale: [1, 1, 0.55] }),
      round(0.13, { at: [s * 0.44, 2.0, 0.09], scale: [1, 1, 0.35] }, pale),
    ]),
    round(0.24, { at: [0, 1.5, 0.5], scale: [1.15, 0.88, 0.7] }, pale),
    sphere(0.075, m.gloss('#3a2a24'), { at: [0, 1.58, 0.67], scale: [1.25, 0.85, 0.7] }),
    tube(
      [
        [0, 1.52, 0.675],
        [0, 1.45, 0.665],
        [0.06, 1.41, 0.64],
      ],
      0.011,
      m.matt('#3a2a24'),
    ),
    tube(
      [
        [0, 1.45, 0.665],
        [-0.06, 1.41, 0.64],
      ],
      0.011,
      m.matt('#3a2a24'),
    ),
    // Asleep: two curved seams. Awake: two buttons.
    [-1, 1].map((s) =>
      tiny
        ? sphere(0.055, m.gloss('#241b18'), { at: [s * 0.22, 1.72, 0.525] })
        : tube(
            [
              [s * 0.13, 1.7, 0.56],
              [s * 0.21, 1.665, 0.555],
              [s * 0.3, 1.705, 0.515],
            ],
            0.015,
            m.matt('#3a2a24'),
          ),
    ),
  )
  const body = round(0.56, { at: [0, 0.72, 0], scale: [1, 1.1, 0.86] })
  const belly = round(0.4, { at: [0, 0.72, 0.17], scale: [1, 1.12, 0.86] }, pale)
  const arms = [-1, 1].map((s) =>
    positioned(
      { at: [s * 0.5, 0.98, 0.1], turn: [-28, 0, s * 38] },
      round(0.2, { at: [0, -0.3, 0], scale: [0.95, 2, 0.95] }),
      round(0.1, { at: [0, -0.62, 0.1], scale: [1, 0.8, 0.6] }, pale),
    ),
  )
  const legs = [-1, 1].map((s) =>
    positioned(
      { at: [s * 0.34, 0.22, 0.3], turn: [0, s * 22, 0] },
      round(0.25, { at: [0, 0, 0.2], scale: [0.95, 0.9, 1.6] }),
      round(0.18, { at: [0, 0.02, 0.56], scale: [1, 1.1, 0.32] }, pale),
    ),
  )
  const bow = tiny
    ? ring(0.36, 0.06, m.cloth(k.accent, { weave: 'knit', tile: 0.2, bump: 3 }), {
        at: [0, 1.18, 0.03],
        scale: [1, 1, 0.9],
      })
    : group(
        [-1, 1].map((s) =>
          positioned(
            { at: [s * 0.2, 1.14, 0.5], turn: [0, s * -14, s * 10] },
            stuffed(0.36, 0.26, 0.12, m.cloth(k.accent, { weave: 'twill', tile: 0.2, print: 'dots', printTile: 0.2 }), {
              e: 0.6,
              wrinkle: 0.03,
              seed: s + 3,
            }),
          ),
        ),
        sphere(0.075, m.cloth(k.accent, { weave: 'twill', tile: 0.2 }), { at: [0, 1.14, 0.54] }),
      )
  return {
    object: group(head, body, belly, arms, legs, bow),
    camera: k.view === 0 ? { around: 16, above: 8 } : { around: -46, above: 18 },
  }
}

const puzzle: Model = (k) => {
  const chunky = k.article.startsWith('First')
  const art = (c: CanvasRenderingContext2D) => {
    c.fillStyle = mixColours(k.colour, '#ffffff', 0.5)
    c.fillRect(0, 0, 1000, 1000)
    c.fillStyle = '#f2b04c'
    c.beginPath()
    c.arc(720, 260, 120, 0, 7)
    c.fill()
    ;[mixColours(k.colour, '#ffffff', 0.2), k.colour, darker(k.colour, 0.3), darker(k.colour, 0.55)].forEach(
      (ink, n) => {
        c.fillStyle = ink
        c.beginPath()
        c.moveTo(0, 1000)
        for (let x = 0; x <= 1000; x += 10)
          c.lineTo(x, 420 + n * 130 + 120 * (noise(x / 190 + n * 7, n * 2, 999, n) - 0.5) * 2)
        c.lineTo(1000, 1000)
        c.fill()
      },
    )
    c.fillStyle = '#e86f51'
    c.beginPath()
    c.moveTo(300, 560)
    c.lineTo(300, 250)
    c.lineTo(470, 500)
    c.fill()
    c.fillStyle = '#fff8ea'
    c.beginPath()
    c.moveTo(280, 560)
    c.lineTo(280, 320)
    c.lineTo(160, 520)
    c.fill()
    c.fillStyle = '#6b4a33'
    c.beginPath()
    c.moveTo(140, 580)
    c.lineTo(500, 580)
    c.lineTo(440, 660)
    c.lineTo(200, 660)
    c.fill()
  }
  const map = m.picture(art, 0.5)
  // One piece in unit squares, with tabs and hollows; texture coordinates are those of the whole picture.
  const edge = (a: V2, b: V2, out: number): V2[] => {
    if (out === 0) return [a]
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
    const [nx, ny] = [dy, -dx]
    const at = (t: number, n: number): V2 => [a[0] + dx * t + nx * n * out, a[1] + dy * t + ny * n * out]
    return [
      a,
      at(0.36, 0.02),
      at(0.4, 0.06),
      at(0.37, 0.13),
      at(0.38, 0.19),
      at(0.44, 0.235),
      at(0.5, 0.245),
      at(0.56, 0.235),
      at(0.62, 0.19),
      at(0.63, 0.13),
      at(0.6, 0.06),
      at(0.64, 0.02),
    ]
  }
  const [nx, ny] = chunky ? [4, 3] : [7, 7]
  const [sx, sy] = [2 / nx, (chunky ? 1.5 : 2) / ny]
  const t = chunky ? 0.16 : 0.035
  const piece = (i: number, j: number) => {
    const sign = (x: number, y: number, s: number) => (hash(x, y, s) > 0.5 ? 1 : -1)
    const corners: V2[] = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ]
    const points = [
      ...edge(corners[0]!, corners[1]!, j === 0 ? 0 : -sign(i, j, 1)),
      ...edge(corners[1]!, corners[2]!, i === nx - 1 ? 0 : sign(i + 1, j, 2)),
      ...edge(corners[2]!, corners[3]!, j === ny - 1 ? 0 : sign(i, j + 1, 1)),
      ...edge(corners[3]!, corners[0]!, i === 0 ? 0 : -sign(i, j, 2)),
    ].map(([x, y]): V2 => [x * sx, y * sy])
    const shape = outline(points, 0.02)
    const made = slab(shape, t, Math.min(0.012, t / 3), map)
    const uv = made.geometry.getAttribute('uv')
    const p = made.geometry.getAttribute('position')
    for (let n = 0; n < uv.count; n += 1) uv.setXY(n, (p.getX(n) + i * sx) / 2, (p.getY(n) + j * sy) / (sy * ny))
    return made
  }
  const pieces: THREE.Object3D[] = []
  for (let j = 0; j < ny; j += 1)
    for (let i = 0; i < nx; i += 1) {
      const loose = chunky ? i === nx - 1 && j === 0 : i + (ny - 1 - j) >= nx + 3 || (i >= nx - 2 && j <= 1)
      const [x, y] = [i * sx - 1, j * sy - (sy * ny) / 2]
      if (!loose) pieces.push(positioned({ at: [x * 1.004, y * 1.004, t / 2] }, piece(i, j)))
      else if (chunky) pieces.push(positioned({ at: [x + 0.42, y - 0.28, t / 2], turn: [0, 0, 18] }, piece(i, j)))
      else
        pieces.push(
          positioned(
            {
              at: [x + 0.14 + 0.2 * hash(i, j, 5), y - 0.3 * hash(i, j, 6), t / 2 + 0.004 * (i % 3)],
              turn: [0, 0, 60 * (hash(i, j, 7) - 0.5)],
            },
            piece(i, j),
          ),
        )
    }
  const board = positioned({ turn: [-90, 0, 0] }, pieces)
  if (k.view === 1) return { object: board, camera: { around: -24, above: 34, zoom: 1.6, look: [0.3, -0.35] } }
  if (chunky)
    return {
      object: group(board, box(2.2, 0.06, 1.7, 0.03, beech(), { at: [0, -0.03, 0] })),
      camera: { around: 18, above: 46 },
    }
  const carton = positioned(
    { at: [0, 0.8, -1.3], turn: [-8, 0, 0] },
    box(1.7, 1.6, 0.34, 0.015, m.matt(darker(k.colour, 0.25), 0.6)),
    face(1.66, 1.3, m.picture(art, 0.4), { at: [0, 0.13, 0.172] }),
    box(0.7, 0.05, 0.004, 0.001, m.matt('#fbf6ea'), { at: [-0.4, -0.64, 0.172] }),
    box(0.4, 0.03, 0.004, 0.001, m.matt('#fbf6ea'), { at: [-0.55, -0.72, 0.172] }),
  )
  return {
    object: group(carton, positioned({ at: [0, 0, 0.2], scale: 0.78 }, board)),
    camera: { around: 16, above: 30 },
  }
}

const kite: Model = (k) => {
  const inks = [k.colour, k.accent, mixColours(k.colour, '#ffffff', 0.45), darker(k.colour, 0.25)]
  const [top, bottom, wide, cross] = [1.0, -1.45, 0.95, 0.25]
  const corner: Record<string, V2> = { t: [0, top], b: [0, bottom], l: [-wide, cross], r: [wide, cross], c: [0, cross] }
  const sail = (a: string, b: string, ink: string) => {
    const [p, q, c] = [corner[a]!, corner[b]!, corner['c']!]
    const belly = (x: number, y: number) =>
      0.16 * Math.max(0, 1 - Math.abs(x) / wide) * Math.max(0, 1 - Math.abs(y - cross) / 1.7) +
      0.012 * Math.sin(x * 9 + y * 5)
    return surface(
      (u, v) => {
        const [x, y] = [c[0] + v * (p[0] + (q[0] - p[0]) * u - c[0]), c[1] + v * (p[1] + (q[1] - p[1]) * u - c[1])]
        return [x, y, belly(x, y)]
      },
      m.cloth(ink, { weave: 'linen', tile: 0.3, bump: 0.5, sheen: 0.2, rough: 0.6 }),
      { nu: 40, nv: 40 },
    )
  }
  const spars = [
    tube(
      [
        [0, top + 0.03, 0.0],
        [0, cross, 0.13],
        [0, bottom - 0.03, 0],
      ],
      0.018,
      beech(),
    ),
    tube(
      [
        [-wide - 0.03, cross, 0],
        [0, cross, 0.12],
        [wide + 0.03, cross, 0],
      ],
      0.018,
      beech(),
    ),
  ]
  const edges = (['t', 'l', 'b', 'r', 't'] as const)
    .slice(0, 4)
    .map((a, i) =>
      tube([[...corner[a]!, 0] as V3, [...corner[['l', 'b', 'r', 't'][i]!]!, 0] as V3], 0.012, m.cloth('#f3ecdf')),
    )
  const tail: V3[] = times(30, (i): V3 => [
    0.4 * Math.sin(i * 0.34) * Math.min(1, i / 6),
    bottom - 0.03 - i * 0.034 - 0.0,
    0.05 + 0.05 * Math.sin(i * 0.6),
  ])
  const bows = times(5, (i) => {
    const p = tail[4 + i * 6]!
    return positioned(
      { at: p, turn: [0, 0, 30 * Math.sin(i * 2)] },
      [-1, 1].map((s) =>
        positioned(
          { turn: [0, 0, s * 90] },
          slab(
            outline(
              [
                [0, 0],
                [0.09, 0.2],
                [-0.09, 0.2],
              ],
              0.01,
            ),
            0.014,
            0.004,
            m.cloth(inks[i % 3]!),
          ),
        ),
      ),
    )
  })
  const whole = group(
    sail('t', 'l', inks[0]!),
    sail('r', 't', inks[1]!),
    sail('l', 'b', inks[2]!),
    sail('b', 'r', inks[0]!),
    spars,
    edges,
    tube(tail, 0.012, m.cloth('#f3ecdf')),
    bows,
  )
  const reel = positioned(
    { at: [1.35, 0.16, 0.55], turn: [90, 0, 35] },
    cylinder(0.09, 0.09, 0.6, beech(), { at: [0, -0.3, 0] }),
    cylinder(0.16, 0.16, 0.28, m.cloth('#f3ecdf', { weave: 'braid', tile: 0.1, bump: 3 }), { at: [0, -0.14, 0] }),
    cylinder(0.2, 0.2, 0.04, paint(k.colour), { at: [0, 0.14, 0] }),
    cylinder(0.2, 0.2, 0.04, paint(k.colour), { at: [0, -0.18, 0] }),
  )
  return k.view === 0
    ? {
        object: positioned({ turn: [-70, 0, 0] }, positioned({ turn: [0, 0, 16] }, whole)),
        camera: { around: 0, above: 46 },
      }
    : {
        object: group(positioned({ turn: [-86, 0, 0] }, positioned({ turn: [0, 0, -34] }, whole)), reel),
        camera: { around: 10, above: 38 },
      }
}

const wheel = (at: V3, r: number, w: number, hub: THREE.Material, tyre = m.rubber('#2b2c30')) =>
  positioned(
    { at, turn: [90, 0, 0] },
    lathe(
      [
        [0, -w / 2],
        [r * 0.86, -w / 2],
        [r, -w * 0.28],
        [r, w * 0.28],
        [r * 0.86, w / 2],
        [0, w / 2],
      ],
      tyre,
      {},
      0.04,
    ),
    cylinder(r * 0.58, r * 0.58, w * 1.08, hub, { at: [0, -w * 0.54, 0] }, 0.02),
    cylinder(r * 0.2, r * 0.2, w * 1.16, m.wood('#b98552'), { at: [0, -w * 0.58, 0] }, 0.02),
  )

const car: Model = (k) => {
  const racer = k.article.startsWith('Pull')
  const lacquer = () => m.gloss(k.colour)
  const profile: V2[] = racer
    ? [
        [-1.15, 0.22],
        [1.2, 0.2],
        [1.24, 0.34],
        [0.95, 0.46],
        [0.4, 0.54],
        [0.12, 0.78],
        [-0.32, 0.82],
        [-0.62, 0.66],
        [-1.1, 0.62],
        [-1.2, 0.46],
      ]
    : [
        [-1.1, 0.24],
        [1.1, 0.24],
        [1.16, 0.46],
        [1.02, 0.64],
        [0.56, 0.7],
        [0.3, 1.1],
        [-0.44, 1.16],
        [-0.8, 0.78],
        [-1.08, 0.7],
        [-1.16, 0.46],
      ]
  const body = slab(outline(profile, 0.14), 0.86, 0.12, lacquer())
  const glass = racer
    ? slab(
        outline(
          [
            [0.3, 0.56],
            [0.06, 0.74],
            [-0.26, 0.77],
            [-0.44, 0.63],
            [-0.3, 0.55],
          ],
          0.05,
        ),
        0.87,
        0.03,
        m.gloss('#2a2f36'),
      )
    : slab(
        outline(
          [
            [0.42, 0.72],
            [0.2, 1.02],
            [-0.36, 1.07],
            [-0.6, 0.78],
            [-0.5, 0.72],
          ],
          0.07,
        ),
        0.87,
        0.03,
        m.gloss('#dfe9ec'),
      )
  const pillars = racer ? [] : [box(0.07, 0.4, 0.885, 0.02, lacquer(), { at: [-0.1, 0.9, 0] })]
  const front = [-1, 1].flatMap((s) => [
    positioned(
      { at: [racer ? 1.1 : 1.1, racer ? 0.36 : 0.5, s * 0.27], turn: [0, 0, -90] },
      cylinder(0.09, 0.085, 0.07, m.glow('#fff3cf', 0.35)),
      ring(0.09, 0.016, m.metal()),
    ),
  ])
  const stripe = racer
    ? [
        box(1.2, 0.006, 0.2, 0.002, m.matt('#fbf7ee'), { at: [0.7, 0.5, 0], turn: [0, 0, -9] }),
        positioned(
          { at: [-1.02, 0.78, 0] },
          box(0.16, 0.04, 0.9, 0.018, lacquer()),
          [-0.3, 0.3].map((z) => box(0.05, 0.16, 0.05, 0.02, m.matt('#26282c'), { at: [0.02, -0.09, z] })),
        ),
        positioned({ at: [-0.1, 0.4, 0.432] }, disc(0.15, m.matt('#fbf7ee'))),
      ]
    : []
  const bumper = [1.12, -1.12].map((x) => box(0.1, 0.09, 0.78, 0.04, m.metal('#cfd3d7', 0.2), { at: [x, 0.28, 0] }))
  const hub = racer ? m.metal('#c9cdd1', 0.25) : paint('#f3ead9')
  const r = racer ? 0.26 : 0.3
  const wheels = [
    [-0.66, 0.43],
    [0.68, 0.43],
    [-0.66, -0.43],
    [0.68, -0.43],
  ].map(([x, z]) => wheel([x!, r, z!], r, 0.2, hub))
  const arches = [-0.66, 0.68].map((x) =>
    positioned(
      { at: [x, r, 0], turn: [90, 0, 0] },
      cylinder(r * 1.16, r * 1.16, 0.868, m.matt(darker(k.colour, 0.45)), { at: [0, -0.434, 0] }, 0.005),
    ),
  )
  return {
    object: group(body, glass, pillars, front, stripe, bumper, wheels, arches),
    camera: k.view === 0 ? { around: 32, above: 18 } : { around: -142, above: 24 },
  }
}

const rocket: Model = (k) => {
  const inks = [k.colour === '#eeeeea' ? '#f2efe8' : k.colour, '#e2b34c', '#4f7f94', '#f2efe8']
  const stage = (y: number, low: number, high: number, h: number, ink: string) =>
    cylinder(low, high, h, paint(ink), { at: [0, y, 0] }, 0.04)
  const nose = (y: number) =>
    lathe(
      spline(
        [
          [0.34, y],
          [0.3, y + 0.2],
          [0.17, y + 0.46],
          [0.05, y + 0.6],
          [0.001, y + 0.63],
        ],
        40,
      ),
      paint('#d7553f'),
      {},
      0,
    )
  const fins = (y: number) =>
    times(4, (i) =>
      positioned(
        { at: [0, y, 0], turn: [0, i * 90 + 45, 0] },
        slab(
          outline(
            [
              [0.36, 0.5],
              [0.44, 0.5],
              [0.78, 0.1],
              [0.8, -0.28],
              [0.68, -0.28],
              [0.36, 0.02],
            ],
            0.06,
          ),
          0.12,
          0.045,
          paint('#d7553f'),
        ),
      ),
    )
  const window = (y: number) =>
    positioned(
      { at: [0, y, 0.47], turn: [90, 0, 0] },
      ring(0.14, 0.035, beech(), { at: [0, -0.03, 0] }),
      cylinder(0.13, 0.13, 0.04, m.gloss('#bcd9e6'), { at: [0, -0.05, 0] }),
    )
  if (k.view === 0)
    return {
      object: group(
        fins(0.28),
        cylinder(0.24, 0.34, 0.2, m.wood('#8a5c38'), { at: [0, 0, 0] }),
        stage(0.2, 0.42, 0.47, 0.42, inks[0]!),
        stage(0.63, 0.47, 0.48, 0.24, inks[1]!),
        stage(0.88, 0.48, 0.47, 0.5, inks[0]!),
        stage(1.39, 0.47, 0.42, 0.22, inks[2]!),
        stage(1.62, 0.42, 0.34, 0.24, inks[0]!),
        nose(1.87),
        window(1.14),
      ),
      camera: { around: 20, above: 10 },
    }
  return {
    object: group(
      fins(0.28),
      cylinder(0.24, 0.34, 0.2, m.wood('#8a5c38')),
      stage(0.2, 0.42, 0.47, 0.42, inks[0]!),
      stage(0.63, 0.47, 0.48, 0.24, inks[1]!),
      cylinder(0.1, 0.1, 0.7, beech(), { at: [0, 0.85, 0] }),
      positioned({ at: [1.05, 0, 0.2] }, stage(0, 0.48, 0.47, 0.5, inks[0]!), window(0.25)),
      positioned({ at: [0.6, 0, 0.95] }, stage(0, 0.47, 0.42, 0.22, inks[2]!)),
      positioned({ at: [-0.62, 0, 0.95] }, nose(0)),
    ),
    camera: { around: 8, above: 30 },
  }
}

const spinningTop: Model = (k) => {
  const one = (ink: string, second: string) =>
    group(
      lathe(
        spline(
          [
            [0.001, 0],
            [0.06, 0.06],
            [0.35, 0.3],
            [0.74, 0.56],
            [0.8, 0.68],
          ],
          50,
        ),
        paint(ink),
        {},
        0,
      ),
      lathe(
        [
          [0.8, 0.68],
          [0.82, 0.72],
          [0.8, 0.78],
        ],
        m.wood('#dcb47e'),
        {},
        0.02,
      ),
      lathe(
        spline(
          [
            [0.8, 0.78],
            [0.7, 0.86],
            [0.45, 0.95],
            [0.2, 1.02],
            [0.1, 1.06],
          ],
          40,
        ),
        paint(second),
        {},
        0,
      ),
      [0.62, 0.45].map((r, i) => ring(r, 0.012, paint(i ? ink : '#f3ead9'), { at: [0, 0.98 - r * r * 0.27, 0] })),
      lathe(
        [
          [0.1, 1.02],
          [0.07, 1.08],
          [0.065, 1.42],
          [0.1, 1.48],
          [0.09, 1.56],
          [0, 1.58],
        ],
        m.wood('#b98552'),
        {},
        0.03,
      ),
    )
  return k.view === 0
    ? {
        object: positioned({ turn: [0, 0, -9] }, one(k.colour, mixColours(k.colour, '#fff4e0', 0.55))),
        camera: { around: 0, above: 20 },
      }
    : {
        object: group(
          positioned({ turn: [0, 0, -62], at: [-0.5, 0.6, 0] }, one(k.colour, mixColours(k.colour, '#fff4e0', 0.55))),
          positioned(
            { turn: [0, 40, 0], at: [0.9, 0, 0.6], scale: 0.62 },
            positioned({ turn: [0, 0, 62], at: [0, 0.6, 0] }, one(k.accent, k.colour)),
          ),
        ),
        camera: { around: 10, above: 26 },
      }
}

const train: Model = (k) => {
  const lacquer = () => paint(k.colour)
  const red = paint(k.colour === '#b5364a' ? '#2f4468' : '#c8503f')
  const boiler = positioned(
    { at: [-0.55, 0.72, 0], turn: [0, 0, -90] },
    lathe(
      [
        [0, 0],
        [0.4, 0],
        [0.42, 0.04],
        [0.42, 1.25],
        [0.38, 1.32],
        [0, 1.32],
      ],
      lacquer(),
      {},
      0.03,
    ),
    [0.3, 0.7, 1.1].map((y) => ring(0.422, 0.016, m.gold(), { at: [0, y, 0] })),
    cylinder(0.34, 0.34, 0.02, m.matt('#26282c'), { at: [0, 1.32, 0] }),
    sphere(0.06, m.gold(), { at: [0, 1.36, 0] }),
  )
  const frame = box(2.3, 0.16, 0.78, 0.04, red, { at: [0, 0.34, 0] })
  const cab = group(
    box(0.62, 0.5, 0.86, 0.04, lacquer(), { at: [-0.82, 0.66, 0] }),
    [-1, 1].flatMap((s) => [
      box(0.08, 0.42, 0.08, 0.02, lacquer(), { at: [-1.09, 1.08, s * 0.38] }),
      box(0.08, 0.42, 0.08, 0.02, lacquer(), { at: [-0.55, 1.08, s * 0.38] }),
    ]),
    slab(outline(oblong(0.86, 1.05, 0.1)), 0.1, 0.045, red, { at: [-0.82, 1.33, 0], turn: [90, 0, 0] }),
  )
  const chimney = lathe(
    [
      [0, 0],
      [0.1, 0],
      [0.1, 0.24],
      [0.19, 0.42],
      [0.2, 0.48],
      [0.15, 0.49],
      [0.1, 0.4],
    ],
    m.matt('#26282c', 0.5),
    { at: [0.5, 1.08, 0] },
    0.02,
  )
  const dome = lathe(
    spline(
      [
        [0.15, 0],
        [0.15, 0.12],
        [0.1, 0.22],
        [0.001, 0.25],
      ],
      20,
    ),
    m.gold(),
    { at: [0.0, 1.1, 0] },
    0,
  )
  const wheels = [
    [-0.8, 0.34],
    [-0.1, 0.26],
    [0.62, 0.26],
  ].flatMap(([x, r]) =>
    [-1, 1].map((s) =>
      positioned(
        { at: [x!, r!, s * 0.42], turn: [90, 0, 0] },
        lathe(
          [
            [0, -0.06],
            [r! * 0.98, -0.06],
            [r!, 0],
            [r! * 0.98, 0.06],
            [0, 0.06],
          ],
          red,
          {},
          0.02,
        ),
        cylinder(r! * 0.7, r! * 0.7, 0.13, beech(), { at: [0, -0.065, 0] }),
        cylinder(r! * 0.2, r! * 0.2, 0.17, m.gold(), { at: [0, -0.085, 0] }),
      ),
    ),
  )
  const rods = [-1, 1].map((s) => box(1.5, 0.05, 0.04, 0.018, m.metal(), { at: [-0.08, 0.28, s * 0.52] }))
  const buffer = [-0.25, 0.25].map((z) =>
    positioned(
      { at: [1.14, 0.36, z], turn: [0, 0, -90] },
      cylinder(0.05, 0.05, 0.1, m.metal()),
      cylinder(0.09, 0.09, 0.03, m.matt('#26282c'), { at: [0, 0.1, 0] }),
    ),
  )
  const lamp = positioned({ at: [0.7, 1.16, 0], turn: [0, 0, -90] }, cylinder(0.09, 0.09, 0.1, m.glow('#ffe9b0', 0.4)))
  return {
    object: group(boiler, frame, cab, chimney, dome, wheels, rods, buffer, lamp),
    camera: k.view === 0 ? { around: 34, above: 16 } : { around: -38, above: 24 },
  }
}

const drum: Model = (k) => {
  const shell = lathe(
    [
      [0.86, 0.1],
      [0.86, 1.0],
    ],
    m.gloss(k.colour),
    {},
    0,
  )
  const hoop = (y: number) =>
    lathe(
      [
        [0.87, 0],
        [0.93, 0.01],
        [0.93, 0.13],
        [0.87, 0.14],
      ],
      beech(),
      { at: [0, y, 0] },
      0.02,
    )
  const skins = [1.07, 0.05].map((y) => cylinder(0.88, 0.88, 0.03, m.matt('#f6efe0', 0.5), { at: [0, y, 0] }))
  const ropes = times(12, (i) => {
    const [a, b] = [(i * 30 * Math.PI) / 180, ((i * 30 + 15) * Math.PI) / 180]
    const c = ((i * 30 + 30) * Math.PI) / 180
    const at = (t: number, y: number): V3 => [Math.sin(t) * 0.945, y, Math.cos(t) * 0.945]
    const straight = (p: number, y0: number, q: number, y1: number): V3[] =>
      times(
        6,
        (j) =>
          at(p + ((q - p) * j) / 5, y0 + ((y1 - y0) * j) / 5).map((v, n) => (n === 1 ? v : v * 0.985)) as unknown as V3,
      )
    return group(
      tube(straight(a, 1.02, b, 0.16), 0.018, m.cloth('#f3ead6', { weave: 'braid', tile: 0.08 })),
      tube(straight(b, 0.16, c, 1.02), 0.018, m.cloth('#f3ead6', { weave: 'braid', tile: 0.08 })),
      positioned({ at: at(b, 0.42), turn: [0, i * 30 + 15, 0] }, box(0.11, 0.12, 0.05, 0.02, m.leather('#8a5c3b'))),
    )
  })
  const stick = (place: { at: V3; turn: V3 }) =>
    positioned(
      place,
      lathe(
        [
          [0, 0],
          [0.045, 0],
          [0.05, 0.03],
          [0.032, 1.2],
          [0, 1.22],
        ],
        beech(),
        {},
        0.02,
      ),
      sphere(0.13, m.cloth('#f3ead6', { weave: 'felt', tile: 0.3, bump: 3 }), { at: [0, 1.24, 0] }),
    )
  const whole = group(shell, hoop(0), hoop(0.97), skins, ropes)
  return k.view === 0
    ? { object: group(whole, stick({ at: [-0.62, 1.16, 0.3], turn: [0, 30, -82] })), camera: { around: 10, above: 20 } }
    : { object: group(whole, stick({ at: [0.1, 0.06, 1.3], turn: [0, 22, -88] })), camera: { around: -10, above: 40 } }
}

const fishToy: Model = (k) => {
  const bath = k.article.startsWith('Squeezy')
  const skin = () =>
    bath
      ? m.gloss(k.colour)
      : m.cloth(k.colour, { weave: 'canvas', tile: 0.25, print: k.print, printTile: 0.3, bump: 1.2 })
  const body = bent(
    stuffed(1.9, 1.15, bath ? 0.95 : 0.55, skin(), { e: 0.95, round: 0.8, wrinkle: bath ? 0 : 0.03, seed: 4 }),
    (p) => {
      const t = (p.x + 0.95) / 1.9
      p.y *= 1.05 - 0.35 * t
      p.z *= 1.05 - 0.45 * t
    },
  )
  const fin = (points: V2[], place: Parameters<typeof slab>[4], t = 0.12) =>
    slab(
      outline(points, 'smooth'),
      t,
      t * 0.42,
      bath ? m.gloss(mixColours(k.colour, k.accent, 0.5)) : m.cloth(k.accent, { weave: 'felt', tile: 0.2, bump: 2 }),
      place,
    )
  const tail = fin(
    [
      [0, 0.1],
      [0.3, 0.42],
      [0.62, 0.5],
      [0.5, 0],
      [0.62, -0.5],
      [0.3, -0.42],
      [0, -0.1],
    ],
    { at: [0.82, 0, 0] },
  )
  const top = fin(
    [
      [-0.3, 0],
      [-0.1, 0.3],
      [0.3, 0.34],
      [0.42, 0],
    ],
    { at: [-0.05, 0.48, 0] },
  )
  const side = [-1, 1].map((s) =>
    fin(
      [
        [0, 0.1],
        [0.3, 0.16],
        [0.42, -0.1],
        [0.1, -0.16],
      ],
      { at: [-0.05, -0.12, s * (bath ? 0.42 : 0.25)], turn: [0, s * -28, -20] },
      0.08,
    ),
  )
  const eyes = [-1, 1].map((s) =>
    group(
      sphere(0.13, m.gloss('#faf7f0'), { at: [-0.6, 0.14, s * (bath ? 0.34 : 0.2)], scale: [1, 1, 0.6] }),
      sphere(0.075, m.gloss('#1f1a1c'), { at: [-0.63, 0.14, s * (bath ? 0.405 : 0.265)], scale: [1, 1, 0.5] }),
    ),
  )
  const mouth = bath
    ? positioned(
        { at: [-0.95, -0.04, 0], turn: [0, 90, 0] },
        positioned({ turn: [90, 0, 0] }, ring(0.1, 0.045, m.gloss(k.accent))),
      )
    : tube(
        [
          [-0.93, -0.1, 0.1],
          [-0.84, -0.2, 0.2],
          [-0.7, -0.22, 0.26],
        ],
        0.014,
        m.matt('#2d2426'),
      )
  const gill = bath
    ? []
    : tube(
        [
          [-0.36, 0.36, 0.24],
          [-0.24, 0.1, 0.3],
          [-0.34, -0.3, 0.24],
        ],
        0.014,
        m.matt(lighter(k.colour, 0.4)),
      )
  const whole = group(body, tail, top, side, eyes, mouth, gill)
  return k.view === 0
    ? {
        object: bath ? whole : positioned({ turn: [-58, 0, 0] }, whole),
        camera: { around: bath ? -24 : 0, above: bath ? 14 : 30 },
      }
    : {
        object: bath ? whole : positioned({ turn: [-80, 0, 24] }, whole),
        camera: { around: bath ? -66 : -20, above: bath ? 24 : 46 },
      }
}

export const toys = { blocks, plush, puzzle, kite, car, rocket, spinningTop, train, drum, fishToy } satisfies Record<
  string,
  Model
>

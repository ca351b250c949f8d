import * as THREE from 'three'
import {
  box,
  circle,
  cylinder,
  darker,
  group,
  lathe,
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
import { clothPile } from './home.ts'

const onBall = (r: number, points: readonly V3[]): V3[] =>
  points.map(([x, y, z]) => {
    const l = Math.hypot(x, y, z)
    return [(x / l) * r, (y / l) * r, (z / l) * r]
  })
const arc = (n: number, f: (a: number) => V3): V3[] => times(n, (i) => f((i / n) * 2 * Math.PI))

const ball: Model = (k) => {
  const street = k.article.startsWith('Street')
  const fetch = k.article.startsWith('Fetch')
  const soft = k.article.startsWith('Soft')
  const seam = (points: V3[], w: number, hex: string) =>
    tube(onBall(1.0, points), w, m.rubber(hex), { closed: true, segments: 240 })
  const make = (): THREE.Object3D => {
    if (street)
      return group(
        sphere(1, m.rubber(k.colour, 'pebble', 0.42, 2.2)),
        seam(
          arc(80, (a) => [Math.cos(a), Math.sin(a), 0.0001]),
          0.02,
          '#1d1c1e',
        ),
        seam(
          arc(80, (a) => [0.0001, Math.cos(a), Math.sin(a)]),
          0.02,
          '#1d1c1e',
        ),
        [-1, 1].map((s) =>
          seam(
            arc(120, (a) => [Math.cos(a) * 0.92, Math.sin(a), s * (0.5 + 0.42 * Math.cos(2 * a) * -1) - s * 0.0]),
            0.02,
            '#1d1c1e',
          ),
        ),
      )
    if (fetch)
      return group(
        sphere(1, m.cloth(k.colour, { weave: 'felt', tile: 0.3, bump: 3, sheen: 1 })),
        tube(
          onBall(
            1.0,
            arc(160, (a) => {
              const t = a
              return [
                Math.cos(t) + 0.32 * Math.cos(3 * t),
                Math.sin(t) - 0.32 * Math.sin(3 * t),
                1.15 * Math.sin(2 * t),
              ]
            }),
          ),
          0.04,
          m.rubber('#f2efe6'),
          { closed: true, segments: 320 },
        ),
      )
    if (soft) {
      return group(
        sphere(1, m.matt(k.colour, 0.6)),
        times(12, (i) => {
          // The corners of an icosahedron.
          const p = (1 + Math.sqrt(5)) / 2
          const corners: V3[] = [
            [0, 1, p],
            [0, -1, p],
            [0, 1, -p],
            [0, -1, -p],
            [1, p, 0],
            [-1, p, 0],
            [1, -p, 0],
            [-1, -p, 0],
            [p, 0, 1],
            [-p, 0, 1],
            [p, 0, -1],
            [-p, 0, -1],
          ]
          const [at] = onBall(1, [corners[i]!])
          return smoothCap(at!, 0.36)
        }),
      )
    }
    return group(
      sphere(1, m.gloss(k.colour)),
      times(7, (i) => band(i, i % 2 ? '#f4f1ea' : k.accent)),
    )
  }
  const smoothCap = (at: V3, wide: number) => {
    const cap = new THREE.Mesh(
      new THREE.SphereGeometry(1.004, 48, 12, 0, Math.PI * 2, 0, wide),
      m.matt('#f4f1ea', 0.55),
    )
    cap.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), new THREE.Vector3(...at))
    return cap
  }
  const band = (i: number, hex: string) => {
    const stripe = new THREE.Mesh(
      new THREE.SphereGeometry(1.003, 24, 64, (i / 7) * 2 * Math.PI, Math.PI / 9),
      m.gloss(hex),
    )
    return stripe
  }
  if (k.view === 0) return { object: positioned({ turn: [18, -24, 22] }, make()), camera: { around: 20, above: 16 } }
  if (fetch || (!street && !soft))
    return {
      object: group(
        positioned({ at: [-1, 1, 0], turn: [40, 60, 10] }, make()),
        positioned({ at: [0.95, 1, 0.6], turn: [-20, 20, 40] }, make()),
        fetch ? positioned({ at: [0.1, 1, -1.5], turn: [80, 0, 20] }, make()) : [],
      ),
      camera: { around: 0, above: 26 },
    }
  return {
    object: positioned({ turn: [60, 50, 10] }, make()),
    camera: { around: -20, above: 38, zoom: 1.35, look: [-0.1, 0.2] },
  }
}

const dumbbell: Model = (k) => {
  const heavy = k.article.includes('4')
  const r = heavy ? 0.46 : 0.4
  const coat = () => m.rubber(k.colour, 'orange', 0.3, 0.5)
  const hexagon = (x: number) =>
    positioned(
      { at: [x, r * 0.87, 0], turn: [0, 90, 0] },
      slab(outline(circle(r, 0, 0, 6), 0.05), 0.5, 0.07, coat()),
      positioned(
        { at: [0, 0, Math.sign(x) * 0.251] },
        slab(outline(circle(r * 0.55)), 0.012, 0.004, m.rubber(darker(k.colour, 0.2))),
      ),
    )
  const one = () =>
    group(
      hexagon(-0.72),
      hexagon(0.72),
      positioned(
        { at: [0, r * 0.87, 0], turn: [0, 0, 90] },
        lathe(
          [
            [0.1, -0.52],
            [0.125, -0.4],
            [0.14, 0],
            [0.125, 0.4],
            [0.1, 0.52],
          ],
          heavy ? m.brushed('#c4c8cc', 0.12) : coat(),
          {},
          0.04,
        ),
      ),
      heavy
        ? [-0.49, 0.49].map((x) =>
            positioned(
              { at: [x, r * 0.87, 0], turn: [0, 0, 90] },
              cylinder(0.17, 0.17, 0.04, m.metal(), { at: [0, -0.02, 0] }),
            ),
          )
        : [],
    )
  return k.view === 0
    ? { object: one(), camera: { around: 34, above: 20 } }
    : {
        object: group(
          positioned({ at: [0, 0, -0.5], turn: [0, 8, 0] }, one()),
          positioned({ at: [0.1, 0, 0.55], turn: [0, -14, 0] }, one()),
        ),
        camera: { around: -34, above: 34 },
      }
}

const mat: Model = (k) => {
  const desk = k.article.startsWith('Desk')
  const travel = k.article.startsWith('Travel')
  const t = travel ? 0.028 : desk ? 0.026 : 0.06
  const top = desk
    ? m.leather(k.colour, 0.4)
    : m.cloth(k.colour, {
        weave: 'pebble',
        tile: 0.3,
        print: k.print,
        printTile: 0.6,
        sheen: 0.1,
        bump: 0.8,
        rough: 0.8,
      })
  const turns = k.view === 1 && !travel ? 3.4 : 1.6
  const r0 = 0.09
  const width = desk ? 1.5 : 1.5
  const length = k.view === 1 && !travel ? 0.02 : 1.6
  const curl = turns * 2 * Math.PI
  const rOf = (a: number) => r0 + ((curl - a) / (2 * Math.PI)) * t * 1.04
  const R = rOf(0)
  const centre = (a: number, off: number): [number, number] => [
    R - Math.cos(a) * (rOf(a) - off),
    -Math.sin(a) * (rOf(a) - off),
  ]
  const section = (s: number, off: number): [number, number] => {
    if (s <= length) return [off, length - s]
    const a = Math.min(curl, ((s - length) / (turns * 2 * Math.PI * ((R + r0) / 2))) * curl)
    return centre(a, off)
  }
  const total = length + turns * 2 * Math.PI * ((R + r0) / 2)
  // One closed outline of the rolled sheet, swept across its width.
  const n = 220
  const outer = times(n + 1, (i) => section((i / n) * total, 0))
  const inner = times(n + 1, (i) => section((i / n) * total, t)).toReversed()
  const shape = new THREE.Shape([...outer, ...inner].map(([y, z]) => new THREE.Vector2(z, y)))
  const geometry = new THREE.ExtrudeGeometry(shape, { depth: width, bevelEnabled: false, curveSegments: 4 })
  geometry.translate(0, 0, -width / 2)
  geometry.rotateY(Math.PI / 2)
  const edge = mesh(geometry, m.rubber(darker(k.colour, 0.1)))
  const skin = (off: number, material: THREE.Material) =>
    surface(
      (u, v) => {
        const [y, z] = section(v * total, off)
        return [(u - 0.5) * width * 0.998, y, -z]
      },
      material,
      { nu: 20, nv: 300, tile: [width, total] },
    )
  const sheet = group(edge, skin(t + 0.002, top), skin(-0.002, m.rubber(darker(k.colour, 0.25))))
  const straps =
    k.view === 1 && !desk && !travel
      ? [-0.42, 0.42].map((x) =>
          positioned(
            { at: [x, R, 0] },
            positioned(
              { turn: [0, 0, 90] },
              ring(R + 0.012, 0.02, m.cloth('#2b2d31', { weave: 'twill', tile: 0.1 }), { scale: [1, 3.4, 1] }),
            ),
            box(0.16, 0.05, 0.1, 0.02, m.matt('#1f2124'), { at: [0, R * 0.7, R * 0.72], turn: [45, 0, 0] }),
          ),
        )
      : []
  if (travel && k.view === 1)
    return { object: clothPile(6, 1.2, 1.2, 0.075, () => top, 3), camera: { around: 30, above: 24 } }
  return { object: group(sheet, straps), camera: k.view === 0 ? { around: 34, above: 26 } : { around: 30, above: 22 } }
}

const rope: Model = (k) => {
  const grip = (at: V3, turn: V3) =>
    positioned(
      { at, turn },
      lathe(
        [
          [0, 0],
          [0.075, 0],
          [0.09, 0.04],
          [0.075, 0.3],
          [0.085, 0.6],
          [0.06, 0.74],
          [0, 0.76],
        ],
        m.rubber(k.colour),
        {},
        0.03,
      ),
      times(9, (i) => ring(0.079, 0.009, m.rubber(darker(k.colour, 0.3)), { at: [0, 0.12 + i * 0.05, 0] })),
      cylinder(0.05, 0.04, 0.09, m.metal(), { at: [0, 0.74, 0] }),
    )
  const spiral: V3[] = times(140, (i): V3 => {
    const a = (i / 139) * 2 * Math.PI * 4.1 + 0.5
    const r = 0.62 + 0.09 * Math.sin(i * 0.17)
    return [Math.cos(a) * r * 1.25, 0.03 + 0.014 * (i / 30) + 0.02 * (1 + Math.sin(a * 2.5)), Math.sin(a) * r * 0.95]
  })
  const first = spiral[0]!
  const last = spiral.at(-1)!
  return {
    object: group(
      tube(
        [
          [0.18, 0.09, 0.98],
          [0.45, 0.06, 0.9],
          [0.8, 0.04, 0.7],
          first,
          ...spiral.slice(1),
          last,
          [1.05, 0.05, 0.25],
          [0.95, 0.06, 0.75],
          [0.8, 0.085, 0.95],
        ],
        0.024,
        m.cloth(mixColours(k.colour, '#3a3d42', 0.75), { weave: 'braid', tile: 0.1, rough: 0.5 }),
        { segments: 900 },
      ),
      grip([0.14, 0.09, 1.0], [0, 0, 90]),
      grip([0.62, 0.09, 1.55], [90 + 180, 0, 0]),
    ).add(grip([0.62, 0.09, 1.55], [-90, 16, 0])),
    camera: k.view === 0 ? { around: -14, above: 42 } : { around: 24, above: 30, zoom: 1.7, look: [0, -0.35] },
  }
}

const racket: Model = (k) => {
  const tennis = k.article.includes('ennis')
  const [rx, ry] = tennis ? [0.56, 0.7] : [0.47, 0.6]
  const paint = m.gloss(k.colour)
  const cy = tennis ? 1.98 : 2.3
  const head = tube(
    times(60, (i): V3 => {
      const a = (i / 60) * 2 * Math.PI
      return [Math.cos(a) * rx, cy + Math.sin(a) * ry * (Math.sin(a) < 0 ? 1.08 : 1), 0]
    }),
    tennis ? 0.05 : 0.026,
    paint,
    { closed: true, segments: 200 },
  )
  const strings = group(
    times(tennis ? 15 : 19, (i) => {
      const n = tennis ? 15 : 19
      const x = ((i + 0.5) / n - 0.5) * 2 * rx * 0.97
      const y = ry * Math.sqrt(1 - (x / rx) ** 2)
      return tube(
        [
          [x, cy - y * 1.06, 0],
          [x, cy, 0.004 * (i % 2 ? 1 : -1)],
          [x, cy + y, 0],
        ],
        0.0058,
        m.matt('#f1eee4', 0.4),
        { segments: 6, caps: false },
      )
    }),
    times(tennis ? 18 : 23, (i) => {
      const n = tennis ? 18 : 23
      const y = ((i + 0.5) / n - 0.5) * 2 * ry * 0.97
      const x = rx * Math.sqrt(1 - (y / ry) ** 2)
      return tube(
        [
          [-x, cy + y, 0],
          [0, cy + y, 0.004 * (i % 2 ? -1 : 1)],
          [x, cy + y, 0],
        ],
        0.0058,
        m.matt('#f1eee4', 0.4),
        { segments: 6, caps: false },
      )
    }),
  )
  const throat = tennis
    ? [-1, 1].map((s) =>
        tube(
          [
            [s * 0.055, 0.95, 0],
            [s * 0.1, 1.12, 0],
            [s * 0.33, 1.38, 0],
          ],
          0.046,
          paint,
        ),
      )
    : [
        cylinder(0.02, 0.016, 0.95, m.metal('#3a3d42', 0.3), { at: [0, 0.8, 0] }),
        positioned({ at: [0, 1.68, 0] }, box(0.12, 0.08, 0.06, 0.025, paint)),
      ]
  const grip = group(
    positioned(
      {},
      lathe(
        [
          [0, 0],
          [0.1, 0],
          [0.11, 0.03],
          [0.088, 0.1],
          [tennis ? 0.088 : 0.066, 0.86],
          [0.055, 0.98],
          [0, 0.98],
        ],
        m.leather('#26282c', 0.3),
        {},
        0.02,
        8 * 6,
      ),
    ),
    times(13, (i) =>
      ring(tennis ? 0.092 : 0.074, 0.006, m.leather('#3b3e44'), { at: [0, 0.13 + i * 0.06, 0], turn: [0, 0, 14] }),
    ),
    cylinder(0.07, 0.06, 0.06, m.matt(k.colour), { at: [0, 0.92, 0] }),
  )
  const racketOnly = group(head, strings, throat, grip)
  const lying = (turn: number) =>
    positioned({ at: [0, 0.1, 0], turn: [-90, 0, 0] }, positioned({ turn: [0, 0, turn] }, racketOnly))
  const extra = tennis
    ? positioned(
        { at: [0.75, 0.17, -0.75], scale: 0.17 },
        sphere(1, m.cloth('#d7e04a', { weave: 'felt', tile: 0.3, bump: 3, sheen: 1 })),
        tube(
          onBall(
            1,
            arc(160, (a) => [
              Math.cos(a) + 0.32 * Math.cos(3 * a),
              Math.sin(a) - 0.32 * Math.sin(3 * a),
              1.15 * Math.sin(2 * a),
            ]),
          ),
          0.04,
          m.rubber('#f2efe6'),
          { closed: true, segments: 240 },
        ),
      )
    : positioned(
        { at: [0.62, 0.1, -1.0], turn: [78, 0, 30] },
        lathe(
          [
            [0, -0.13],
            [0.07, -0.12],
            [0.085, -0.05],
            [0.085, 0.02],
            [0, 0.02],
          ],
          m.matt('#f0ece2'),
          {},
          0.03,
        ),
        times(16, (i) =>
          positioned(
            { turn: [0, i * 22.5, 0] },
            positioned(
              { at: [0, 0.2, 0.13], turn: [20, 0, 0] },
              slab(
                outline([
                  [-0.012, -0.2],
                  [0.012, -0.2],
                  [0.045, 0.2],
                  [-0.045, 0.2],
                ]),
                0.006,
                0.002,
                m.paper('#ffffff'),
              ),
            ),
          ),
        ),
        ring(0.12, 0.006, m.matt(k.accent), { at: [0, 0.18, 0] }),
      )
  return k.view === 0
    ? { object: group(lying(-34), positioned({ turn: [0, -34, 0] }, extra)), camera: { around: 0, above: 52 } }
    : { object: lying(38), camera: { around: 8, above: 40, zoom: 1.6, look: [-0.2, 0.4] } }
}

const band: Model = (k) => {
  const inks = [k.colour, mixColours(k.colour, '#ffffff', 0.35), darker(k.colour, 0.35)]
  const loop = (hex: string, w: number, h: number, wide: number) =>
    sweep(
      times(40, (i): V3 => {
        const a = (i / 40) * 2 * Math.PI
        const e = 0.72
        return [
          Math.sign(Math.cos(a)) * Math.abs(Math.cos(a)) ** e * w,
          Math.sin(a) * h + 0.012 * Math.sin(a * 5),
          0.05 * Math.sin(a * 2),
        ]
      }),
      oblong(wide, 0.03, 0.012),
      m.rubber(hex, 'orange', 0.2, 0.3),
      { side: [0, 0, 1], closed: true, segments: 160 },
    )
  if (k.view === 0)
    return {
      object: group(
        inks.map((hex, i) =>
          positioned(
            { at: [-0.62 + i * 0.62, 0.5 + [0.06, 0, -0.05][i]!, 0.25 - i * 0.22], turn: [0, 24 - i * 8, 0] },
            loop(hex, 0.44 + i * 0.02, 0.5 + [0.06, 0, -0.05][i]!, [0.34, 0.42, 0.5][i]!),
          ),
        ),
      ),
      camera: { around: 20, above: 22 },
    }
  return {
    object: group(
      inks.map((hex, i) =>
        positioned(
          { at: [0, 0.045 + i * 0.085, 0], turn: [0, i * 13 - 12, 0] },
          positioned({ turn: [90, 0, 0] }, loop(hex, 0.8, 0.34, 0.08)),
        ),
      ),
    ),
    camera: { around: 26, above: 36 },
  }
}

const helmet: Model = (k) => {
  const paint = k.colour === '#eeeeea' ? m.gloss('#f4f3f0') : m.gloss(k.colour)
  const shellAt = (u: number, v: number, grow: number): V3 => {
    const a = u * 2 * Math.PI
    const e = v * Math.PI * 0.53
    const long = 1.22
    const r = 0.78 + grow
    const brim = Math.max(0, v - 0.85) * 0.35
    return [
      Math.sin(a) * Math.sin(e) * r,
      Math.cos(e) * r * 0.92 + brim * 0.1 + 0.07 * Math.cos(a) * Math.sin(e) * 0.3,
      Math.cos(a) * Math.sin(e) * r * long,
    ]
  }
  const shell = surface((u, v) => shellAt(u, v, 0), paint, { nu: 160, nv: 80, wrap: true })
  const liner = surface((u, v) => shellAt(u, v * 1.02, -0.07), m.rubber('#2a2c30', 'orange', 0.3), {
    nu: 80,
    nv: 50,
    wrap: true,
  })
  const rim = tube(
    times(80, (i) => shellAt(i / 80, 1, -0.035)),
    0.04,
    m.rubber('#2a2c30'),
    { closed: true, segments: 200 },
  )
  // Vents: dark, long hollows along the shell.
  const vents = [-0.42, -0.2, 0, 0.2, 0.42].flatMap((x, i) =>
    (i % 2
      ? [
          [0.18, 0.62],
          [-0.7, -0.2],
        ]
      : [
          [0.35, 0.75],
          [-0.35, 0.12],
          [-0.9, -0.55],
        ]
    ).map(([z0, z1]) => {
      const points = times(7, (j): V3 => {
        const z = z0! + ((z1! - z0!) * j) / 6
        const y = Math.sqrt(Math.max(0, 1 - (x / 0.79) ** 2 - (z / 0.965) ** 2)) * 0.735
        return [x, y, z]
      })
      return group(
        sweep(
          points,
          circle(0.058, 0, 0, 14).map(([a, b]): V2 => [a, b * 0.35]),
          m.matt('#17181b', 0.9),
          { side: [1, 0, 0], taper: (t) => Math.sqrt(Math.max(0.02, 1 - (2 * t - 1) ** 2)) },
        ),
        tube(
          points.map(([a, b, c]): V3 => [a - 0.058, b + 0.008, c]),
          0.008,
          m.matt(darker(k.colour, 0.25)),
        ),
      )
    }),
  )
  const straps = [-1, 1].flatMap((s) => [
    strap(
      [
        [s * 0.72, 0.05, 0.3],
        [s * 0.66, -0.25, 0.2],
        [s * 0.4, -0.56, 0.12],
        [0, -0.68, 0.1],
      ],
      0.07,
      0.014,
      m.cloth('#2a2c30', { weave: 'twill', tile: 0.1 }),
      { side: [0, 0, 1] },
    ),
    strap(
      [
        [s * 0.7, 0.02, -0.45],
        [s * 0.68, -0.16, -0.15],
        [s * 0.62, -0.3, 0.18],
      ],
      0.06,
      0.014,
      m.cloth('#2a2c30', { weave: 'twill', tile: 0.1 }),
      { side: [0, 0.5, 1] },
    ),
  ])
  const light = positioned(
    { at: [0, 0.18, -0.93], turn: [-20, 0, 0] },
    box(0.24, 0.1, 0.06, 0.03, m.glow('#d33a3a', 0.5)),
  )
  const whole = group(shell, liner, rim, vents, light)
  return k.view === 0
    ? { object: positioned({ turn: [0, 0, 0] }, whole), camera: { around: 42, above: 18 } }
    : { object: group(whole, straps), camera: { around: 138, above: 22 } }
}

const towel: Model = (k) => {
  const travel = k.article.startsWith('Compact')
  const cloth = (hex: string) => () =>
    m.cloth(hex, { weave: travel ? 'waffle' : 'terry', tile: 0.3, print: 'plain', bump: travel ? 2.4 : 4, sheen: 0.8 })
  const inks = [k.colour, mixColours(k.colour, '#fbf6ec', 0.55), darker(k.colour, 0.25)]
  const roll = (hex: string, r: number) =>
    group(
      surface(
        (u, v) => {
          const a = u * Math.PI * 2 * 3.5
          const s = r * (0.16 + 0.84 * u)
          const soft = 1 + 0.02 * noise(v * 5, a, 999, 2)
          return [(v - 0.5) * 1.3, r + s * Math.sin(a) * soft, s * Math.cos(a) * soft]
        },
        cloth(hex)(),
        { nu: 360, nv: 26, tile: [5, 1.3] },
      ),
      surface(
        (u, v) => {
          const a = u * Math.PI * 2
          return [(0.36 + v * 0.06) * 1.3, r + r * 1.006 * Math.sin(a), r * 1.006 * Math.cos(a)]
        },
        m.cloth(mixColours(hex, '#ffffff', 0.5), { weave: 'twill', tile: 0.1 }),
        { nu: 60, nv: 2, wrap: true },
      ),
    )
  if (k.view === 0)
    return {
      object: group(
        inks.map((hex, i) =>
          positioned(
            { at: [0.01 * i, i * 0.3, 0], turn: [0, (i - 1) * 2, 0] },
            clothPile(2, 1.5 - 0.02 * i, 1.1, 0.15, cloth(hex), i),
          ),
        ),
      ),
      camera: { around: 32, above: 18 },
    }
  return {
    object: group(
      positioned({ at: [0, 0, 0.32] }, roll(inks[0]!, 0.3)),
      positioned({ at: [0.06, 0, -0.32] }, roll(inks[1]!, 0.3)),
      positioned({ at: [0.02, 0.52, 0], turn: [0, 6, 0] }, roll(inks[2]!, 0.3)),
    ),
    camera: { around: 40, above: 22 },
  }
}

const glove: Model = (k) => {
  const garden = k.article.startsWith('Garden')
  const knit = k.article.startsWith('Touch')
  const back = () =>
    knit
      ? m.cloth(k.colour, { weave: 'knit', tile: 0.35, bump: 4, print: k.print, printTile: 0.35 })
      : garden
        ? m.cloth(k.colour, { weave: 'knit', tile: 0.16, bump: 2, print: k.print, printTile: 0.32 })
        : m.cloth(k.colour, { weave: 'mesh', tile: 0.2, bump: 1 })
  const tip = garden
    ? m.rubber(darker(k.colour, 0.35))
    : knit
      ? m.cloth(mixColours(k.colour, '#d9d4ca', 0.5), { weave: 'knit', tile: 0.3, bump: 3 })
      : m.leather('#2a2b2f')
  const cut = !garden && !knit
  const hand = (s: number) => {
    const finger = (x: number, y: number, length: number, r: number, lean: number) => {
      const points: V3[] = [
        [x * s, y - 0.25, 0],
        [x * s, y, 0.01],
        [(x + Math.sin(lean) * length * 0.5) * s, y + length * 0.5, 0.03],
        [(x + Math.sin(lean) * length) * s, y + length, 0.02],
      ]
      const body = sweep(
        points,
        circle(1, 0, 0, 20).map(([a, b]): V2 => [a * r, b * r * 0.72]),
        back(),
        {
          side: [1, 0, 0],
          segments: 40,
          taper: (t) =>
            (cut ? 1 : t > 0.86 ? Math.sqrt(Math.max(0.0004, 1 - ((t - 0.86) / 0.14) ** 2)) : 1) * (1 - 0.1 * t),
        },
      )
      if (cut)
        return group(
          body,
          positioned({ at: points[3]!, scale: [1, 1, 0.75] }, ring(r * 0.86, 0.016, m.leather('#2a2b2f'))),
        )
      const cap = sweep(
        points.map(([a, b, c], i): V3 =>
          i < 2
            ? [
                points[2]![0] + (points[3]![0] - points[2]![0]) * (0.1 + i * 0.2),
                points[2]![1] + (points[3]![1] - points[2]![1]) * (0.1 + i * 0.2),
                0.03,
              ]
            : i === 2
              ? [(points[2]![0] + points[3]![0]) / 2, (points[2]![1] + points[3]![1]) / 2, 0.03]
              : [a, b + 0.012, c],
        ),
        circle(1, 0, 0, 20).map(([a, b]): V2 => [a * r * 1.03, b * r * 0.76]),
        tip,
        {
          side: [1, 0, 0],
          segments: 30,
          taper: (t) => (t > 0.75 ? Math.sqrt(Math.max(0.0004, 1 - ((t - 0.75) / 0.25) ** 2)) : 1) * 0.95,
        },
      )
      return group(body, knit && x < 0.1 ? [] : cap)
    }
    const palm = stuffed(0.86, 1.0, 0.3, back(), {
      e: 0.5,
      round: 0.7,
      wrinkle: 0.02,
      seed: 3,
      place: { at: [0, 0.55, 0] },
    })
    const cuff = positioned(
      { at: [0, -0.1, 0], scale: [1, 1, 0.42] },
      lathe(
        [
          [0.37, -0.22],
          [0.4, -0.2],
          [0.36, 0.1],
          [0.39, 0.25],
          [0.36, 0.27],
        ],
        knit || garden
          ? m.cloth(garden ? '#efe9dc' : darker(k.colour, 0.15), { weave: 'rib', tile: 0.3, bump: 4 })
          : m.cloth('#2a2b2f', { weave: 'twill', tile: 0.15 }),
        {},
        0.03,
      ),
    )
    const extra = cut
      ? positioned(
          { at: [s * 0.06, -0.08, 0.17] },
          box(0.42, 0.2, 0.03, 0.014, m.cloth(k.accent, { weave: 'twill', tile: 0.1 })),
        )
      : []
    const knuckles = cut
      ? times(4, (i) =>
          stuffed(0.17, 0.13, 0.08, m.leather('#2a2b2f'), { place: { at: [(-0.31 + i * 0.205) * s, 0.93, 0.14] } }),
        )
      : []
    return group(
      palm,
      finger(-0.31, 0.95, 0.5, 0.115, -0.1),
      finger(-0.1, 1.0, 0.62, 0.118, -0.03),
      finger(0.11, 1.0, 0.6, 0.118, 0.04),
      finger(0.31, 0.93, 0.45, 0.105, 0.12),
      positioned(
        { at: [0.34 * s, 0.42, 0.03], turn: [0, 0, s * -42] },
        positioned({ at: [0, -0.7, 0] }, finger(0, 0.78, 0.42, 0.125, 0)),
      ),
      cuff,
      extra,
      knuckles,
    )
  }
  return k.view === 0
    ? {
        object: positioned(
          { turn: [-90, 0, 0] },
          positioned({ at: [-0.52, 0, 0.16], turn: [0, 0, 9] }, hand(1)),
          positioned({ at: [0.58, 0.06, 0.16], turn: [0, 0, -10] }, hand(-1)),
        ),
        camera: { around: 0, above: 56 },
      }
    : {
        object: positioned(
          { turn: [-90, 0, 0] },
          positioned({ at: [0, 0, 0.16], turn: [0, 0, 24] }, hand(1)),
          positioned({ at: [0.42, -0.1, 0.42], turn: [6, 0, -18] }, hand(1)),
        ),
        camera: { around: -16, above: 44 },
      }
}

export const sport = { ball, dumbbell, mat, rope, racket, band, helmet, towel, glove } satisfies Record<string, Model>

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
  stuffed,
  surface,
  times,
  tube,
  vessel,
  type Model,
  type V3,
} from '../kit.ts'

const lamp: Model = (k) => {
  const pleated = k.article.startsWith('Pleated')
  const cloth = m.cloth(k.colour, { weave: 'linen', tile: 0.5, print: k.print, printTile: 0.5, sheen: 0.2 })
  cloth.emissive = new THREE.Color('#ffdca8')
  cloth.emissiveIntensity = 0.14
  cloth.emissiveMap = cloth.map
  const n = 72
  const shade = surface(
    (u, v) => {
      const r = (0.62 - 0.24 * v) * (pleated ? 1 + 0.022 * Math.cos(u * n * 2 * Math.PI) : 1)
      return [Math.sin(u * 2 * Math.PI) * r, 0.95 + v * 0.62, Math.cos(u * 2 * Math.PI) * r]
    },
    cloth,
    { nu: 720, nv: 8, wrap: true, tile: [4, 0.65] },
  )
  const trims = [
    ring(0.62, 0.014, m.cloth(darker(k.colour, 0.15)), { at: [0, 0.95, 0] }),
    ring(0.38, 0.012, m.cloth(darker(k.colour, 0.15)), { at: [0, 1.57, 0] }),
  ]
  const inside = surface(
    (u, v) => [Math.sin(u * 6.2832) * (0.605 - 0.24 * v), 0.955 + v * 0.6, Math.cos(u * 6.2832) * (0.605 - 0.24 * v)],
    m.glow('#fff0d2', 0.5),
    { nu: 64, nv: 2, wrap: true },
  )
  const bulb = sphere(0.1, m.glow('#fff3d8', 2), { at: [0, 1.12, 0] })
  const base = pleated
    ? group(
        lathe(
          [
            [0, 0],
            [0.3, 0],
            [0.31, 0.035],
            [0.28, 0.06],
            [0.05, 0.075],
            [0.035, 0.12],
            [0.033, 1.05],
            [0, 1.05],
          ],
          m.metal('#c8a869', 0.28),
          {},
          0.02,
        ),
      )
    : group(
        lathe(
          spline(
            [
              [0.2, 0],
              [0.34, 0.06],
              [0.4, 0.32],
              [0.3, 0.6],
              [0.12, 0.78],
              [0.07, 0.86],
            ],
            60,
          ),
          m.glaze(mixColours(k.colour, '#efe6d6', 0.12), { specks: 180 }),
          {},
          0,
        ),
        cylinder(0.035, 0.035, 0.3, m.metal('#c8a869', 0.28), { at: [0, 0.82, 0] }),
      )
  const cord = tube(
    [
      [0.1, 0.02, -0.2],
      [0.4, 0.018, -0.45],
      [0.75, 0.018, -0.35],
      [1.0, 0.018, -0.6],
    ],
    0.016,
    m.cloth('#e8e2d6', { weave: 'braid', tile: 0.1 }),
  )
  return {
    object: group(shade, trims, inside, bulb, base, k.view === 0 ? [] : cord),
    camera: k.view === 0 ? { above: 7 } : { above: 4, around: 20, zoom: 1.35, look: [-0.1, 0.25] },
  }
}

const candle: Model = (k) => {
  const pillar = k.article.startsWith('Sea')
  const flame = (y: number) =>
    group(
      tube(
        [
          [0, y - 0.02, 0],
          [0.005, y + 0.07, 0],
          [0.015, y + 0.1, 0],
        ],
        0.012,
        m.matt('#2b2522', 0.9),
      ),
      lathe(
        spline(
          [
            [0.001, y + 0.05],
            [0.05, y + 0.12],
            [0.052, y + 0.18],
            [0.02, y + 0.3],
            [0.001, y + 0.38],
          ],
          30,
        ),
        m.glow('#ffc766', 3.2),
        {},
        0,
      ),
    )
  if (pillar) {
    const wax = (h: number, r: number) => {
      const material = m.matt(k.colour, 0.42)
      material.sheen = 0.4
      material.sheenColor = new THREE.Color('#fff6e8')
      return group(
        bent(
          lathe(
            [
              [0, 0],
              [r, 0],
              [r, h],
              [r * 0.94, h + 0.02],
              [r * 0.75, h - 0.035],
              [0, h - 0.05],
            ],
            material,
            {},
            0.035,
            120,
          ),
          (p) => {
            const a = Math.atan2(p.z, p.x)
            if (p.y > h * 0.8) p.y += 0.012 * Math.sin(a * 3 + 1)
          },
        ),
        flame(h - 0.04),
      )
    }
    return k.view === 0
      ? {
          object: group(
            positioned({ at: [-0.34, 0, 0] }, wax(1.25, 0.36)),
            positioned({ at: [0.42, 0, 0.3] }, wax(0.8, 0.36)),
          ),
          camera: { above: 14, around: 0 },
        }
      : {
          object: group(
            positioned({ at: [0, 0.06, 0] }, wax(1.0, 0.4)),
            lathe(
              [
                [0, 0],
                [0.55, 0],
                [0.66, 0.08],
                [0.64, 0.1],
                [0.54, 0.04],
                [0, 0.04],
              ],
              m.glaze('#d9cdbb', { specks: 200 }),
              {},
              0.02,
            ),
          ),
          camera: { above: 34 },
        }
  }
  const tumbler = vessel(
    [
      [0.44, 0],
      [0.47, 0.04],
      [0.48, 0.4],
      [0.48, 1.02],
    ],
    0.035,
    m.matt(k.colour, 0.18),
    m.matt(mixColours(k.colour, '#ffffff', 0.2), 0.3),
  )
  const label = surface(
    (u, v) => {
      const a = (u - 0.5) * 1.7
      return [Math.sin(a) * 0.484, 0.26 + v * 0.5, Math.cos(a) * 0.484]
    },
    m.picture((c) => {
      c.fillStyle = '#f6efe2'
      c.fillRect(0, 0, 1000, 1000)
      c.strokeStyle = darker(k.colour, 0.2)
      c.lineWidth = 10
      c.strokeRect(50, 80, 900, 840)
      c.beginPath()
      c.moveTo(500, 620)
      c.quadraticCurveTo(440, 420, 500, 230)
      c.quadraticCurveTo(560, 420, 500, 620)
      c.moveTo(500, 620)
      c.quadraticCurveTo(360, 560, 340, 400)
      c.moveTo(500, 620)
      c.quadraticCurveTo(640, 560, 660, 400)
      c.stroke()
      c.fillStyle = darker(k.colour, 0.2)
      c.fillRect(330, 700, 340, 34)
      c.fillRect(400, 780, 200, 22)
    }),
    { nu: 30, nv: 2 },
  )
  const wax = lathe(
    [
      [0, 0.84],
      [0.4, 0.84],
      [0.444, 0.855],
    ],
    m.matt('#f5ecd8', 0.5),
    {},
    0,
  )
  const lid = cylinder(0.49, 0.49, 0.08, m.wood('#b8875a'), {}, 0.015)
  return k.view === 0
    ? { object: group(tumbler, label, wax, flame(0.84)), camera: { around: 12, above: 15 } }
    : {
        object: group(tumbler, label, wax, flame(0.84), positioned({ at: [0.78, 0.46, 0.42], turn: [80, 0, 20] }, lid)),
        camera: { around: 2, above: 32 },
      }
}

const vase: Model = (k) => {
  const glaze = m.glaze(k.colour, { print: k.print, printTile: 0.4, specks: 300, rough: 0.38 })
  const body = vessel(
    spline(
      [
        [0.28, 0],
        [0.34, 0.04],
        [0.5, 0.4],
        [0.52, 0.72],
        [0.34, 1.02],
        [0.15, 1.14],
        [0.13, 1.26],
        [0.17, 1.36],
      ],
      90,
    ),
    0.035,
    glaze,
  )
  const stem = (points: readonly V3[]) => tube(points, 0.012, m.matt('#7d8a55', 0.7))
  const leaf = (at: V3, turn: V3, scale: number) =>
    mesh(
      bent(
        slab(
          outline(
            [
              [0, 0],
              [0.09, 0.13],
              [0.1, 0.26],
              [0, 0.46],
              [-0.1, 0.26],
              [-0.09, 0.13],
            ],
            'smooth',
          ),
          0.008,
          0.003,
          m.matt('#8a9a68', 0.6),
        ),
        (p) => {
          p.z += p.y * p.y * 0.5 - Math.abs(p.x) * 0.3
        },
      ).geometry,
      m.matt(mixColours('#8a9a68', '#b9c2a0', hash(at[0] * 100, at[1] * 100)), 0.65),
      { at, turn, scale },
    )
  const branches: V3[][] = [
    [
      [0, 0.6, 0],
      [0.03, 1.4, 0],
      [0.22, 1.9, 0.05],
      [0.52, 2.3, 0.1],
    ],
    [
      [0, 0.6, 0],
      [-0.04, 1.4, 0],
      [-0.18, 1.95, -0.05],
      [-0.34, 2.45, 0.06],
    ],
    [
      [0, 0.6, 0],
      [0, 1.4, 0.03],
      [0.02, 2, 0.12],
      [0.1, 2.6, 0.05],
    ],
  ]
  const twigs = branches.map((points, b) => {
    const curve = new THREE.CatmullRomCurve3(points.map((p) => new THREE.Vector3(...p)))
    return group(
      stem(points),
      times(9, (i) => {
        const p = curve.getPoint(0.48 + i * 0.063)
        return leaf(
          [p.x, p.y, p.z],
          [30 * Math.sin(i * 2 + b), i * 70 + b * 40, (i % 2 ? -58 : 58) + 10 * Math.sin(i)],
          0.62 + 0.3 * hash(i, b),
        )
      }),
    )
  })
  return k.view === 0
    ? { object: group(body, twigs), camera: { above: 8 } }
    : { object: body, camera: { above: 22, around: -30 } }
}

const cushion: Model = (k) => {
  const cord = k.article.startsWith('Cord')
  const outdoor = k.article.startsWith('Outdoor')
  const cloth = () =>
    m.cloth(k.colour, {
      weave: cord ? 'cord' : outdoor ? 'canvas' : 'linen',
      tile: cord ? 0.5 : 0.36,
      print: k.print,
      printTile: cord ? 0.5 : 0.36,
      bump: cord ? 2.4 : 1.2,
    })
  if (cord || outdoor) {
    const w = outdoor ? 1.7 : 1.6
    const t = outdoor ? 0.34 : 0.5
    const body = () =>
      group(
        bent(
          stuffed(w, w, t, cloth(), {
            e: 0.2,
            round: 0.36,
            wrinkle: 0.03,
            seed: 4,
            place: { turn: [-90, 0, 0], at: [0, t / 2, 0] },
          }),
          (p) => {
            if (outdoor)
              for (const [x, z] of [
                [-0.36, -0.36],
                [0.36, -0.36],
                [-0.36, 0.36],
                [0.36, 0.36],
              ] as const)
                p.y -= (p.y > t / 2 ? 0.11 : 0) * Math.exp(-((p.x - x) ** 2 + (p.z - z) ** 2) / 0.02)
          },
        ),
        outdoor
          ? [
              [-0.36, -0.36],
              [0.36, -0.36],
              [-0.36, 0.36],
              [0.36, 0.36],
            ].map(([x, z]) => sphere(0.05, cloth(), { at: [x!, t - 0.1, z!], scale: [1, 0.4, 1] }))
          : [],
      )
    return k.view === 0
      ? { object: body(), camera: { above: 26, around: 34 } }
      : {
          object: group(body(), positioned({ at: [0, t * 0.94, 0], turn: [0, 11, 0] }, body())),
          camera: { above: 16, around: 30 },
        }
  }
  const one = () => stuffed(1.7, 1.7, 0.75, cloth(), { e: 0.36, round: 0.9, pinch: 0.12, wrinkle: 0.05, seed: 2 })
  const piping = tube(
    times(80, (i): V3 => {
      const a = (i / 80) * 2 * Math.PI
      const s = (v: number) => Math.sign(v) * Math.abs(v) ** 0.36
      const inward = 1 - 0.12 * (1 - Math.abs(Math.sin(2 * a)))
      return [s(Math.cos(a)) * 0.85 * inward, s(Math.sin(a)) * 0.85 * inward, 0]
    }),
    0.018,
    m.cloth(darker(k.colour, 0.16), { weave: 'braid', tile: 0.15 }),
    { closed: true, segments: 320 },
  )
  return k.view === 0
    ? { object: positioned({ turn: [-16, 0, 0] }, one(), piping), camera: { around: 22, above: 10 } }
    : {
        object: positioned({ turn: [-90, 0, 0] }, positioned({ turn: [0, 0, 20] }, one(), piping)),
        camera: { around: 10, above: 34 },
      }
}

const clothPile = (layers: number, w: number, d: number, t: number, material: () => THREE.Material, seed = 0) =>
  group(
    times(layers, (i) => {
      // One fold: a rounded front, layers lying on each other, a little uneven.
      const y = i * t + t / 2
      return bent(
        box(w, t * 1.04, d, t * 0.5, material(), {
          at: [0.014 * Math.sin(i * 3 + seed), y, 0.016 * Math.cos(i * 2 + seed)],
        }),
        (p) => {
          p.y += 0.02 * (noise(p.x * 3 + 7, p.z * 3 + i * 0.4 + 5, 999, seed) - 0.5) * (y / t) ** 0.5
          p.z += 0.02 * Math.sin(p.x * 4 + i + seed)
        },
      )
    }),
  )

const blanket: Model = (k) => {
  const chunky = k.article.startsWith('Chunky')
  const fleece = k.article.startsWith('Fleece')
  const cloth = () =>
    chunky
      ? m.cloth(k.colour, { weave: 'chunky', tile: 0.5, bump: 9, depth: 1 })
      : m.cloth(k.colour, {
          weave: fleece ? 'felt' : 'waffle',
          tile: fleece ? 0.3 : 0.4,
          print: fleece ? k.print : 'plain',
          printTile: 0.6,
          bump: fleece ? 1.6 : 3.4,
        })
  const t = chunky ? 0.2 : 0.13
  const fringe = (y: number, z: number) =>
    times(chunky ? 0 : 34, (i) =>
      tube(
        [
          [-0.74 + i * 0.045, y, z],
          [-0.74 + i * 0.045 + 0.01 * Math.sin(i * 5), y - 0.03, z + 0.05],
          [-0.74 + i * 0.045 + 0.02 * Math.sin(i * 3), y - 0.09, z + 0.08],
        ],
        0.013,
        cloth(),
        { segments: 8 },
      ),
    )
  if (k.view === 0)
    return {
      object: group(
        clothPile(chunky ? 4 : 5, 1.6, 1.15, t, cloth, 1),
        fleece ? [] : fringe(t * (chunky ? 3.5 : 4.5), 0.57),
      ),
      camera: { around: 32, above: 20 },
    }
  const roll = (r: number) =>
    surface(
      (u, v) => {
        const a = u * Math.PI * 2 * 3.2
        const s = r * (0.22 + 0.78 * u)
        return [(v - 0.5) * 1.5, r + s * Math.sin(a), s * Math.cos(a)]
      },
      cloth(),
      { nu: 300, nv: 20, tile: [5, 1.5] },
    )
  return {
    object: group(
      clothPile(chunky ? 3 : 4, 1.6, 1.15, t, cloth, 2),
      positioned({ at: [0, t * (chunky ? 3 : 4), 0], turn: [0, 8, 0] }, roll(chunky ? 0.3 : 0.24)),
    ),
    camera: { around: -28, above: 18 },
  }
}

const rug: Model = (k) => {
  const weave = m.cloth(k.colour, { weave: 'basket', tile: 0.35, print: k.print, printTile: 0.7, bump: 2.5 })
  const flat = surface(
    (u, v) => {
      const s = v * 3.4
      // The far end is rolled up.
      const r = 0.2
      const x = (u - 0.5) * 1.3
      if (s < 2.1) return [x, 0.02 + 0.006 * Math.sin(u * 9 + s * 3), 1.05 - s]
      const a = (s - 2.1) / r
      const rr = r * (1 - 0.045 * a)
      return [x, 0.02 + r - Math.cos(a) * rr, -1.05 - Math.sin(a) * rr]
    },
    weave,
    { nu: 60, nv: 260, tile: [1.3, 3.4] },
  )
  const edge = [-1, 1].map((s) =>
    tube(
      [
        [s * 0.65, 0.02, 1.05],
        [s * 0.65, 0.02, 0],
        [s * 0.65, 0.02, -1.05],
      ],
      0.02,
      m.cloth(darker(k.colour, 0.2), { weave: 'braid', tile: 0.15 }),
    ),
  )
  const fringe = times(46, (i) =>
    tube(
      [
        [-0.64 + i * 0.0285, 0.02, 1.05],
        [-0.64 + i * 0.0285 + 0.008 * Math.sin(i * 7), 0.012, 1.14],
        [-0.64 + i * 0.0285 + 0.016 * Math.sin(i * 4), 0.008, 1.22],
      ],
      0.01,
      m.cloth('#efe5d2'),
      { segments: 8 },
    ),
  )
  return {
    object: group(flat, edge, fringe),
    camera: k.view === 0 ? { around: 30, above: 30 } : { around: -30, above: 30, zoom: 1.6, look: [-0.25, -0.35] },
  }
}

const landscape = (tint: string) => (c: CanvasRenderingContext2D) => {
  const sky = c.createLinearGradient(0, 0, 0, 1000)
  sky.addColorStop(0, '#e9ded0')
  sky.addColorStop(1, '#f4e3cf')
  c.fillStyle = sky
  c.fillRect(0, 0, 1000, 1000)
  c.fillStyle = '#d98f5c'
  c.beginPath()
  c.arc(640, 340, 120, 0, 7)
  c.fill()
  const hills = ['#b9c0b4', '#8fa19a', '#5f7a78', mixColours('#37545a', tint, 0.3)]
  hills.forEach((fill, n) => {
    c.fillStyle = fill
    c.beginPath()
    c.moveTo(0, 1000)
    for (let x = 0; x <= 1000; x += 10)
      c.lineTo(x, 470 + n * 120 + 110 * (noise(x / 210 + n * 5, n * 3, 999, n) - 0.5) * 2)
    c.lineTo(1000, 1000)
    c.fill()
  })
}

const frame: Model = (k) => {
  const wood = () => (k.colour === '#33343a' ? m.matt('#2b2b2e', 0.45) : m.wood(k.colour))
  const one = (w: number, h: number) => {
    const t = 0.07
    const bar = (length: number, place: { at: V3; turn?: V3 }) =>
      mesh(box(length, t, 0.09, 0.012, wood()).geometry, wood(), place)
    return group(
      bar(w, { at: [0, h / 2 - t / 2, 0] }),
      bar(w, { at: [0, -h / 2 + t / 2, 0] }),
      bar(h - 0.001, { at: [-w / 2 + t / 2, 0, 0], turn: [0, 0, 90] }),
      bar(h - 0.001, { at: [w / 2 - t / 2, 0, 0], turn: [0, 0, 90] }),
      box(w - 0.05, h - 0.05, 0.03, 0.005, m.matt('#c9b595', 0.9), { at: [0, 0, -0.02] }),
      face(w - t * 2 + 0.01, h - t * 2 + 0.01, m.paper('#faf7f0'), { at: [0, 0, 0.012] }),
      face(w * 0.62, h * 0.68, m.picture(landscape(k.accent), 0.9), { at: [0, 0, 0.016] }),
    )
  }
  return k.view === 0
    ? { object: group(positioned({ turn: [-9, 0, 0] }, one(1.2, 1.65))), camera: { around: 24, above: 10 } }
    : {
        object: group(
          positioned({ turn: [-9, 0, 0], at: [-0.45, 0.82, -0.3] }, one(1.2, 1.65)),
          positioned({ turn: [-12, -10, 0], at: [0.62, 0.5, 0.3] }, one(1.35, 1.0)),
        ),
        camera: { around: -10, above: 12 },
      }
}

const clock: Model = (k) => {
  const r = 0.95
  const dial = disc(
    r * 0.9,
    m.picture((c) => {
      c.fillStyle = '#fbf9f4'
      c.fillRect(0, 0, 1000, 1000)
      c.translate(500, 500)
      c.lineCap = 'round'
      for (let i = 0; i < 60; i += 1) {
        c.strokeStyle = '#34363b'
        c.lineWidth = i % 5 ? 4 : 13
        c.beginPath()
        c.moveTo(0, -(i % 5 ? 452 : 405))
        c.lineTo(0, -470)
        c.stroke()
        c.rotate(Math.PI / 30)
      }
    }, 0.7),
    { at: [0, 0, 0.075] },
  )
  const hand = (length: number, w: number, angle: number, z: number, hex: string) =>
    positioned(
      { turn: [0, 0, -angle], at: [0, 0, z] },
      slab(
        outline(
          [
            [-w, -0.12],
            [w, -0.12],
            [w * 0.6, length],
            [-w * 0.6, length],
          ],
          0.01,
        ),
        0.012,
        0.003,
        m.matt(hex, 0.4),
      ),
    )
  const caseOf = positioned(
    { turn: [90, 0, 0] },
    lathe(
      [
        [0, -0.1],
        [r * 0.93, -0.1],
        [r, -0.04],
        [r, 0.12],
        [r * 0.97, 0.15],
        [r * 0.91, 0.13],
        [r * 0.89, 0.07],
        [0, 0.07],
      ],
      k.colour === '#eeeeea' ? m.gloss('#f3f2ee') : m.gloss(k.colour),
      {},
      0.03,
      128,
    ),
  )
  const whole = group(
    caseOf,
    dial,
    hand(0.42, 0.026, 304, 0.1, '#2c2e33'),
    hand(0.66, 0.02, 52, 0.115, '#2c2e33'),
    hand(0.72, 0.008, 190, 0.13, '#c4573f'),
    positioned({ turn: [90, 0, 0], at: [0, 0, 0.1] }, cylinder(0.035, 0.035, 0.05, m.matt('#2c2e33'))),
  )
  return k.view === 0
    ? { object: positioned({ turn: [-7, 0, 0] }, whole), camera: { around: 20, above: 6 } }
    : {
        object: positioned({ turn: [-7, 0, 0] }, whole),
        camera: { around: -42, above: 12, zoom: 1.35, look: [0.1, 0.25] },
      }
}

const basket: Model = (k) => {
  const harvest = k.article.startsWith('Harvest')
  const [rows, posts] = [harvest ? 9 : 13, harvest ? 26 : 36]
  const h = harvest ? 0.62 : 0.95
  const radius = (t: number) => (harvest ? 0.62 + 0.2 * t : 0.66 + 0.16 * Math.sin(t * 2.2))
  const straw = () =>
    m.cloth(k.colour, { weave: 'brushed', tile: 0.4, depth: 0.6, bump: 0.8, sheen: 0.15, rough: 0.75 })
  const shared = [straw(), m.cloth(mixColours(k.colour, '#5b4028', 0.16), { weave: 'brushed', tile: 0.4, sheen: 0.15 })]
  const strands = times(rows, (j) => {
    const t = j / (rows - 1)
    return tube(
      times(posts * 2, (i): V3 => {
        const a = (i / (posts * 2)) * 2 * Math.PI
        const r = radius(t) + 0.022 * ((Math.floor(i / 1) + j) % 2 ? 1 : -1)
        return [Math.sin(a) * r, 0.04 + t * h, Math.cos(a) * r]
      }),
      (h / rows) * 0.52,
      shared[j % 2]!,
      { closed: true, segments: posts * 8 },
    )
  })
  const uprights = times(posts, (i) => {
    const a = ((i + 0.5) / posts) * 2 * Math.PI
    return tube(
      times(6, (j): V3 => [Math.sin(a) * radius(j / 5), 0.02 + (j / 5) * h, Math.cos(a) * radius(j / 5)]),
      0.02,
      shared[0]!,
      { segments: 20 },
    )
  })
  const floor = cylinder(radius(0), radius(0), 0.05, straw())
  const rim = times(2, (i) =>
    tube(
      times(120, (j): V3 => {
        const a = (j / 120) * 2 * Math.PI
        const w = 0.03 * Math.sin(a * 30 + i * Math.PI)
        return [
          Math.sin(a) * (radius(1) + w),
          h + 0.07 + 0.03 * Math.cos(a * 30 + i * Math.PI),
          Math.cos(a) * (radius(1) + w),
        ]
      }),
      0.038,
      shared[i]!,
      { closed: true, segments: 480 },
    ),
  )
  const R = radius(1)
  const grips = harvest
    ? [
        tube(
          [
            [-R, h, 0],
            [-R * 0.96, h + 0.5, 0],
            [-R * 0.5, h + 0.95, 0],
            [0, h + 1.06, 0],
            [R * 0.5, h + 0.95, 0],
            [R * 0.96, h + 0.5, 0],
            [R, h, 0],
          ],
          0.055,
          shared[1]!,
        ),
      ]
    : [-1, 1].map((s) =>
        tube(
          [
            [s * R, h, -0.22],
            [s * (R + 0.05), h + 0.2, -0.16],
            [s * (R + 0.08), h + 0.27, 0],
            [s * (R + 0.05), h + 0.2, 0.16],
            [s * R, h, 0.22],
          ],
          0.045,
          m.leather('#8a5c3b'),
        ),
      )
  const inside =
    k.view === 1 && !harvest
      ? positioned(
          { at: [0, h * 0.55, 0] },
          bent(
            sphere(0.6, m.cloth('#ece3d3', { weave: 'waffle', tile: 0.4, bump: 3 }), { scale: [1, 0.8, 1] }),
            (p) => {
              p.y += 0.1 * (noise(p.x * 3 + 9, p.z * 3 + 9) - 0.5)
            },
          ),
        )
      : []
  return {
    object: group(strands, uprights, floor, rim, grips, inside),
    camera: k.view === 0 ? { above: 18, around: 30 } : { above: 36, around: -20 },
  }
}

const mirror: Model = (k) => {
  const travel = k.article.startsWith('Travel')
  const metal = () => (k.colour === '#cfaa5a' ? m.gold(0.25) : k.colour === '#c3c8cd' ? m.metal() : m.coated(k.colour))
  const r = travel ? 0.62 : 0.72
  const glassFace = m.picture((c) => {
    const g = c.createLinearGradient(0, 1000, 900, 0)
    g.addColorStop(0, '#aebac0')
    g.addColorStop(0.45, '#dfe6e9')
    g.addColorStop(0.55, '#f4f7f8')
    g.addColorStop(1, '#c6d0d5')
    c.fillStyle = g
    c.fillRect(0, 0, 1000, 1000)
  }, 0.05)
  glassFace.metalness = 0.35
  glassFace.clearcoat = 1
  const head = group(
    positioned(
      { turn: [90, 0, 0] },
      lathe(
        [
          [0, -0.05],
          [r * 0.97, -0.05],
          [r + 0.03, -0.02],
          [r + 0.03, 0.035],
          [r, 0.05],
          [r - 0.015, 0.03],
          [0, 0.03],
        ],
        metal(),
        {},
        0.015,
        128,
      ),
    ),
    disc(r - 0.015, glassFace, { at: [0, 0, 0.034] }),
  )
  const y = travel ? 0.95 : 1.25
  const fork = tube(
    times(15, (i): V3 => {
      const a = Math.PI + (i / 14) * Math.PI
      return [Math.cos(a) * (r + 0.075), y + Math.sin(a) * (r + 0.075), 0]
    }),
    0.024,
    metal(),
  )
  const stem = cylinder(0.035, 0.028, y - r - 0.06, metal())
  const foot = lathe(
    [
      [0, 0],
      [0.42, 0],
      [0.43, 0.03],
      [0.38, 0.055],
      [0.06, 0.08],
      [0.035, 0.12],
      [0, 0.12],
    ],
    metal(),
    {},
    0.02,
  )
  const pins = [-1, 1].map((s) =>
    positioned(
      { at: [s * (r + 0.06), y, 0], turn: [0, 0, 90] },
      cylinder(0.035, 0.035, 0.08, metal(), { at: [0, -0.04, 0] }),
    ),
  )
  return {
    object: group(positioned({ at: [0, y, 0], turn: [-10, 0, 0] }, head), fork, stem, foot, pins),
    camera: k.view === 0 ? { around: 26, above: 8 } : { around: -44, above: 20 },
  }
}

const hook: Model = (k) => {
  const rail = slab(outline(oblong(2.5, 0.44, 0.12)), 0.12, 0.035, m.wood('#b98552', 0.9))
  const pegs = times(5, (i) => {
    const x = -0.98 + i * 0.49
    const metal = m.coated(k.colour)
    return group(
      positioned({ at: [x, 0.02, 0.06], turn: [90, 0, 0] }, cylinder(0.085, 0.08, 0.03, metal, {}, 0.01)),
      tube(
        [
          [x, 0.04, 0.06],
          [x, 0.0, 0.2],
          [x, -0.16, 0.3],
          [x, -0.26, 0.4],
          [x, -0.2, 0.52],
          [x, -0.08, 0.56],
        ],
        0.034,
        metal,
      ),
      sphere(0.06, metal, { at: [x, -0.06, 0.565] }),
      tube(
        [
          [x, 0.04, 0.06],
          [x, 0.1, 0.16],
          [x, 0.16, 0.24],
        ],
        0.03,
        metal,
      ),
      sphere(0.05, metal, { at: [x, 0.175, 0.255] }),
    )
  })
  return k.view === 0
    ? { object: positioned({ turn: [-6, 0, 0] }, rail, pegs), camera: { around: 28, above: 16 } }
    : {
        object: positioned({ turn: [-6, 0, 0] }, rail, pegs),
        camera: { around: -38, above: 12, zoom: 1.9, look: [-0.42, 0] },
      }
}

export const books = (ink: readonly string[], at: V3, heights: readonly number[], depth = 0.36) => {
  let x = at[0]
  return group(
    heights.map((h, i) => {
      const w = 0.07 + 0.05 * hash(i, heights.length)
      const cover = m.cloth(ink[i % ink.length]!, { weave: 'linen', tile: 0.3, bump: 0.5 })
      const book = group(
        box(w, h, depth, 0.012, cover, { at: [x + w / 2, at[1] + h / 2, at[2]] }),
        box(w - 0.03, h - 0.02, depth, 0.004, m.paper('#f4ecdb'), {
          at: [x + w / 2, at[1] + h / 2 + 0.014, at[2] - 0.008],
        }),
        box(w * 0.5, 0.02, 0.004, 0.001, m.gold(0.4), { at: [x + w / 2, at[1] + h * 0.78, at[2] + depth / 2 + 0.001] }),
        box(w * 0.5, 0.008, 0.004, 0.001, m.gold(0.4), {
          at: [x + w / 2, at[1] + h * 0.72, at[2] + depth / 2 + 0.001],
        }),
      )
      x += w + 0.004
      return book
    }),
  )
}

const shelf: Model = (k) => {
  const steel = () => m.coated(k.colour)
  const [w, h] = [1.3, 2]
  const posts = [-1, 1].flatMap((s) => [
    positioned({ at: [s * w * 0.5, h / 2, 0.2], turn: [-7, 0, 0] }, box(0.05, h * 1.01, 0.05, 0.012, steel())),
    positioned({ at: [s * w * 0.5, h / 2, -0.26] }, box(0.05, h, 0.05, 0.012, steel())),
  ])
  const boards = times(3, (i) => {
    const y = 0.3 + i * 0.68
    const d = 0.74 - y * 0.16
    return group(box(w + 0.04, 0.05, d, 0.012, m.wood('#c49a66'), { at: [0, y, -0.26 + d / 2] }))
  })
  const goods = group(
    books(
      [k.accent, '#e8dcc6', '#5c6b78', '#b4674b', '#8a9a7c'],
      [-0.55, 0.325, 0],
      [0.42, 0.46, 0.4, 0.44, 0.38],
      0.3,
    ),
    positioned(
      { at: [0.3, 0.325, 0.05], scale: 0.32 },
      vessel(
        spline(
          [
            [0.5, 0],
            [0.6, 0.1],
            [0.7, 0.5],
            [0.6, 0.8],
          ],
          30,
        ),
        0.05,
        m.glaze('#e6dccb', { specks: 100 }),
      ),
    ),
    positioned(
      { at: [-0.34, 1.005, 0], scale: 0.36 },
      vessel(
        spline(
          [
            [0.28, 0],
            [0.34, 0.04],
            [0.5, 0.4],
            [0.4, 0.9],
            [0.15, 1.14],
            [0.17, 1.36],
          ],
          40,
        ),
        0.04,
        m.glaze(k.accent),
      ),
    ),
    books(['#d8b36a', '#39465a', '#e8dcc6'], [0.18, 1.005, 0], [0.4, 0.36, 0.42], 0.28),
    positioned(
      { at: [0.34, 1.685, 0], scale: 0.3 },
      vessel(
        [
          [0.5, 0],
          [0.62, 0.6],
        ],
        0.06,
        m.clay('#c4714f'),
      ),
      times(14, (i) =>
        mesh(new THREE.SphereGeometry(0.3, 20, 14), m.matt(mixColours('#557a4a', '#8fae72', hash(i, 1)), 0.7), {
          at: [0.4 * Math.sin(i * 2.4) * hash(i, 2), 0.7 + 0.6 * hash(i, 3), 0.4 * Math.cos(i * 2.4) * hash(i, 2)],
          scale: [0.9, 0.35, 0.5],
          turn: [50 * hash(i, 5), i * 50, 60 * (hash(i, 6) - 0.5)],
        }),
      ),
    ),
    positioned(
      { at: [-0.3, 1.685, 0] },
      box(0.4, 0.14, 0.3, 0.03, m.cloth('#d9cbb3', { weave: 'basket', tile: 0.2 }), { at: [0, 0.07, 0] }),
    ),
  )
  return {
    object: group(posts, boards, goods),
    camera: k.view === 0 ? { around: 26, above: 10 } : { around: -26, above: 12, zoom: 1.7, look: [0, 0.35] },
  }
}
export { clothPile }
export const home = {
  lamp,
  candle,
  vase,
  cushion,
  blanket,
  rug,
  frame,
  clock,
  basket,
  mirror,
  hook,
  shelf,
} satisfies Record<string, Model>

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
  stuffed,
  surface,
  sweep,
  times,
  tube,
  type Model,
  type V2,
  type V3,
} from '../kit.ts'

/** A label around a cylinder of radius r, facing the camera. */
export const label = (
  r: number,
  low: number,
  high: number,
  hex: string,
  ink: string,
  wide = 1.6,
  shape: 'lines' | 'leaf' = 'lines',
) =>
  surface(
    (u, v) => {
      const a = (u - 0.5) * wide
      return [Math.sin(a) * r, low + v * (high - low), Math.cos(a) * r]
    },
    m.picture((c) => {
      c.fillStyle = hex
      c.fillRect(0, 0, 1000, 1000)
      c.strokeStyle = ink
      c.fillStyle = ink
      c.lineWidth = 12
      if (shape === 'leaf') {
        c.beginPath()
        c.moveTo(500, 520)
        c.quadraticCurveTo(380, 330, 500, 150)
        c.quadraticCurveTo(620, 330, 500, 520)
        c.moveTo(500, 560)
        c.lineTo(500, 300)
        c.stroke()
      } else c.fillRect(250, 260, 500, 70)
      c.fillRect(330, 640, 340, 34)
      c.fillRect(380, 720, 240, 20)
      c.fillRect(400, 780, 200, 20)
    }),
    { nu: 40, nv: 2 },
  )

const brush: Model = (k) => {
  if (k.article.startsWith('Groom')) {
    const board = slab(
      outline(
        [
          [-0.5, 0.32],
          [-0.85, 0.1],
          [-0.85, -0.1],
          [-0.5, -0.32],
          [0.35, -0.3],
          [0.62, -0.14],
          [1.2, -0.11],
          [1.42, -0.13],
          [1.5, 0],
          [1.42, 0.13],
          [1.2, 0.11],
          [0.62, 0.14],
          [0.35, 0.3],
        ],
        'smooth',
      ),
      0.17,
      0.07,
      m.wood('#c79d68', 0.8),
      { turn: [-90, 0, 0] },
    )
    const pad = positioned(
      { at: [-0.2, -0.08, 0] },
      stuffed(1.05, 0.5, 0.14, m.rubber(k.colour), { e: 0.7, place: { turn: [90, 0, 0] } }),
    )
    const bristles = times(17 * 8, (i) => {
      const [col, row] = [i % 17, Math.floor(i / 17)]
      const [x, z] = [-0.66 + col * 0.058, -0.19 + row * 0.054]
      if (((x + 0.2) / 0.5) ** 2 + (z / 0.235) ** 2 > 1) return group()
      return mesh(
        new THREE.CylinderGeometry(0.009, 0.014, 0.3, 6),
        m.matt(mixColours('#f0e4cf', '#b9a17c', hash(i, 2)), 0.6),
        { at: [x, -0.28, z], turn: [5 * (hash(i, 3) - 0.5), 0, 6 * (hash(i, 4) - 0.5)] },
      )
    })
    const whole = group(board, pad, bristles)
    return k.view === 0
      ? {
          object: positioned({ turn: [118, 0, 0] }, positioned({ turn: [0, 16, 0] }, whole)),
          camera: { around: 8, above: 26 },
        }
      : { object: positioned({ turn: [0, -24, 0] }, whole), camera: { around: 4, above: 26 } }
  }
  const powder = k.article.startsWith('Powder')
  const r = powder ? 0.4 : 0.24
  const hair = mixColours(k.colour, '#4a3026', 0.55)
  const hairs = times(420, (i) => {
    const a = i * 2.399963
    const q = Math.sqrt((i + 0.5) / 420)
    const rr = r * 0.97 * q
    const h = powder ? 0.94 - 0.36 * q ** 2.4 : 0.63 - 0.15 * q ** 3
    return tube(
      [
        [Math.cos(a) * 0.18 * q, 0, Math.sin(a) * 0.18 * q],
        [Math.cos(a) * rr * 1.0, h * 0.55, Math.sin(a) * rr * 1.0],
        [Math.cos(a) * rr * (powder ? 0.9 : 0.97), h, Math.sin(a) * rr * (powder ? 0.9 : 0.97)],
      ],
      0.0075,
      m.matt(mixColours(mixColours('#f3e6da', hair, 0.25 + 0.5 * hash(i, 1)), '#ffffff', 0.12), 0.7),
      { segments: 6, caps: false },
    )
  })
  const core = lathe(
    spline(
      powder
        ? [
            [0.17, 0],
            [0.3, 0.3],
            [0.36, 0.55],
            [0.22, 0.8],
            [0.001, 0.86],
          ]
        : [
            [0.15, 0],
            [0.21, 0.3],
            [0.21, 0.46],
            [0.001, 0.57],
          ],
      40,
    ),
    m.matt(mixColours('#e9d8c8', hair, 0.5), 0.9),
    {},
    0,
  )
  const ferrule = lathe(
    [
      [0.19, 0.1],
      [0.2, 0.06],
      [0.17, -0.22],
      [0.15, -0.34],
      [0.11, -0.36],
    ],
    m.gold(0.2),
    {},
    0.015,
  )
  const grip = lathe(
    spline(
      [
        [0.11, -0.34],
        [0.14, -0.5],
        [0.12, -0.9],
        [0.075, -1.35],
        [0.055, -1.5],
        [0.001, -1.53],
      ],
      60,
    ),
    m.gloss(k.colour),
    {},
    0,
  )
  const bands = ring(0.178, 0.008, m.gold(0.2), { at: [0, -0.2, 0] })
  const whole = group(core, hairs, ferrule, grip, bands)
  return k.view === 0
    ? {
        object: positioned({ turn: [0, 0, 0] }, positioned({ turn: [0, 0, -62] }, whole)),
        camera: { around: -6, above: 32 },
      }
    : { object: positioned({ turn: [0, 0, 74] }, whole), camera: { around: 30, above: 28 } }
}

const soap: Model = (k) => {
  const oat = k.article.startsWith('Oat')
  const bar = () =>
    bent(
      stuffed(1.35, 0.9, 0.44, m.matt(mixColours(k.colour, '#f4ead2', 0.3), 0.42), {
        e: 0.32,
        round: 0.5,
        place: { turn: [-90, 0, 0], at: [0, 0.22, 0] },
      }),
      (p) => {
        // A round hollow with a stamp.
        if (p.y > 0.3) p.y -= 0.05 * Math.max(0, 1 - (p.x / 0.42) ** 2 - (p.z / 0.26) ** 2) ** 0.4
      },
    )
  const stamp = (hex: string) => {
    const ink = m.matt(darker(hex, 0.18), 0.55)
    return group(
      positioned(
        { at: [0, 0.392, 0], turn: [-90, 0, 0] },
        slab(
          outline(
            [
              [0, -0.16],
              [0.12, -0.02],
              [0.08, 0.1],
              [0, 0.18],
              [-0.08, 0.1],
              [-0.12, -0.02],
            ],
            'smooth',
          ),
          0.02,
          0.006,
          ink,
          {},
          [],
        ),
      ),
      [-0.22, 0.22].map((x) =>
        positioned(
          { at: [x, 0.392, 0], turn: [-90, 0, x > 0 ? -50 : 50] },
          slab(
            outline(
              [
                [0, -0.1],
                [0.06, 0],
                [0, 0.11],
                [-0.06, 0],
              ],
              'smooth',
            ),
            0.02,
            0.006,
            ink,
          ),
        ),
      ),
    )
  }
  const flakes = oat
    ? times(46, (i) =>
        positioned(
          {
            at: [(hash(i, 1) - 0.5) * 1.15, 0.432 - 0.02 * hash(i, 8), (hash(i, 2) - 0.5) * 0.7],
            turn: [0, 360 * hash(i, 3), 0],
            scale: [1, 0.3, 0.6],
          },
          sphere(0.03 + 0.012 * hash(i, 4), m.matt('#a9814b', 0.8)),
        ),
      )
    : []
  const tray = group(
    slab(outline(oblong(1.75, 1.2, 0.14)), 0.09, 0.03, m.wood('#a5714a', 0.9), { turn: [-90, 0, 0], at: [0, 0.06, 0] }),
    times(5, (i) => box(1.3, 0.04, 0.04, 0.018, m.wood('#96633e'), { at: [0, 0.115, -0.4 + i * 0.2] })),
  )
  const one = () => group(bar(), oat ? flakes : stamp(mixColours(k.colour, '#f4ead2', 0.3)))
  if (k.view === 0)
    return {
      object: group(tray, positioned({ at: [0, 0.13, 0], turn: [0, 6, 0] }, one())),
      camera: { around: 28, above: 28 },
    }
  return {
    object: group(
      positioned({}, one()),
      positioned({ at: [0.03, 0.43, 0], turn: [0, 12, 0] }, one()),
      positioned({ at: [1.0, 0.62, 0.45], turn: [78, 0, 34] }, one()),
    ),
    camera: { around: 6, above: 22 },
  }
}

const tubeModel: Model = (k) => {
  const one = () => {
    const skin = m.matt(k.colour, 0.35)
    // From a round shoulder to a flat crimp.
    const body = surface(
      (u, v) => {
        const a = u * 2 * Math.PI
        const [rx, rz] = [0.36 + 0.1 * v, 0.36 * (1 - v ** 1.7) + 0.014]
        return [Math.sin(a) * rx, 0.42 + v * 1.5, Math.cos(a) * rz]
      },
      skin,
      { nu: 100, nv: 50, wrap: true },
    )
    const crimp = box(0.93, 0.16, 0.03, 0.01, skin, { at: [0, 1.98, 0] })
    const ridges = times(6, (i) =>
      box(0.93, 0.01, 0.036, 0.004, m.matt(darker(k.colour, 0.15)), { at: [0, 1.925 + i * 0.022, 0] }),
    )
    const shoulder = lathe(
      [
        [0.2, 0.34],
        [0.33, 0.37],
        [0.362, 0.42],
      ],
      skin,
      {},
      0.02,
    )
    const cap = lathe(
      [
        [0, 0],
        [0.24, 0],
        [0.26, 0.03],
        [0.25, 0.34],
        [0, 0.35],
      ],
      m.gloss('#f6f3ed'),
      {},
      0.02,
    )
    const print = (low: number, high: number, draw: (c: CanvasRenderingContext2D) => void) => {
      const material = m.picture(draw, 0.4)
      return surface(
        (u, v) => {
          const a = (u - 0.5) * 1.9
          const t = (low + v * (high - low) - 0.42) / 1.5
          const [rx, rz] = [0.36 + 0.1 * t, 0.36 * (1 - t ** 1.7) + 0.014]
          return [Math.sin(a) * rx, low + v * (high - low), Math.cos(a) * rz + 0.004]
        },
        material,
        { nu: 40, nv: 20 },
      )
    }
    const art = print(0.62, 1.66, (c) => {
      c.fillStyle = k.colour
      c.fillRect(0, 0, 1000, 1000)
      const ink = mixColours(darker(k.colour, 0.6), '#3a2f2a', 0.2)
      c.fillStyle = '#fbf7ef'
      c.beginPath()
      c.arc(500, 330, 190, 0, 7)
      c.fill()
      c.fillStyle = darker(k.colour, 0.35)
      for (let i = 0; i < 5; i += 1) {
        c.save()
        c.translate(500, 330)
        c.rotate((i * 2 * Math.PI) / 5)
        c.beginPath()
        c.ellipse(0, -80, 34, 78, 0, 0, 7)
        c.fill()
        c.restore()
      }
      c.fillStyle = ink
      c.fillRect(300, 640, 400, 46)
      c.fillRect(360, 730, 280, 22)
      c.fillRect(400, 785, 200, 22)
    })
    return group(body, crimp, ridges, shoulder, cap, art)
  }
  return k.view === 0
    ? { object: one(), camera: { around: 16, above: 8 } }
    : {
        object: group(
          positioned(
            { at: [0, 0.36, 0], turn: [-90, 0, 0] },
            positioned({ at: [0, -0.6, 0], turn: [0, 0, 28] }, one()),
          ),
          positioned({ at: [0.2, 0.36, -0.9], turn: [-90, 0, 0] }, positioned({ turn: [0, 0, 62] }, one())),
        ),
        camera: { around: 6, above: 46 },
      }
}

const cream: Model = (k) => {
  const glass = lathe(
    [
      [0, 0],
      [0.62, 0],
      [0.7, 0.08],
      [0.7, 0.5],
      [0.62, 0.58],
      [0.6, 0.66],
    ],
    m.matt(mixColours(k.colour, '#ffffff', 0.15), 0.2),
    {},
    0.05,
  )
  const inside = lathe(
    [
      [0.55, 0.66],
      [0.55, 0.55],
      [0, 0.55],
    ],
    m.gloss('#fbf7f0'),
    {},
    0.02,
  )
  const rim = ring(0.575, 0.026, m.gloss('#f7f4ee'), { at: [0, 0.66, 0] })
  const swirl = bent(
    lathe(
      spline(
        [
          [0.53, 0.57],
          [0.4, 0.64],
          [0.2, 0.71],
          [0.07, 0.8],
          [0.001, 0.84],
        ],
        70,
      ),
      m.matt('#fdf6e8', 0.35),
      {},
      0,
      140,
    ),
    (p) => {
      const r = Math.hypot(p.x, p.z)
      const a = Math.atan2(p.z, p.x)
      p.y += 0.026 * Math.sin(a + r * 26) * Math.min(1, r * 5)
      if (r < 0.2) p.x += (0.2 - r) * 0.35
    },
  )
  const lid = group(
    lathe(
      [
        [0, 0],
        [0.68, 0],
        [0.7, 0.03],
        [0.7, 0.3],
        [0.66, 0.35],
        [0, 0.36],
      ],
      k.article.startsWith('Shea') ? m.wood('#b98552') : m.gold(0.25),
      {},
      0.03,
    ),
  )
  const tag = label(0.703, 0.12, 0.48, '#fbf7ee', darker(k.colour, 0.4), 1.5)
  return k.view === 0
    ? { object: group(glass, inside, tag, positioned({ at: [0, 0.6, 0] }, lid)), camera: { around: 10, above: 17 } }
    : {
        object: group(
          glass,
          inside,
          rim,
          swirl,
          tag,
          positioned({ at: [0.95, 0.62, 0.42], turn: [72, 0, 24] }, positioned({ at: [0, -0.1, 0] }, lid)),
        ),
        camera: { around: 6, above: 34 },
      }
}

const spray: Model = (k) => {
  const body = lathe(
    [
      ...spline(
        [
          [0.34, 0],
          [0.38, 0.04],
          [0.38, 0.9],
          [0.36, 1.05],
          [0.2, 1.2],
          [0.15, 1.25],
        ],
        60,
      ),
    ],
    m.glass(mixColours(k.colour, '#ffffff', 0.1), 0.3),
    {},
    0,
  )
  const fluid = lathe(
    [
      [0, 0.05],
      [0.33, 0.05],
      [0.345, 0.09],
      [0.345, 0.86],
      [0, 0.86],
    ],
    m.glass(mixColours(k.colour, '#ffffff', 0.3), 0.9),
    {},
    0.02,
  )
  const floor = lathe(
    [
      [0, 0],
      [0.34, 0],
    ],
    m.glass('#ffffff', 0.1),
    {},
    0,
  )
  const pump = group(
    lathe(
      [
        [0.16, 1.22],
        [0.175, 1.24],
        [0.175, 1.38],
        [0.16, 1.4],
        [0, 1.4],
      ],
      m.gold(0.22),
      {},
      0.015,
    ),
    cylinder(0.07, 0.07, 0.1, m.gold(0.22), { at: [0, 1.4, 0] }),
    lathe(
      [
        [0, 1.48],
        [0.13, 1.48],
        [0.135, 1.5],
        [0.13, 1.68],
        [0.1, 1.71],
        [0, 1.71],
      ],
      m.gloss('#f6f3ed'),
      {},
      0.02,
    ),
    positioned({ at: [0, 1.6, 0.13], turn: [90, 0, 0] }, cylinder(0.03, 0.026, 0.02, m.matt('#2c2d31'))),
    tube(
      [
        [0, 1.25, 0],
        [0.02, 0.6, 0.02],
        [0.08, 0.1, 0.06],
      ],
      0.018,
      m.matt('#f3f3f0', 0.3),
    ),
  )
  const cap = lathe(
    [
      [0, 0],
      [0.18, 0],
      [0.19, 0.02],
      [0.19, 0.46],
      [0.16, 0.5],
      [0, 0.5],
    ],
    m.glass('#ffffff', 0.08),
    {},
    0.02,
  )
  const tag = label(0.393, 0.18, 0.78, '#fdf9f2', darker(k.colour, 0.42), 2, 'leaf')
  return k.view === 0
    ? { object: group(body, fluid, floor, pump, tag), camera: { around: 14, above: 10 } }
    : {
        object: group(body, fluid, floor, pump, tag, positioned({ at: [0.62, 0.19, 0.45], turn: [90, 0, 30] }, cap)),
        camera: { around: -18, above: 26 },
      }
}

const comb: Model = (k) => {
  const acetate = m.gloss(k.colour)
  const shape: V2[] = []
  const n = 13
  const w = 2.1
  shape.push([-w / 2, 0.36], [-w / 2, -0.55])
  for (let i = 0; i < n; i += 1) {
    const x0 = -w / 2 + (i / n) * w
    const step = w / n
    const end = i === 0 || i === n - 1 ? -0.55 : -0.52
    if (i > 0) shape.push([x0 + step * 0.14, 0.02], [x0 + step * 0.24, end])
    shape.push(
      [x0 + step * 0.42, end - 0.06],
      [x0 + step * 0.62, end],
      [x0 + step * 0.8, 0.02],
      [x0 + step * 0.98, 0.06],
    )
  }
  shape.push([w / 2, 0.0], [w / 2, 0.36], [w * 0.3, 0.44], [0, 0.47], [-w * 0.3, 0.44])
  const one = slab(outline(shape, 0.05), 0.1, 0.04, acetate)
  return k.view === 0
    ? {
        object: positioned({ turn: [-90, 0, 0] }, positioned({ turn: [0, 0, 24] }, one)),
        camera: { around: 0, above: 48 },
      }
    : { object: positioned({ at: [0, 0.5, 0], turn: [-16, 0, 0] }, one), camera: { around: -32, above: 18 } }
}

const dropper: Model = (k) => {
  const glass = m.glass(mixColours(k.colour, '#ffffff', 0.02), 0.5)
  const body = lathe(
    [
      ...spline(
        [
          [0.36, 0],
          [0.41, 0.05],
          [0.41, 0.82],
          [0.37, 0.96],
          [0.2, 1.06],
          [0.17, 1.1],
        ],
        60,
      ),
    ],
    glass,
    {},
    0,
  )
  const serum = lathe(
    [
      [0, 0.06],
      [0.35, 0.06],
      [0.37, 0.1],
      [0.37, 0.72],
      [0, 0.72],
    ],
    m.glass(darker(k.colour, 0.2), 1.2),
    {},
    0.02,
  )
  const floor = lathe(
    [
      [0, 0],
      [0.36, 0],
    ],
    glass,
    {},
    0,
  )
  const top = (open: boolean) =>
    group(
      lathe(
        [
          [0.17, 0],
          [0.2, 0.02],
          [0.2, 0.26],
          [0.18, 0.28],
          [0, 0.28],
        ],
        m.matt('#26272b', 0.35),
        {},
        0.015,
      ),
      times(30, (i) =>
        box(0.012, 0.22, 0.014, 0.005, m.matt('#1b1c1f'), {
          at: [Math.cos((i * Math.PI) / 15) * 0.2, 0.14, Math.sin((i * Math.PI) / 15) * 0.2],
          turn: [0, (-i * 180) / 15, 0],
        }),
      ),
      ring(0.2, 0.014, m.gold(0.22), { at: [0, 0.02, 0] }),
      lathe(
        spline(
          [
            [0.12, 0.27],
            [0.13, 0.34],
            [0.12, 0.54],
            [0.07, 0.62],
            [0.001, 0.64],
          ],
          40,
        ),
        m.rubber('#2a2b2f'),
        {},
        0,
      ),
      tube(
        [
          [0, 0, 0],
          [0, -0.5, 0],
          [0, -0.92, 0],
        ],
        0.038,
        open ? m.glass('#ffffff', 0.06) : m.matt('#d8c6a8', 0.2),
      ),
    )
  const tag = label(0.424, 0.14, 0.72, '#fbf6ec', '#4a3a2c', 2)
  return k.view === 0
    ? {
        object: group(body, serum, floor, positioned({ at: [0, 1.08, 0] }, top(false)), tag),
        camera: { around: 14, above: 10 },
      }
    : {
        object: group(
          body,
          serum,
          floor,
          tag,
          ring(0.17, 0.02, glass, { at: [0, 1.1, 0] }),
          positioned({ at: [0.72, 0.2, 0.35], turn: [0, 30, 92] }, top(true)),
        ),
        camera: { around: -6, above: 22 },
      }
}

const hairClip: Model = (k) => {
  const pearl = k.article.startsWith('Pearl')
  const material = () => {
    const made = m.gloss(mixColours(k.colour, '#fff8f0', pearl ? 0.25 : 0))
    if (pearl) Object.assign(made, { iridescence: 0.8, iridescenceIOR: 1.4, sheen: 0.5 })
    return made
  }
  const jaw = (s: number) => {
    const n = 7
    const arch = (x: number): V3 => [x, 0.62 - 0.12 * x * x, s * (0.13 + 0.02 * x * x)]
    const spine = sweep(
      times(15, (i) => arch(-1 + (2 * i) / 14)),
      circle(1, 0, 0, 16).map(([a, b]): V2 => [a * 0.13, b * 0.05]),
      material(),
      { side: [0, 1, 0.25 * s], taper: (t) => 0.55 + 0.45 * Math.sin(t * Math.PI) },
    )
    const teeth = times(n, (i) => {
      const x = -0.92 + (1.84 * i) / (n - 1)
      const [a, y, z] = arch(x)
      return sweep(
        [
          [a, y, z],
          [a * 1.02, y - 0.2, z + s * 0.2],
          [a * 1.03, y - 0.42, z + s * 0.22],
          [a * 1.02, y - 0.62, z + s * 0.05],
        ],
        circle(1, 0, 0, 12).map(([p, q]): V2 => [p * 0.07, q * 0.045]),
        material(),
        { side: [1, 0, 0], segments: 24, taper: (t) => 1.15 - 0.75 * t },
      )
    })
    const lever = sweep(
      [
        [0, 0.6, s * 0.12],
        [0, 0.78, s * 0.2],
        [0, 0.98, s * 0.34],
      ],
      circle(1, 0, 0, 16).map(([a, b]): V2 => [a * 0.3, b * 0.05]),
      material(),
      { side: [1, 0, 0], taper: (t) => 1 - 0.35 * t },
    )
    return group(spine, teeth, lever)
  }
  const spring = tube(
    times(60, (i): V3 => [-0.24 + i * 0.008, 0.62 + 0.075 * Math.cos(i * 0.75), 0.075 * Math.sin(i * 0.75)]),
    0.014,
    m.metal('#c9a45a', 0.2),
    { segments: 400 },
  )
  const whole = group(jaw(1), jaw(-1), spring)
  return k.view === 0
    ? { object: whole, camera: { around: 34, above: 22 } }
    : { object: positioned({ turn: [96, 0, 0] }, whole), camera: { around: -28, above: 34 } }
}

export const beauty = { brush, soap, tube: tubeModel, cream, spray, comb, dropper, hairClip } satisfies Record<
  string,
  Model
>

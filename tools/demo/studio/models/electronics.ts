import * as THREE from 'three'
import {
  box,
  circle,
  cylinder,
  darker,
  disc,
  face,
  group,
  lathe,
  lighter,
  materials as m,
  mixColours,
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

/** The plug of a USB-C cable, pointing to +x from 0. */
const connector = (hex: string) =>
  group(
    positioned(
      { at: [0.2, 0, 0], turn: [0, 90, 0] },
      slab(outline(oblong(0.19, 0.11, 0.05)), 0.34, 0.02, m.matt(hex, 0.45)),
    ),
    positioned(
      { at: [0.45, 0, 0], turn: [0, 90, 0] },
      slab(outline(oblong(0.13, 0.052, 0.025)), 0.18, 0.006, m.metal('#cfd2d6', 0.2)),
    ),
    positioned({ at: [0.542, 0, 0], turn: [0, 90, 0] }, face(0.1, 0.026, m.matt('#15161a'))),
    sweep(
      [
        [-0.16, 0, 0],
        [-0.05, 0, 0],
        [0.05, 0, 0],
      ],
      circle(0.05, 0, 0, 20),
      m.rubber(darker(hex, 0.15)),
      { segments: 10, taper: (t) => 0.75 + 0.3 * t },
    ),
  )

const cable: Model = (k) => {
  const short = k.article.startsWith('Short')
  const jacket = m.cloth(k.colour, { weave: 'braid', tile: 0.16, bump: 2.2, depth: 1, sheen: 0.2, rough: 0.7 })
  const hex = darker(k.colour, 0.12)
  if (short) {
    const line: V3[] =
      k.view === 0
        ? [
            [-0.55, 0.05, 0.35],
            [-0.1, 0.05, 0.3],
            [0.35, 0.05, 0.05],
            [0.3, 0.06, -0.4],
            [-0.1, 0.08, -0.42],
            [-0.25, 0.1, 0],
            [0.1, 0.1, 0.42],
            [0.62, 0.06, 0.55],
          ]
        : [
            [-0.8, 0.05, 0],
            [-0.3, 0.05, 0.25],
            [0.3, 0.05, -0.25],
            [0.8, 0.05, 0],
          ]
    const a = k.view === 0 ? 187 : 152
    const b = k.view === 0 ? -14 : -28
    return {
      object: group(
        tube(line, 0.042, jacket, { segments: 300 }),
        positioned(
          { at: [line[0]![0] - 0.1, 0.05, line[0]![2] + (k.view === 0 ? 0.02 : -0.06)], turn: [0, a, 0] },
          connector(hex),
        ),
        positioned(
          { at: [line.at(-1)![0] + 0.1, 0.055, line.at(-1)![2] + (k.view === 0 ? 0.02 : 0.05)], turn: [0, b, 0] },
          connector(hex),
        ),
      ),
      camera: { around: 14, above: 48 },
    }
  }
  // Coiled: rings that lie on each other, both ends leading out, and a strap.
  const rings: V3[] = times(97, (i): V3 => {
    const t = i / 96
    const a = t * 2 * Math.PI * 4 + 0.9
    const r = 0.66 + 0.05 * Math.sin(i * 0.9) + 0.035 * Math.cos(t * 26)
    return [Math.cos(a) * r * 1.1, 0.05 + 0.035 * (i / 24) + 0.025 * Math.sin(a * 3 + t * 7), Math.sin(a) * r]
  })
  const first = rings[0]!
  const last = rings.at(-1)!
  const line: V3[] = [
    [first[0] + 0.55, 0.05, first[2] + 0.12],
    [first[0] + 0.28, 0.05, first[2] - 0.1],
    ...rings,
    [last[0] - 0.3, 0.12, last[2] + 0.28],
    [last[0] - 0.45, 0.06, last[2] + 0.42],
  ]
  return {
    object: group(
      tube(line, 0.043, jacket, { segments: 900 }),
      positioned({ at: [line[0]![0] + 0.06, 0.05, line[0]![2] + 0.07], turn: [0, -40, 0] }, connector(hex)),
      positioned({ at: [line.at(-1)![0] - 0.08, 0.055, line.at(-1)![2] + 0.08], turn: [0, 222, 0] }, connector(hex)),
      strap(
        [
          [-0.95, 0.02, 0],
          [-0.92, 0.2, 0],
          [-0.72, 0.28, 0],
          [-0.5, 0.2, 0],
          [-0.48, 0.02, 0],
        ],
        0.16,
        0.025,
        m.leather('#3b3330'),
        { side: [0, 0, 1] },
      ),
    ),
    camera: k.view === 0 ? { around: 18, above: 42 } : { around: -20, above: 34, zoom: 1.6, look: [0.3, -0.2] },
  }
}

const plug: Model = (k) => {
  const body = box(0.95, 1.05, 0.9, 0.17, k.colour === '#eeeeea' ? m.gloss('#f4f3ef') : m.matt(k.colour, 0.35))
  const ports = [0.17, -0.17].map((y) =>
    group(
      positioned(
        { at: [0, y, 0.452] },
        slab(outline(oblong(0.36, 0.13, 0.064)), 0.01, 0.003, m.metal('#b5b8bc', 0.35)),
      ),
      positioned({ at: [0, y, 0.459] }, slab(outline(oblong(0.31, 0.09, 0.044)), 0.006, 0.001, m.matt('#0f1013', 0.5))),
      positioned({ at: [0, y, 0.462] }, slab(outline(oblong(0.22, 0.024, 0.01)), 0.006, 0.001, m.matt('#3a3c42', 0.5))),
    ),
  )
  const pins = [-0.2, 0.2].map((x) =>
    box(0.2 * 0.35, 0.26, 0.52, 0.02, m.metal('#d3d5d8', 0.2), { at: [x, 0.1, -0.68] }),
  )
  const light = disc(0.018, m.glow('#d7f5dd', 0.6), { at: [0.33, 0.38, 0.452] })
  return k.view === 0
    ? { object: positioned({}, body, ports, pins, light), camera: { around: 30, above: 16 } }
    : { object: positioned({ turn: [0, 0, 0] }, body, ports, pins, light), camera: { around: 140, above: 24 } }
}

const earbuds: Model = (k) => {
  const shell = () => (k.colour === '#eeeeea' ? m.gloss('#f5f4f1') : m.gloss(k.colour))
  const bud = (s: number) =>
    group(
      sphere(0.2, shell(), { scale: [1, 0.95, 0.85] }),
      positioned(
        { at: [s * 0.1, 0.03, 0.13], turn: [70, 0, s * -30] },
        lathe(
          [
            [0.11, 0],
            [0.1, 0.06],
            [0.13, 0.09],
            [0.13, 0.13],
            [0.08, 0.19],
            [0, 0.2],
          ],
          m.rubber(lighter(k.colour, 0.15)),
          {},
          0.03,
        ),
      ),
      positioned(
        { at: [s * -0.06, -0.3, -0.02], turn: [0, 0, s * -9] },
        lathe(
          [
            [0, -0.22],
            [0.06, -0.22],
            [0.075, -0.18],
            [0.08, 0.15],
            [0.13, 0.28],
            [0, 0.36],
          ],
          shell(),
          {},
          0.04,
        ),
        cylinder(0.045, 0.045, 0.012, m.metal(), { at: [0, -0.232, 0] }, 0.004),
      ),
      box(0.012, 0.08, 0.03, 0.005, m.matt('#26282c'), { at: [s * 0.1, -0.12, 0.12] }),
    )
  // The case: a rounded pebble cut at its lid.
  const whole = positioned(
    { at: [0, 0.49, 0] },
    slab(outline(oblong(1.3, 0.98, 0.44)), 0.5, 0.22, shell()),
    slab(outline(oblong(1.303, 0.012, 0.005)), 0.06, 0.002, m.matt(darker(k.colour, 0.4)), { at: [0, 0.16, 0] }),
    box(1.0, 0.012, 0.508, 0.002, m.matt(darker(k.colour, 0.4)), { at: [0, 0.16, 0] }),
    disc(0.022, m.glow('#c8f0cf', 0.8), { at: [0, -0.02, 0.252] }),
  )
  return {
    object: group(
      positioned({ at: [-0.2, 0, -0.25] }, whole),
      positioned({ at: [0.42, 0.12, 0.5], turn: [-84, 0, 24] }, bud(-1)),
      positioned({ at: [0.9, 0.12, 0.25], turn: [-84, 0, -30] }, bud(1)),
    ),
    camera: k.view === 0 ? { around: 10, above: 22 } : { around: 16, above: 40, zoom: 1.6, look: [0.35, -0.35] },
  }
}

const headphones: Model = (k) => {
  const shell = () => m.matt(k.colour, 0.38)
  const pad = () => m.leather(mixColours(k.colour, '#2a2828', 0.55), 0.4)
  const cup = (s: number) =>
    positioned(
      { at: [s * 0.78, 0.62, 0], turn: [0, 0, s * -5] },
      positioned(
        { turn: [0, 0, s * -90] },
        lathe(
          [
            [0, 0],
            [0.3, 0],
            [0.36, 0.02],
            [0.4, 0.1],
            [0.38, 0.18],
            [0.25, 0.235],
            [0, 0.25],
          ],
          shell(),
          { scale: [1.28, 1, 1] },
          0.04,
        ),
      ),
      positioned({ at: [s * -0.08, 0, 0], turn: [0, 0, 90], scale: [1.28, 1, 1] }, ring(0.3, 0.12, pad())),
      positioned(
        { at: [s * -0.03, 0, 0], turn: [0, 0, 90], scale: [1.28, 1, 1] },
        cylinder(0.28, 0.28, 0.02, m.cloth('#2a2a2c', { weave: 'mesh', tile: 0.2 })),
      ),
      positioned(
        { at: [s * 0.245, 0, 0], turn: [0, s * 90, 0] },
        disc(0.14, m.brushed(mixColours(k.colour, '#c4c8cc', 0.55))),
      ),
    )
  const arc = (r: number, from: number, to: number): V3[] =>
    times(25, (i): V3 => {
      const a = ((from + ((to - from) * i) / 24) * Math.PI) / 180
      return [Math.cos(a) * r * 0.96, 0.92 + Math.sin(a) * r * 1.12, 0]
    })
  const band = strap(arc(0.82, 8, 172), 0.26, 0.05, shell(), { side: [0, 0, 1] })
  const cushion = strap(arc(0.78, 34, 146), 0.25, 0.12, pad(), {
    side: [0, 0, 1],
    taper: (t) => 0.5 + 0.5 * Math.min(1, 8 * Math.min(t, 1 - t)),
  })
  const yokes = [-1, 1].map((s) =>
    group(
      strap(
        [
          [s * 0.8, 1.12, 0],
          [s * 0.83, 0.98, 0],
          [s * 0.84, 0.88, 0],
        ],
        0.12,
        0.03,
        m.metal('#c4c7cb', 0.25),
        { side: [0, 0, 1] },
      ),
      tube(
        [
          [s * 0.86, 0.62, 0.44],
          [s * 0.88, 0.86, 0.3],
          [s * 0.86, 0.95, 0],
          [s * 0.88, 0.86, -0.3],
          [s * 0.86, 0.62, -0.44],
        ],
        0.03,
        m.metal('#c4c7cb', 0.25),
      ),
    ),
  )
  const whole = group(cup(-1), cup(1), band, cushion, yokes)
  return k.view === 0
    ? { object: whole, camera: { around: 34, above: 10 } }
    : { object: positioned({ turn: [-68, 0, 0] }, whole), camera: { around: 28, above: 30 } }
}

const phoneCase: Model = (k) => {
  const one = () => {
    const shape = outline(oblong(0.92, 1.9, 0.16))
    const shell = k.print === 'plain' ? m.rubber(k.colour, 'orange', 0.2, 0.3) : m.printed(k.colour, k.print, 0.3, 0.4)
    const hole = oblong(0.42, 0.46, 0.12).map(([x, y]): V2 => [x - 0.19, y + 0.65])
    return group(
      slab(shape, 0.12, 0.045, shell, {}, [hole]),
      slab(outline(oblong(0.84, 1.82, 0.14)), 0.06, 0.01, m.gloss('#26282d'), { at: [0, 0, -0.02] }),
      positioned({ at: [-0.19, 0.65, 0.03] }, slab(outline(oblong(0.39, 0.43, 0.11)), 0.05, 0.02, m.gloss('#35383e'))),
      (
        [
          [-0.1, 0.1],
          [-0.1, -0.1],
          [0.09, 0],
        ] as const
      ).map(([x, y]) =>
        positioned(
          { at: [-0.19 + x, 0.65 + y, 0.06], turn: [90, 0, 0] },
          cylinder(0.082, 0.08, 0.03, m.metal('#8e9298', 0.25)),
          cylinder(0.064, 0.064, 0.033, m.gloss('#0b0c10')),
          cylinder(0.03, 0.03, 0.034, m.gloss('#27304a')),
        ),
      ),
      disc(0.024, m.glow('#fff5dc', 0.4), { at: [-0.1, 0.8, 0.058] }),
      [0.42, 0.2].map((y) => box(0.03, 0.16, 0.05, 0.012, shell, { at: [0.46, y, 0] })),
    )
  }
  return k.view === 0
    ? { object: positioned({ turn: [-14, 0, 0] }, one()), camera: { around: 26, above: 8 } }
    : {
        object: group(
          positioned({ at: [0, 0.07, 0], turn: [-90, 0, 14] }, one()),
          positioned({ at: [0.42, 0.24, 0.2], turn: [-82, 0, -28] }, one()),
        ),
        camera: { around: -8, above: 44 },
      }
}

const screenPicture = (tint: string) =>
  m.picture((c) => {
    const g = c.createLinearGradient(0, 0, 600, 1000)
    g.addColorStop(0, lighter(tint, 0.55))
    g.addColorStop(0.5, tint)
    g.addColorStop(1, darker(tint, 0.55))
    c.fillStyle = g
    c.fillRect(0, 0, 1000, 1000)
    for (let i = 0; i < 3; i += 1) {
      c.fillStyle = `rgba(255,255,255,${0.1 + i * 0.05})`
      c.beginPath()
      c.arc(250 + i * 260, 980 - i * 60, 380 - i * 70, 0, 7)
      c.fill()
    }
    c.fillStyle = 'rgba(255,255,255,.92)'
    c.fillRect(330, 170, 340, 30)
    c.fillRect(400, 230, 200, 14)
  }, 0.12)

const stand: Model = (k) => {
  const tablet = k.article.startsWith('Tablet')
  const metal = () =>
    k.colour === '#7d5639'
      ? m.wood(k.colour)
      : m.brushed(k.colour === '#c3c8cd' ? '#c9cdd1' : mixColours(k.colour, '#d9d4d2', 0.25))
  const [w, h] = tablet ? [1.75, 1.25] : [0.78, 1.6]
  const device = group(
    slab(outline(oblong(w, h, 0.11)), 0.07, 0.025, m.metal('#3a3c41', 0.35)),
    positioned({ at: [0, 0, 0.036] }, slab(outline(oblong(w - 0.03, h - 0.03, 0.1)), 0.004, 0.001, m.gloss('#0d0e11'))),
    face(w - 0.09, h - 0.09, screenPicture('#5d8fb5'), { at: [0, 0, 0.0395] }),
  )
  const base = slab(outline(oblong(tablet ? 0.95 : 0.72, tablet ? 0.9 : 0.8, 0.14)), 0.06, 0.02, metal(), {
    at: [0, 0.03, 0],
    turn: [90, 0, 0],
  })
  const arm = positioned(
    { at: [0, 0.42, -0.16], turn: [14, 0, 0] },
    slab(outline(oblong(0.2, 0.86, 0.05)), 0.06, 0.02, metal()),
  )
  const hinge = positioned(
    { at: [0, 0.82, -0.06], turn: [0, 0, 90] },
    cylinder(0.065, 0.065, 0.34, m.metal('#7e8287', 0.3), { at: [0, -0.17, 0] }),
  )
  const plate = positioned(
    { at: [0, 0.86, 0.06], turn: [-17, 0, 0] },
    slab(outline(oblong(tablet ? 0.9 : 0.6, 0.8, 0.08)), 0.045, 0.018, metal()),
    [-1, 1].map((s) =>
      group(
        box(0.12, 0.05, 0.17, 0.02, metal(), { at: [s * (tablet ? 0.32 : 0.2), -0.38, 0.08] }),
        box(0.12, 0.1, 0.04, 0.018, metal(), { at: [s * (tablet ? 0.32 : 0.2), -0.35, 0.155] }),
      ),
    ),
  )
  const held = positioned(
    { at: [0, 0.86, 0.06], turn: [-17, 0, 0] },
    positioned({ at: [0, -0.36 + h / 2, 0.07] }, device),
  )
  return k.view === 0
    ? { object: group(base, arm, hinge, plate, held), camera: { around: 30, above: 12 } }
    : { object: group(base, arm, hinge, plate), camera: { around: -36, above: 18 } }
}

const powerBank: Model = (k) => {
  const large = k.article.startsWith('High')
  const [w, h, d] = large ? [1, 1.85, 0.34] : [0.92, 1.5, 0.24]
  const one = () =>
    group(
      slab(outline(oblong(w, h, 0.12)), d, 0.05, m.matt(k.colour, 0.42)),
      [-0.2, 0.2].map((x) =>
        positioned(
          { at: [x, h / 2 + 0.001, 0], turn: [-90, 0, 0] },
          slab(outline(oblong(0.24, 0.085, 0.04)), 0.01, 0.002, m.metal('#b5b8bc', 0.3)),
          positioned({ at: [0, 0, 0.006] }, slab(outline(oblong(0.19, 0.05, 0.02)), 0.006, 0.001, m.matt('#101114'))),
        ),
      ),
      times(4, (i) =>
        disc(0.022, i < 3 ? m.glow('#eafff0', 1) : m.matt(lighter(k.colour, 0.2)), {
          at: [-0.12 + i * 0.08, -h / 2 + 0.16, d / 2 + 0.001],
        }),
      ),
      box(0.03, 0.2, 0.05, 0.012, m.metal('#b5b8bc', 0.35), { at: [w / 2, h * 0.25, 0] }),
    )
  return k.view === 0
    ? { object: positioned({ turn: [0, 0, 0] }, one()), camera: { around: 32, above: 20 } }
    : {
        object: group(
          positioned({ at: [0, d / 2, 0], turn: [-90, 0, 24] }, one()),
          positioned(
            { at: [0.9, 0.05, 0.35], turn: [0, 24, 0] },
            tube(
              [
                [-0.2, 0, 0.4],
                [-0.2, 0, 0.1],
                [0, 0, -0.2],
                [0.25, 0, -0.1],
                [0.2, 0, 0.3],
                [0, 0, 0.5],
              ],
              0.035,
              m.cloth('#e9e6df', { weave: 'braid', tile: 0.15 }),
            ),
          ),
        ),
        camera: { around: -14, above: 38 },
      }
}

const keyboard: Model = (k) => {
  const cap = (w: number, hex: string, at: V3) => {
    const base = box(w, 0.07, 0.17, 0.025, m.matt(hex, 0.5), { at })
    return base
  }
  const keys: THREE.Object3D[] = []
  const rows = [14, 14, 13, 12, 8]
  rows.forEach((count, r) => {
    const z = -0.4 + r * 0.2
    if (r === 4) {
      const widths = [0.22, 0.22, 0.22, 1.06, 0.22, 0.22, 0.22, 0.22]
      let x = -1.4
      for (const w of widths) {
        keys.push(cap(w, w > 1 ? mixColours(k.colour, '#ffffff', 0.3) : darker(k.colour, 0.12), [x + w / 2, 0.13, z]))
        x += w + 0.029
      }
      return
    }
    const total = 2.8
    const special = (i: number) => i === 0 || i === count - 1
    const unit = (total - 0.03 * (count - 1)) / (count + (r > 0 ? 0.5 + r * 0.5 : 0.4))
    const wide = (total - 0.03 * (count - 1) - unit * (count - 2)) / 2
    let x = -1.4
    for (let i = 0; i < count; i += 1) {
      const w = special(i) ? wide : unit
      keys.push(
        cap(
          w,
          r === 0 && i === 0 ? '#d9785c' : special(i) ? darker(k.colour, 0.12) : mixColours(k.colour, '#ffffff', 0.3),
          [x + w / 2, 0.13, z],
        ),
      )
      x += w + 0.03
    }
  })
  const frame = group(
    box(3, 0.12, 1.14, 0.055, m.matt(darker(k.colour, 0.05), 0.4), { at: [0, 0.06, 0] }),
    box(2.86, 0.02, 1.0, 0.01, m.matt(darker(k.colour, 0.45), 0.6), { at: [0, 0.113, 0] }),
  )
  return k.view === 0
    ? { object: positioned({ turn: [5, 0, 0] }, frame, keys), camera: { around: 24, above: 40 } }
    : {
        object: positioned({ turn: [5, 0, 0] }, frame, keys),
        camera: { around: -30, above: 28, zoom: 1.9, look: [-0.35, -0.1] },
      }
}

const mouse: Model = (k) => {
  const shell = m.matt(k.colour, 0.4)
  const body = stuffed(1.02, 1.7, 1.05, shell, { e: 0.72, round: 0.85 })
  const geometry = body.geometry as THREE.BufferGeometry
  const p = geometry.getAttribute('position')
  for (let i = 0; i < p.count; i += 1) {
    const [x, y, z] = [p.getX(i), p.getY(i), p.getZ(i)]
    // y runs from the front (+) to the back; flat below, higher behind, narrower in the middle.
    const lift = z > 0 ? z * (0.86 - 0.22 * (y / 0.85)) : z * 0.16
    p.setXYZ(i, x * (1 - 0.09 * Math.cos(y * 2.2)), y, lift)
  }
  geometry.computeVertexNormals()
  const whole = group(
    body,
    // The gap between the buttons, and the wheel.
    tube(
      [
        [0, 0.84, 0.02],
        [0, 0.76, 0.2],
        [0, 0.6, 0.298],
        [0, 0.4, 0.367],
        [0, 0.15, 0.429],
      ],
      0.012,
      m.matt(darker(k.colour, 0.55)),
    ),
    positioned(
      { at: [0, 0.5, 0.295], turn: [0, 0, 90] },
      cylinder(0.12, 0.12, 0.09, m.rubber('#2d2f33'), { at: [0, -0.045, 0] }, 0.03),
      ring(0.119, 0.008, m.metal(), { at: [0, 0, 0] }),
    ),
    positioned({ at: [0, 0.12, 0.437], turn: [12, 0, 0] }, box(0.07, 0.14, 0.02, 0.01, m.matt(darker(k.colour, 0.4)))),
  )
  return k.view === 0
    ? { object: positioned({ turn: [-90, 0, 0] }, whole), camera: { around: 218 - 360, above: 26 } }
    : { object: positioned({ turn: [-90, 0, 0] }, whole), camera: { around: 150, above: 44 } }
}

const speaker: Model = (k) => {
  const cabinet = k.colour === '#c2945f' ? m.wood(k.colour) : m.matt(k.colour, 0.55)
  const body = box(1.05, 1.7, 1.0, 0.07, cabinet, { at: [0, 0.85, 0] })
  const driver = (r: number, y: number) =>
    positioned(
      { at: [0, y, 0.5], turn: [90, 0, 0] },
      // A raised ring with a shallow cone in front of the cabinet.
      lathe(
        [
          [r * 1.2, 0],
          [r * 1.2, 0.035],
          [r * 1.04, 0.05],
          [r, 0.04],
          [r * 0.94, 0.055],
          [r * 0.84, 0.035],
          [r * 0.4, 0.006],
          [0, 0.004],
        ],
        m.rubber('#26282b', 'orange', 0.3, 0.4),
        {},
        0.012,
        96,
      ),
      ring(r * 1.19, 0.018, m.metal('#8b8e93', 0.25), { at: [0, 0.034, 0] }),
      sphere(r * 0.36, m.gloss('#1a1b1e'), { at: [0, 0, 0], scale: [1, 0.4, 1] }),
    )
  const feet = [
    [-0.4, -0.4],
    [0.4, -0.4],
    [-0.4, 0.4],
    [0.4, 0.4],
  ].map(([x, z]) => cylinder(0.07, 0.06, 0.04, m.rubber('#1d1e21'), { at: [x!, -0.03, z!] }))
  const whole = group(
    body,
    driver(0.32, 0.56),
    driver(0.16, 1.24),
    disc(0.016, m.glow('#bfe4ff', 1), { at: [0.4, 0.12, 0.501] }),
    feet,
  )
  return k.view === 0
    ? { object: whole, camera: { around: 30, above: 12 } }
    : {
        object: group(
          positioned({ at: [-0.7, 0, 0], turn: [0, 14, 0] }, whole.clone()),
          positioned({ at: [0.75, 0, -0.1], turn: [0, -14, 0] }, whole.clone()),
        ),
        camera: { around: 0, above: 14 },
      }
}

const hub: Model = (k) => {
  const body = slab(
    outline(oblong(2, 0.62, 0.14)),
    0.2,
    0.05,
    m.brushed(k.colour === '#c3c8cd' ? '#c9cdd1' : '#5f6267', 0.8),
    { at: [0, 0.1, 0], turn: [-90, 0, 0] },
  )
  const port = (x: number) =>
    positioned(
      { at: [x, 0.1, 0.309] },
      slab(outline(oblong(0.3, 0.13, 0.02)), 0.006, 0.001, m.metal('#d0d3d6', 0.25)),
      positioned({ at: [0, 0, 0.004] }, slab(outline(oblong(0.265, 0.098, 0.012)), 0.004, 0.001, m.matt('#0c0d0f'))),
      box(0.22, 0.036, 0.006, 0.002, m.matt('#e9e7e2'), { at: [0, 0.024, 0.006] }),
    )
  const cord = tube(
    [
      [-0.99, 0.1, 0],
      [-1.15, 0.1, 0],
      [-1.45, 0.06, 0.1],
      [-1.6, 0.05, 0.5],
      [-1.35, 0.05, 0.85],
      [-0.9, 0.05, 0.9],
    ],
    0.05,
    m.cloth('#3a3c41', { weave: 'braid', tile: 0.16, sheen: 0.1 }),
  )
  return {
    object: group(
      body,
      times(4, (i) => port(-0.66 + i * 0.44)),
      cord,
      positioned({ at: [-0.82, 0.055, 0.9] }, connector(k.colour === '#c3c8cd' ? '#aeb3b8' : '#4d5055')),
      disc(0.016, m.glow('#d8f2ff', 1), { at: [0.9, 0.202, 0], turn: [-90, 0, 0] }),
    ),
    camera: k.view === 0 ? { around: 18, above: 30 } : { around: 30, above: 18, zoom: 1.7, look: [0.35, 0.2] },
  }
}

const watch: Model = (k) => {
  const band = m.rubber(k.colour, 'orange', 0.3, 0.4)
  const caseOf = group(
    positioned({ turn: [0, 0, 0] }, slab(outline(oblong(0.82, 0.95, 0.26)), 0.24, 0.09, m.metal('#4a4d52', 0.28))),
    positioned({ at: [0, 0, 0.115] }, slab(outline(oblong(0.72, 0.85, 0.22)), 0.03, 0.012, m.gloss('#0a0b0d'))),
    face(
      0.58,
      0.7,
      m.picture((c) => {
        c.fillStyle = '#0a0b0d'
        c.fillRect(0, 0, 1000, 1000)
        c.lineCap = 'round'
        const arcs = [
          ['#ff7a66', 380, 4.6],
          ['#8ee07e', 300, 3.6],
          ['#62c0e8', 220, 5.2],
        ] as const
        for (const [ink, r, to] of arcs) {
          c.lineWidth = 58
          c.globalAlpha = 0.25
          c.strokeStyle = ink
          c.beginPath()
          c.arc(500, 500, r, 0, 7)
          c.stroke()
          c.globalAlpha = 1
          c.beginPath()
          c.arc(500, 500, r, -1.57, -1.57 + to)
          c.stroke()
        }
      }, 0.15),
      { at: [0, 0, 0.132] },
    ),
    positioned({ at: [0.43, 0.12, 0], turn: [0, 0, -90] }, cylinder(0.07, 0.065, 0.07, m.metal('#9a9da2', 0.25))),
    box(0.04, 0.2, 0.08, 0.015, m.metal('#9a9da2', 0.25), { at: [0.42, -0.16, 0] }),
  )
  // The band closes behind the case; lying on its side it shows both.
  const loop = (s: number): V3[] => [
    [0, s * 0.42, 0.0],
    [0, s * 0.62, -0.1],
    [0, s * 0.78, -0.42],
    [0, s * 0.66, -0.84],
    [0, s * 0.3, -1.08],
    [0, s * 0.02, -1.12],
  ]
  const straps = [1, -1].map((s) => strap(loop(s), 0.56, 0.07, band, { side: [1, 0, 0], taper: (t) => 1 - 0.22 * t }))
  const buckle = positioned({ at: [0, 0, -1.17] }, box(0.5, 0.26, 0.03, 0.012, m.metal('#7c8085', 0.3)))
  const whole = group(caseOf, straps, buckle)
  return k.view === 0
    ? { object: positioned({ turn: [-22, 0, 0] }, whole), camera: { around: 30, above: 14 } }
    : {
        object: positioned({ turn: [0, 0, 90] }, positioned({ turn: [0, 0, 0] }, whole)),
        camera: { around: 24, above: 26 },
      }
}

export const electronics = {
  cable,
  plug,
  earbuds,
  headphones,
  phoneCase,
  stand,
  powerBank,
  keyboard,
  mouse,
  speaker,
  hub,
  watch,
} satisfies Record<string, Model>

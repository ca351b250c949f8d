/**
 * The photo studio: a floor that becomes the wall, a large soft light from the left, light from the whole room, and a
 * camera that fills the frame. Soft shadows come from many passes: each moves the lights and the camera a little.
 * It runs in a browser; `render-pictures.ts` asks it for pictures.
 */
import * as THREE from 'three'
import { colours, lighter, mixColours, type Colour } from '../colours.ts'
import type { Camera } from './kit.ts'
import { models } from './models.ts'
import type { Recipe } from './recipe.ts'
import { forgetMaps } from './textures.ts'

export type Shot = Recipe & {
  /** The name of the article, and from which side. */
  article: string
  view: number
  width: number
  height: number
  /** How often the light is moved: more make softer shadows. */
  passes: number
}

/*
 * What a surface gets from the lights is measured apart, in a picture of its own: in red from the key light, in green
 * from the sky, in blue what the floor lacks, in alpha where goods are. Here it lights the goods. The bumps of a
 * surface are too fine for it, so they turn the light as if it came from one side. Reflections come from the room.
 */
const chunk = THREE.ShaderChunk as Record<string, string>
chunk['lights_physical_pars_fragment'] =
  `uniform sampler2D measured; uniform vec2 frame; uniform vec3 lightFrom;\n${chunk['lights_physical_pars_fragment']}`
// The sky is one of the lights, so the room gives little light from all sides.
chunk['envmap_physical_pars_fragment'] = chunk['envmap_physical_pars_fragment']!.replace(
  'return PI * envMapColor.rgb * envMapIntensity;',
  'return PI * envMapColor.rgb * 0.16;',
)
chunk['lights_fragment_end'] += `
  vec2 spot = gl_FragCoord.xy / frame;
  vec2 near = 2.0 / frame;
  vec4 got = texture2D( measured, spot ) * 8.0 + texture2D( measured, spot + vec2( near.x, 0.0 ) ) + texture2D( measured, spot - vec2( near.x, 0.0 ) )
    + texture2D( measured, spot + vec2( 0.0, near.y ) ) + texture2D( measured, spot - vec2( 0.0, near.y ) );
  vec2 given = got.rg / max( got.a, 0.001 );
  float flatly = 0.4 + max( dot( nonPerturbedNormal, lightFrom ), -0.3 );
  float bumpily = 0.4 + max( dot( normal, lightFrom ), -0.3 );
  vec3 light = ( vec3( 1.0, 0.955, 0.89 ) * given.r * 2.35 + vec3( 0.955, 0.975, 1.0 ) * given.g * 3.0 ) * clamp( bumpily / flatly, 0.0, 2.2 );
  reflectedLight.directDiffuse += light * BRDF_Lambert( material.diffuseContribution );
  #ifdef USE_SHEEN
    float grazing = 1.0 - saturate( dot( normal, geometryViewDir ) );
    sheenSpecularDirect += light * material.sheenColor * grazing * grazing * grazing * 0.22;
    sheenSpecularIndirect *= 0.35;
  #endif
  float open = clamp( given.g * 1.9 + 0.12, 0.0, 1.0 );
  reflectedLight.indirectSpecular *= open;
  #ifdef USE_CLEARCOAT
    clearcoatSpecularIndirect *= open;
  #endif
`

const renderer = new THREE.WebGLRenderer({ antialias: false, preserveDrawingBuffer: true, alpha: false })
renderer.autoClear = false
renderer.toneMapping = THREE.NoToneMapping
renderer.setPixelRatio(1)
document.body.append(renderer.domElement)

/** Turns a camera's view, or a mesh's front, to a point. */
function aim(object: THREE.Object3D, target: THREE.Vector3): void {
  const z = target.clone().sub(object.position).normalize()
  if (object instanceof THREE.Camera) z.negate()
  const x = object.up.clone().cross(z).normalize()
  object.quaternion.setFromRotationMatrix(new THREE.Matrix4().makeBasis(x, z.clone().cross(x), z))
}

/** The room that shines on the goods and is seen in their reflections. */
function room(): THREE.Texture {
  const scene = new THREE.Scene()
  const wall = (hex: string, strength: number) =>
    new THREE.MeshBasicMaterial({ color: new THREE.Color(hex).multiplyScalar(strength), side: THREE.DoubleSide })
  const shell = new THREE.Mesh(new THREE.BoxGeometry(12, 8, 12), [
    wall('#b9b6b2', 0.5),
    wall('#b9b6b2', 0.5),
    wall('#d8d6d2', 0.8),
    wall('#e8e4de', 0.85),
    wall('#a9a7a4', 0.35),
    wall('#c4c1bc', 0.6),
  ])
  const panel = (w: number, h: number, at: [number, number, number], strength: number) => {
    const mesh = new THREE.Mesh(new THREE.PlaneGeometry(w, h), wall('#ffffff', strength))
    mesh.position.set(...at)
    aim(mesh, new THREE.Vector3())
    scene.add(mesh)
  }
  scene.add(shell)
  panel(4.5, 4, [-5, 2.4, 2.2], 7)
  panel(1.2, 5, [5.4, 1, 0.5], 4.5)
  panel(5, 3, [0.5, 3.9, -1], 4)
  panel(2.4, 1.6, [2.5, 2.2, 5.4], 1.6)
  const generator = new THREE.PMREMGenerator(renderer)
  return generator.fromScene(scene, 0.02).texture
}
const environment = room()

const keyFrom = new THREE.Vector3(-0.62, 1.05, 0.62).normalize()

/** Where the key light stands in the nth pass: somewhere on a disc. */
function keyAt(n: number): THREE.Vector3 {
  const [s, t] = scattered(n)
  const wide = 0.34 * Math.sqrt(s)
  const side = new THREE.Vector3(0, 1, 0).cross(keyFrom).normalize()
  const up = keyFrom.clone().cross(side)
  return keyFrom
    .clone()
    .addScaledVector(side, wide * Math.cos(2 * Math.PI * t))
    .addScaledVector(up, wide * Math.sin(2 * Math.PI * t))
    .normalize()
}
/** The nth direction of the sky: more of them from above. */
function skyAt(n: number): THREE.Vector3 {
  const [u, v] = scattered(n + 0.37)
  const rise = 0.16 + 0.84 * Math.sqrt(u)
  const flat = Math.sqrt(1 - rise * rise)
  return new THREE.Vector3(flat * Math.cos(2 * Math.PI * v), rise, flat * Math.sin(2 * Math.PI * v))
}

/** The nth of evenly scattered points in the unit square. */
const scattered = (n: number): [number, number] => [
  (0.5 + n * 0.7548776662466927) % 1,
  (0.5 + n * 0.5698402909980532) % 1,
]

const output = new THREE.ShaderMaterial({
  uniforms: {
    taken: { value: null },
    measured: { value: null },
    top: { value: new THREE.Color() },
    low: { value: new THREE.Color() },
    horizon: { value: 0.4 },
    aspect: { value: 1 },
  },
  vertexShader: 'varying vec2 at; void main() { at = uv; gl_Position = vec4( position.xy, 0.0, 1.0 ); }',
  fragmentShader: `
    uniform sampler2D taken; uniform sampler2D measured; uniform vec3 top; uniform vec3 low; uniform float horizon; uniform float aspect; varying vec2 at;
    #include <common>
    // The tone mapping "neutral" of Khronos without its dark end: colours stay as they are up to 0.76.
    vec3 compressed( vec3 colour ) {
      float peak = max( colour.r, max( colour.g, colour.b ) );
      if ( peak < 0.76 ) return colour;
      float d = 0.24;
      float lower = 1.0 - d * d / ( peak + d - 0.76 );
      return mix( colour * lower / peak, vec3( lower ), 1.0 - 1.0 / ( 0.15 * ( peak - lower ) + 1.0 ) );
    }
    void main() {
      vec4 seen = texture2D( taken, at );
      vec3 back = mix( low, top, smoothstep( horizon - 0.3, horizon + 0.42, at.y ) );
      back *= 1.0 - 0.16 * smoothstep( 0.35, 0.95, length( ( at - vec2( 0.42, 0.55 ) ) * vec2( aspect > 1.5 ? 0.9 : 1.0, 1.0 ) ) );
      // The floor's shadow is warm and never black.
      vec2 sum = vec2( 0.0 );
      if ( seen.a < 0.995 ) for ( int i = 0; i < 14; i ++ ) {
        float r = 0.02 * sqrt( float( i ) / 14.0 );
        vec4 got = texture2D( measured, at + r * vec2( cos( float( i ) * 2.4 ), aspect * sin( float( i ) * 2.4 ) ) );
        float weight = max( 1.0 - got.a, 0.0 );
        sum += vec2( got.b, weight + 0.0005 ) * ( i == 0 ? 3.0 : 1.0 );
      }
      float shade = clamp( sum.x / max( sum.y, 0.0001 ), 0.0, 1.0 );
      back *= mix( vec3( 1.0 ), vec3( 0.13, 0.105, 0.09 ), shade * 0.92 );
      gl_FragColor = vec4( seen.rgb / max( seen.a, 0.0001 ), 1.0 );
      gl_FragColor.rgb = compressed( gl_FragColor.rgb );
      gl_FragColor.rgb = mix( back, gl_FragColor.rgb, clamp( seen.a, 0.0, 1.0 ) );
      #include <colorspace_fragment>
      // Less than a step of the display, against bands in the backdrop.
      gl_FragColor.rgb += ( fract( sin( dot( gl_FragCoord.xy, vec2( 12.9898, 78.233 ) ) ) * 43758.5453 ) - 0.5 ) / 255.0;
    }`,
  depthTest: false,
})
const adder = new THREE.ShaderMaterial({
  uniforms: { taken: { value: null }, share: { value: 1 } },
  vertexShader: 'varying vec2 at; void main() { at = uv; gl_Position = vec4( position.xy, 0.0, 1.0 ); }',
  fragmentShader:
    'uniform sampler2D taken; uniform float share; varying vec2 at; void main() { gl_FragColor = texture2D( taken, at ) * share; }',
  blending: THREE.CustomBlending,
  blendSrc: THREE.OneFactor,
  blendDst: THREE.OneFactor,
  depthTest: false,
  transparent: true,
})
const depthOnly = new THREE.MeshBasicMaterial({ side: THREE.DoubleSide, colorWrite: false })
const depthFirst = new THREE.MeshBasicMaterial({
  side: THREE.DoubleSide,
  colorWrite: false,
  polygonOffset: true,
  polygonOffsetFactor: 1,
  polygonOffsetUnits: 4,
})
/** What arrives of three lights at each point; see the top of this file. */
const measuring = new THREE.ShaderMaterial({
  uniforms: {
    lamps: { value: [new THREE.Matrix4(), new THREE.Matrix4(), new THREE.Matrix4()] },
    directions: { value: [new THREE.Vector3(), new THREE.Vector3(), new THREE.Vector3()] },
    map0: { value: null },
    map1: { value: null },
    map2: { value: null },
    isFloor: { value: 0 },
    push: { value: 0.01 },
  },
  vertexShader: `
    varying vec3 place; varying vec3 facing;
    void main() {
      place = ( modelMatrix * vec4( position, 1.0 ) ).xyz;
      facing = normal;
      gl_Position = projectionMatrix * viewMatrix * vec4( place, 1.0 );
    }`,
  fragmentShader: `
    uniform mat4 lamps[ 3 ]; uniform vec3 directions[ 3 ]; uniform sampler2D map0; uniform sampler2D map1; uniform sampler2D map2;
    uniform float isFloor; uniform float push; varying vec3 place; varying vec3 facing;
    float seen( sampler2D map, mat4 lamp, vec3 at ) {
      vec3 p = ( lamp * vec4( at, 1.0 ) ).xyz * 0.5 + 0.5;
      if ( p.x < 0.0 || p.x > 1.0 || p.y < 0.0 || p.y > 1.0 ) return 1.0;
      return p.z - 0.0018 <= texture2D( map, p.xy ).r ? 1.0 : 0.0;
    }
    void main() {
      vec3 n = normalize( facing );
      if ( ! gl_FrontFacing ) n = - n;
      vec3 cosines = max( vec3( dot( n, directions[ 0 ] ), dot( n, directions[ 1 ] ), dot( n, directions[ 2 ] ) ), 0.0 );
      vec3 at = place + n * push;
      vec3 open = vec3( seen( map0, lamps[ 0 ], at ), seen( map1, lamps[ 1 ], at ), seen( map2, lamps[ 2 ], at ) );
      vec3 got = cosines * open;
      float floorLack = 0.44 * ( 1.0 - open.x ) + 0.56 * ( cosines.y * ( 1.0 - open.y ) + cosines.z * ( 1.0 - open.z ) ) / 1.44;
      gl_FragColor = isFloor > 0.5 ? vec4( 0.0, 0.0, floorLack, 0.0 ) : vec4( got.x, 0.5 * ( got.y + got.z ), 0.0, 1.0 );
    }`,
  side: THREE.DoubleSide,
})
const screenScene = new THREE.Scene()
const screen = new THREE.Mesh(new THREE.PlaneGeometry(2, 2), output)
screen.frustumCulled = false
screenScene.add(screen)
const screenCamera = new THREE.OrthographicCamera(-1, 1, 1, -1, 0, 1)

/** The corners of all that is to be in the frame. */
function pointsOf(object: THREE.Object3D): THREE.Vector3[] {
  const points: THREE.Vector3[] = []
  object.updateMatrixWorld(true)
  object.traverse((child) => {
    if (!(child instanceof THREE.Mesh)) return
    const position = (child.geometry as THREE.BufferGeometry).getAttribute('position')
    const step = Math.max(1, Math.floor(position.count / 1500))
    for (let i = 0; i < position.count; i += step)
      points.push(new THREE.Vector3().fromBufferAttribute(position, i).applyMatrix4(child.matrixWorld))
  })
  return points
}

/** All that is not of glass as one form in the room, for the passes that need no materials. */
function joined(object: THREE.Object3D): THREE.BufferGeometry {
  object.updateMatrixWorld(true)
  const parts: THREE.Mesh[] = []
  object.traverse((child) => {
    if (!(child instanceof THREE.Mesh)) return
    const { transmission, transparent } = child.material as THREE.MeshPhysicalMaterial
    if (!(transmission > 0) && !transparent) parts.push(child)
  })
  const count = (of: (geometry: THREE.BufferGeometry) => number) =>
    parts.reduce((sum, { geometry }) => sum + of(geometry as THREE.BufferGeometry), 0)
  const points = count((geometry) => geometry.getAttribute('position').count)
  const [position, normal] = [new Float32Array(points * 3), new Float32Array(points * 3)]
  const index = new Uint32Array(count((geometry) => geometry.index?.count ?? geometry.getAttribute('position').count))
  let [first, next] = [0, 0]
  const v = new THREE.Vector3()
  for (const part of parts) {
    const geometry = part.geometry as THREE.BufferGeometry
    const [from, facing] = [geometry.getAttribute('position'), geometry.getAttribute('normal')]
    const turned = new THREE.Matrix3().getNormalMatrix(part.matrixWorld)
    for (let i = 0; i < from.count; i += 1) {
      v.fromBufferAttribute(from, i)
        .applyMatrix4(part.matrixWorld)
        .toArray(position, (first + i) * 3)
      v.fromBufferAttribute(facing, i)
        .applyMatrix3(turned)
        .normalize()
        .toArray(normal, (first + i) * 3)
    }
    const uses = geometry.index?.count ?? from.count
    for (let i = 0; i < uses; i += 1) index[next + i] = first + (geometry.index ? geometry.index.getX(i) : i)
    first += from.count
    next += uses
  }
  const all = new THREE.BufferGeometry()
  all.setAttribute('position', new THREE.BufferAttribute(position, 3))
  all.setAttribute('normal', new THREE.BufferAttribute(normal, 3))
  all.setIndex(new THREE.BufferAttribute(index, 1))
  return all
}

/** A camera in which the points fill the frame; returns the shift of its picture, in halves of the frame. */
function framed(
  points: THREE.Vector3[],
  aspect: number,
  { around = 0, above = 18, zoom = 1, look = [0, 0], fov = 20 }: Camera,
) {
  const middle = new THREE.Box3().setFromPoints(points).getCenter(new THREE.Vector3())
  const [a, e] = [(around * Math.PI) / 180, (above * Math.PI) / 180]
  const from = new THREE.Vector3(Math.sin(a) * Math.cos(e), Math.sin(e), Math.cos(a) * Math.cos(e))
  const camera = new THREE.PerspectiveCamera(fov, aspect, 0.1, 200)
  let far = 8
  const projectedBox = () => {
    camera.position.copy(middle).addScaledVector(from, far)
    camera.up.set(0, 1, 0)
    aim(camera, middle)
    camera.updateMatrixWorld(true)
    camera.updateProjectionMatrix()
    const found = new THREE.Box2()
    for (const p of points) {
      const q = p.clone().project(camera)
      found.expandByPoint(new THREE.Vector2(q.x, q.y))
    }
    return found
  }
  let seen = projectedBox()
  for (let i = 0; i < 5; i += 1) {
    const size = seen.getSize(new THREE.Vector2())
    far *= Math.max(size.x / (2 * 0.87), size.y / (2 * 0.82))
    seen = projectedBox()
  }
  const centre = seen.getCenter(new THREE.Vector2())
  const size = seen.getSize(new THREE.Vector2())
  // A little above the middle: the shadow lies below.
  const shift = new THREE.Vector2(
    centre.x + (look[0] * size.x) / 2,
    centre.y - (zoom > 1 ? 0 : 0.02) + (look[1] * size.y) / 2,
  )
  return { camera, shift, zoom }
}

function build(shot: Shot, view: number): { object: THREE.Object3D; camera: Camera } {
  const made = models[shot.kind]({ ...shot, colour: colours[shot.colour], accent: colours[shot.accent], view })
  const { object, camera = {} } = made instanceof THREE.Object3D ? { object: made } : made
  const holder = new THREE.Group()
  holder.add(object)
  const box = new THREE.Box3().setFromObject(holder, true)
  const middle = box.getCenter(new THREE.Vector3())
  object.position.x -= middle.x
  object.position.z -= middle.z
  object.position.y -= box.min.y
  return { object: holder, camera }
}

/** Measures the light that arrives at the goods and at the floor: many passes of three lights each, on one form. */
function measureLight(
  object: THREE.Object3D,
  ball: THREE.Sphere,
  eye: THREE.PerspectiveCamera,
  shiftBy: (x: number, y: number) => void,
  { width, height, passes }: { width: number; height: number; passes: number },
): THREE.WebGLRenderTarget {
  const reach = ball.radius * 1.04
  const lit = new THREE.Scene()
  const form = new THREE.Mesh(joined(object))
  form.frustumCulled = false
  lit.add(form)
  const floor = new THREE.Mesh(new THREE.PlaneGeometry(reach * 14, reach * 14).rotateX(-Math.PI / 2))
  floor.position.y = -0.002
  lit.add(floor)
  const half = { type: THREE.HalfFloatType }
  const [mw, mh] = [Math.round(width * 0.5), Math.round(height * 0.5)]
  const one = new THREE.WebGLRenderTarget(mw, mh, half)
  const sum = new THREE.WebGLRenderTarget(mw, mh, { ...half, depthBuffer: false })
  const maps = [0, 1, 2].map(() => {
    const map = new THREE.WebGLRenderTarget(448, 448, { type: THREE.UnsignedByteType })
    map.depthTexture = new THREE.DepthTexture(448, 448, THREE.UnsignedIntType)
    return map
  })
  const lamps = maps.map(() => new THREE.OrthographicCamera(-reach, reach, reach, -reach, reach * 1.5, reach * 4.5))
  const uniforms = measuring.uniforms
  maps.forEach((map, i) => (uniforms[`map${i}`]!.value = map.depthTexture))
  renderer.setClearColor('#000000', 0)
  renderer.setRenderTarget(sum)
  renderer.clear()
  for (let n = 0; n < passes; n += 1) {
    const directions = [keyAt(n), skyAt(n * 2), skyAt(n * 2 + 1)]
    form.material = depthOnly
    floor.visible = false
    directions.forEach((direction, i) => {
      const lamp = lamps[i]!
      lamp.position.copy(ball.center).addScaledVector(direction, reach * 3)
      lamp.up.set(Math.sin(n), 0.01, Math.cos(n))
      aim(lamp, ball.center)
      lamp.updateMatrixWorld(true)
      lamp.updateProjectionMatrix()
      renderer.setRenderTarget(maps[i]!)
      renderer.clear()
      renderer.render(lit, lamp)
      ;(uniforms['lamps']!.value as THREE.Matrix4[])[i]!.multiplyMatrices(
        lamp.projectionMatrix,
        lamp.matrixWorldInverse,
      )
      ;(uniforms['directions']!.value as THREE.Vector3[])[i]!.copy(direction)
    })
    floor.visible = true
    const [jx, jy] = scattered(n + 0.71)
    shiftBy(jx - 0.5, jy - 0.5)
    uniforms['push']!.value = reach * 0.009
    form.material = measuring
    floor.material = measuring
    renderer.setRenderTarget(one)
    renderer.clear()
    floor.onBeforeRender = () => {
      uniforms['isFloor']!.value = 1
      measuring.uniformsNeedUpdate = true
    }
    floor.onAfterRender = () => {
      uniforms['isFloor']!.value = 0
      measuring.uniformsNeedUpdate = true
    }
    renderer.render(lit, eye)
    adder.uniforms['taken']!.value = one.texture
    adder.uniforms['share']!.value = 1 / passes
    screen.material = adder
    renderer.setRenderTarget(sum)
    renderer.render(screenScene, screenCamera)
  }
  for (const target of [one, ...maps]) target.dispose()
  for (const map of maps) map.depthTexture?.dispose()
  floor.geometry.dispose()
  form.geometry.dispose()
  return sum
}

/** The light that was measured last: goods that differ in colour only need it once. */
let lastMeasured: { key: string; target: THREE.WebGLRenderTarget } | undefined

/** Renders what stands on the floor and returns a PNG as base64. `key` names the form, whatever its colour. */
async function expose(
  object: THREE.Object3D,
  camera: Camera,
  {
    width,
    height,
    passes,
    ground,
    key,
  }: { width: number; height: number; passes: number; ground: string; key: string },
): Promise<string> {
  renderer.setSize(width, height, false)
  const scene = new THREE.Scene()
  scene.environment = environment
  scene.add(object)
  const frameSize = { value: new THREE.Vector2(width, height) }
  const lightFrom = { value: new THREE.Vector3() }
  const measured = { value: null as THREE.Texture | null }
  object.traverse((child) => {
    if (!(child instanceof THREE.Mesh)) return
    const material = child.material as THREE.MeshPhysicalMaterial
    material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, { measured, frame: frameSize, lightFrom })
    }
  })
  const points = pointsOf(object)
  const ball = new THREE.Box3().setFromPoints(points).getBoundingSphere(new THREE.Sphere())
  const aspect = width / height
  const { camera: eye, shift, zoom } = framed(points, aspect, camera)
  const shiftBy = (x: number, y: number) =>
    eye.setViewOffset(
      width,
      height,
      (width / 2) * (1 - 1 / zoom) + (shift.x * width) / 2 + x / zoom,
      (height / 2) * (1 - 1 / zoom) - (shift.y * height) / 2 + y / zoom,
      width / zoom,
      height / zoom,
    )

  if (lastMeasured?.key !== key) {
    lastMeasured?.target.dispose()
    lastMeasured = { key, target: measureLight(object, ball, eye, shiftBy, { width, height, passes }) }
  }
  const sum = lastMeasured.target
  shiftBy(0, 0)
  // The goods themselves, once; the edges are smoothed by the target. Depth goes first, so that no hidden point is lit.
  const hidden = new THREE.Mesh(joined(object), depthFirst)
  hidden.renderOrder = -1
  hidden.frustumCulled = false
  scene.add(hidden)
  const taken = new THREE.WebGLRenderTarget(width, height, { type: THREE.HalfFloatType, samples: 4 })
  measured.value = sum.texture
  eye.updateMatrixWorld(true)
  lightFrom.value
    .copy(keyFrom)
    .add(new THREE.Vector3(0, 0.35, 0))
    .normalize()
    .transformDirection(eye.matrixWorldInverse)
  renderer.setRenderTarget(taken)
  renderer.clear()
  renderer.render(scene, eye)
  screen.material = output
  const soft = mixColours(ground, '#f3f0ea', 0.74)
  output.uniforms['taken']!.value = taken.texture
  output.uniforms['measured']!.value = sum.texture
  ;(output.uniforms['top']!.value as THREE.Color).set(mixColours(soft, '#d9d4cd', 0.3))
  ;(output.uniforms['low']!.value as THREE.Color).set(lighter(soft, 0.42))
  output.uniforms['aspect']!.value = aspect
  renderer.setRenderTarget(null)
  renderer.clear()
  renderer.render(screenScene, screenCamera)
  const blob = await new Promise<Blob>((done) => renderer.domElement.toBlob((made) => done(made!), 'image/png'))
  scene.traverse((child) => {
    if (!(child instanceof THREE.Mesh)) return
    ;(child.geometry as THREE.BufferGeometry).dispose()
    const material = child.material as THREE.MeshPhysicalMaterial
    if (material.map?.wrapS === THREE.ClampToEdgeWrapping) material.map.dispose()
    // The material itself stays, so that its program need not be compiled for the next picture.
  })
  forgetMaps()
  taken.dispose()
  const bytes = new Uint8Array(await blob.arrayBuffer())
  let text = ''
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192))
  return btoa(text)
}

async function photograph(shot: Shot): Promise<string> {
  const { object, camera } = build(shot, shot.view)
  const usual: Camera = shot.view === 0 ? { around: 26, above: 17 } : { around: -34, above: 32 }
  const chosen = { ...usual, ...camera }
  if (shot.mirrored) chosen.around = -(chosen.around ?? 0)
  const key = [shot.kind, shot.article, shot.view, shot.mirrored, shot.width, shot.height].join(' ')
  return expose(object, chosen, { ...shot, ground: colours[shot.ground], key })
}

/** Goods in a row on one floor, each as large as the others. */
async function photographRow(
  shots: Shot[],
  frame: { width: number; height: number; passes: number; ground: Colour },
): Promise<string> {
  const row = new THREE.Group()
  let x = 0
  for (const shot of shots) {
    const { object } = build(shot, 0)
    const turned = new THREE.Group()
    turned.add(object)
    turned.rotation.y = (-20 * Math.PI) / 180
    const size = new THREE.Box3().setFromObject(turned, true).getSize(new THREE.Vector3())
    const scale = Math.min(1 / size.y, 1.15 / size.x)
    turned.scale.setScalar(scale)
    turned.position.x = x + (size.x * scale) / 2
    x += size.x * scale + 0.18
    row.add(turned)
  }
  row.position.x = -x / 2
  return expose(
    row,
    { around: 0, above: 12, fov: 16 },
    { ...frame, ground: colours[frame.ground], key: `row ${shots.map(({ article }) => article).join(' ')}` },
  )
}

const studio = { photograph, photographRow }
declare global {
  /** What the page of the studio offers. */
  var studio: { photograph: typeof photograph; photographRow: typeof photographRow }
}
globalThis.studio = studio

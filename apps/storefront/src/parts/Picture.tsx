/** A picture in several widths, made by the server when they are first asked for. */
type PictureProps = {
  /** A path such as `/files/<id>.webp`. */
  url: string
  alt: string
  /** How wide the page shows it, for the browser's choice. */
  sizes: string
  widths: readonly number[]
  width: number
  height: number
  className?: string
  /** The picture that a buyer sees first is loaded before all others. */
  first?: boolean
  id?: string
}

export const productWidths = [160, 320, 480, 640, 960]

const sourceSet = (url: string, widths: readonly number[], format: string) =>
  widths.map((width) => `${url.replace(/\.webp$/, '')}/${width}.${format} ${width}w`).join(', ')

export function Picture({ url, alt, sizes, widths, width, height, className, first, id }: PictureProps) {
  // A picture of another place has no smaller copies.
  const ours = /^\/files\/[\w-]+\.webp$/.test(url)
  const image = (
    <img
      src={ours ? `${url.replace(/\.webp$/, '')}/${widths[Math.min(2, widths.length - 1)]}.webp` : url}
      alt={alt}
      width={width}
      height={height}
      className={className}
      {...(first ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const, decoding: 'async' as const })}
      {...(id ? { id } : {})}
      {...(ours ? { srcSet: sourceSet(url, widths, 'webp'), sizes } : {})}
    />
  )
  if (!ours) return image
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={sourceSet(url, widths, 'avif')} sizes={sizes} />
      {image}
    </picture>
  )
}

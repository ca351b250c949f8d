import { maxUploadBytes, maxUploadPixels } from '@quayside/contract/constants'

/** Pixels of a picture that was made smaller: more than any purpose keeps. */
const kept = 12_000_000

/**
 * A picture that the server takes. Phones take photos of 48 megapixels and more; those, and files over the limit, are
 * made smaller here. What this device cannot read is left as it is: the server says what is wrong.
 */
export async function fitForUpload(picture: Blob): Promise<Blob> {
  const url = URL.createObjectURL(picture)
  try {
    const image = new Image()
    image.src = url
    await new Promise((done, failed) => {
      image.onload = done
      image.onerror = failed
    })
    const { naturalWidth: width, naturalHeight: height } = image
    if (width * height <= maxUploadPixels && picture.size <= maxUploadBytes) return picture
    const scale = Math.min(1, Math.sqrt(kept / (width * height)))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(width * scale)
    canvas.height = Math.round(height * scale)
    // Only the width: the browser keeps the ratio, also of a photo that is turned by its metadata.
    const source = await createImageBitmap(picture, { resizeWidth: canvas.width, resizeQuality: 'high' }).catch(
      () => image,
    )
    canvas.getContext('2d')!.drawImage(source, 0, 0, canvas.width, canvas.height)
    const smaller = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.9))
    return smaller ?? picture
  } catch {
    return picture
  } finally {
    URL.revokeObjectURL(url)
  }
}

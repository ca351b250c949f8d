import { maxUploadBytes } from '@quayside/contract/constants'
import type { FastifyRequest } from 'fastify'
import { readForm, type FormFields } from './guards.ts'

/**
 * Fields and at most `most` pictures of a form. An empty file field is no picture. The fields are put into `fields`,
 * which has those before the picture that was refused.
 */
export async function readPictureForm(
  request: FastifyRequest,
  most: number,
  fields: FormFields = {},
): Promise<{ fields: FormFields; pictures: Buffer[] }> {
  if (!request.isMultipart()) return { fields: Object.assign(fields, readForm(request.body)), pictures: [] }
  const pictures: Buffer[] = []
  const parts = request.parts({
    limits: { fields: 10, files: most, parts: 10 + most, fileSize: maxUploadBytes, fieldSize: 8000 },
  })
  for await (const part of parts) {
    if (part.type === 'file') {
      const content = await part.toBuffer()
      if (content.length > 0) pictures.push(content)
    } else if (typeof part.value === 'string') fields[part.fieldname] = part.value.replaceAll('\0', '')
  }
  return { fields, pictures }
}

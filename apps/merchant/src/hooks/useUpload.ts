import { Refused, upload, type Uploaded, type UploadPurpose } from '@quayside/client'
import { useState } from 'react'
import { useT } from '../lib/i18n.tsx'

/**
 * Uploads a picture, then calls `onSaved` with it. `progress` runs from 0 to 1 and is null at rest. `problem` is the
 * sentence of a failure, also when `onSaved` throws `Refused` or resolves to false.
 */
export function useUpload(purpose: UploadPurpose, onSaved: (file: Uploaded) => Promise<boolean>) {
  const t = useT()
  const [progress, setProgress] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  return {
    progress,
    problem,
    forget: () => setProblem(null),
    async send(picture: Blob): Promise<void> {
      setProblem(null)
      setProgress(0)
      try {
        const file = await upload(picture, purpose, setProgress)
        if (!(await onSaved(file))) setProblem(t('common.unreachable.text'))
      } catch (caught) {
        setProblem(caught instanceof Refused ? caught.message : t('common.unreachable.text'))
      } finally {
        setProgress(null)
      }
    },
  }
}

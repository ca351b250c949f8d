import { Refused, Unreachable } from '@quayside/client'
import { useState } from 'react'

/** Sends one file at a time, with the part that is sent from 0 to 1. `send` resolves to null when it failed. */
export function useFileUpload<T>(upload: (file: File, onProgress: (part: number) => void) => Promise<T>) {
  const [progress, setProgress] = useState<number | null>(null)
  const [error, setError] = useState<unknown>(null)
  return {
    send: async (file: File): Promise<T | null> => {
      setError(null)
      setProgress(0)
      try {
        return await upload(file, setProgress)
      } catch (problem) {
        setError(problem)
        return null
      } finally {
        setProgress(null)
      }
    },
    isPending: progress !== null,
    progress,
    refusal: error instanceof Refused ? error : null,
    unreachable: error instanceof Unreachable,
  }
}

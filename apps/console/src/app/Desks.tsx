import { RouterProvider } from '@tanstack/react-router'
import { router } from '../router.tsx'

/** Everything behind the log-in. Its code is not part of the log-in's. */
export default function Desks() {
  return <RouterProvider router={router} />
}

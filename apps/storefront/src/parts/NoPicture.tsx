import { Icon } from './Icon.tsx'

/** The place of a picture that a product does not have, so that names stand where they always stand. */
export const NoPicture = ({ className, icon = 'size-7' }: { className: string; icon?: string }) => (
  <span className={`grid place-items-center bg-raised text-muted ${className}`}>
    <Icon name="picture" className={icon} />
  </span>
)

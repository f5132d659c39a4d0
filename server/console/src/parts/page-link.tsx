import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PagePath } from '../address/page-path.ts';
import { placeOf } from '../address/place-of.ts';
import type { ViewSearch } from '../address/view-search.ts';

interface PageLinkProps {
  readonly to: PagePath;
  /** None if left out. */
  readonly search?: ViewSearch;
  readonly className?: string;
  readonly children: ReactNode;
  onClick?(): void;
}

/** A link to a page of the console. */
export function PageLink({ to, search, ...others }: PageLinkProps) {
  return <Link {...placeOf(to, search)} {...others} />;
}

import { Link } from '@tanstack/react-router';
import { homePath } from '../address/home-path.ts';
import { Page } from '../parts/page.tsx';

/** For an address that is no page. */
export function NotFound() {
  return (
    <Page title="There is no such page">
      <p>
        The address may have been cut. <Link to={homePath as never}>Go to the overview.</Link>
      </p>
    </Page>
  );
}

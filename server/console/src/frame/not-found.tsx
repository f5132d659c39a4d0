import { homePath } from '../address/home-path.ts';
import { Page } from '../parts/page.tsx';
import { PageLink } from '../parts/page-link.tsx';

/** For an address that is no page. */
export function NotFound() {
  return (
    <Page title="There is no such page">
      <p>
        The address may have been cut. <PageLink to={homePath}>Go to the overview.</PageLink>
      </p>
    </Page>
  );
}

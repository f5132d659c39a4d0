import { useViewSearch } from '../../address/view-search.ts';
import { DoorPage } from '../../parts/door-page.tsx';
import { PageLink } from '../../parts/page-link.tsx';

const FAILURES: Record<string, string> = {
  USER_ALREADY_EXISTS: 'Somebody else has signed up with this address meanwhile. Yours stays as it was.',
};
const WORN = 'This link was used already, is older than a day, or has been replaced by another one.';

/** Where the link of a mail ends that proves an address. */
export function VerifyPage() {
  const { error, confirmed } = useViewSearch();
  if (error)
    return (
      <DoorPage title="The address was not confirmed">
        <p>{FAILURES[error] ?? WORN}</p>
        <p>
          <PageLink to="/sign-in">Sign in</PageLink>, and you will be mailed another one where it is needed.
        </p>
      </DoorPage>
    );
  if (!confirmed)
    return (
      <DoorPage title="Confirm your address">
        <p>Nothing was confirmed by opening this page: the link of the mail does it. Open that as a whole.</p>
        <p>
          <PageLink to="/overview">Go on</PageLink>
        </p>
      </DoorPage>
    );
  return (
    <DoorPage title="Thank you">
      <p>
        The link has worked. If your address was to change, the new one may have got another mail to confirm.
      </p>
      <p>
        <PageLink to="/overview">Go on</PageLink>
      </p>
    </DoorPage>
  );
}

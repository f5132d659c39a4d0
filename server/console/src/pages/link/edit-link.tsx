import { useChange } from '../../client/use-change.ts';
import { useList } from '../../client/use-list.ts';
import { Form } from '../../parts/forms/form.tsx';
import { linkArguments } from '../links/link-arguments.ts';
import { LinkFields } from '../links/link-fields.tsx';
import type { LinkItem } from '../links/link-item.ts';
import { useAppOf } from '../links/use-app-of.ts';

/** Changes where a link leads, and its domain; its slug and app stay. */
export function EditLink({ link }: { link: LinkItem }) {
  const campaigns = useList('list_campaigns', { p_app_id: link.app_id, p_limit: 200 });
  const domains = useList('list_domains', { p_limit: 200 });
  const update = useChange('update_link', ['list_links', 'link_stats']);
  const appOf = useAppOf();
  if (!campaigns.data || !domains.data) return null;
  return (
    <Form
      submit="Save"
      onSubmit={(entered) => {
        const given = linkArguments(entered);
        return update.mutateAsync({
          p_link_id: link.id,
          ...given,
          // A link may still be on a domain that is none of the account’s now.
          p_domain: given.p_domain === (link.domain ?? '') ? null : given.p_domain,
          // To leave a value as it is, the service takes null; to remove it, an empty text.
          p_android_url: given.p_android_url ?? '',
          p_ios_url: given.p_ios_url ?? '',
          p_ussd_fallback: given.p_ussd_fallback ?? '',
          p_campaign_id: given.p_campaign_id ?? '',
          p_channel: given.p_channel ?? '',
          p_deep_link_path: given.p_deep_link_path ?? '',
          p_deferred_params: given.p_deferred_params ?? '',
          p_expires_at: given.p_expires_at ?? '',
          p_expired_url: given.p_expired_url ?? '',
          p_max_clicks: given.p_max_clicks ?? '',
          p_utm: given.p_utm ?? '',
          p_title: given.p_title ?? '',
          p_description: given.p_description ?? '',
          p_image_url: given.p_image_url ?? '',
        });
      }}
      beside={update.isSuccess && <span role="status">Saved, and in force everywhere.</span>}
    >
      <LinkFields campaigns={campaigns.data} domains={domains.data} link={link} appOf={appOf} />
    </Form>
  );
}

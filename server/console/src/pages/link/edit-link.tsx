import { useChange } from '../../client/use-change.ts';
import { useList } from '../../client/use-list.ts';
import { Form } from '../../parts/form.tsx';
import { channelOf } from '../../values/channels.ts';
import { LinkFields } from '../links/link-fields.tsx';
import type { LinkItem } from '../links/link-table.tsx';
import { readParams } from '../links/new-link.tsx';

/** Changes where a link leads; its slug and app stay. */
export function EditLink({ link }: { link: LinkItem }) {
  const campaigns = useList('list_campaigns', { p_app_id: link.app_id });
  const update = useChange('update_link', ['list_links']);
  if (!campaigns.data) return null;
  return (
    <Form
      submit="Save"
      onSubmit={(entered) =>
        update.mutateAsync({
          p_link_id: link.id,
          p_fallback_url: entered.fallback_url ?? null,
          p_android_url: entered.android_url ?? '',
          p_ios_url: entered.ios_url ?? '',
          p_ussd_fallback: entered.ussd_fallback ?? '',
          p_campaign_id: entered.campaign_id ?? '',
          p_channel: channelOf(entered.channel) ?? '',
          p_deep_link_path: entered.deep_link_path ?? '',
          p_deferred_params: readParams(entered) ?? '',
        })
      }
      beside={update.isSuccess && <span role="status">Saved, and in force everywhere.</span>}
    >
      <LinkFields campaigns={campaigns.data} link={link} />
    </Form>
  );
}

import { useAccount } from '../../account/account.tsx';
import type { OutputOf } from '../../client/procedures.ts';
import { useList } from '../../client/use-list.ts';
import { Card } from '../../parts/card.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { PageLink } from '../../parts/page-link.tsx';
import { TimeLine } from '../../parts/time-line.tsx';
import { consentText } from '../../values/consent-text.ts';
import { Id, Time } from '../../values/values.tsx';

type Device = OutputOf<'find_device'>['items'][number];

/** A device with its ids and its time line. */
export function DeviceCard({ device }: { device: Device }) {
  const { apps } = useAccount();
  const timeline = useList('device_timeline', { p_device_id: device.device_id });
  return (
    <Card title={`A device of ${apps.find(({ id }) => id === device.app_id)?.name ?? 'an app'}`}>
      <dl className="facts">
        <dt>Since</dt>
        <dd>
          <Time at={device.first_seen_at} />
        </dd>
        <dt>Consent</dt>
        <dd>{consentText(device.consent)}</dd>
        {device.ids.map(({ kind, value }) => (
          <FactOfId key={`${kind} ${value}`} kind={kind} value={value} />
        ))}
        {device.installs.map(({ install_id, install_kind, installed_at }) => (
          <FactOfInstall key={install_id} id={install_id} kind={install_kind} at={installed_at} />
        ))}
      </dl>
      <Loaded of={timeline}>{(entries) => <TimeLine entries={entries} />}</Loaded>
      {timeline.more && (
        <button type="button" onClick={timeline.more}>
          Show more
        </button>
      )}
    </Card>
  );
}

function FactOfId({ kind, value }: { kind: string; value: string }) {
  return (
    <>
      <dt>{kind.replaceAll('_', ' ')}</dt>
      <dd>
        <Id value={value} />
      </dd>
    </>
  );
}

function FactOfInstall({ id, kind, at }: { id: string; kind: string; at: number }) {
  return (
    <>
      <dt>{kind}</dt>
      <dd>
        <Time at={at} /> <PageLink to={`/installs/${id}`}>Explain it</PageLink>
      </dd>
    </>
  );
}

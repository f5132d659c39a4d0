import { useAccount } from '../../account/account.tsx';
import { useSetSearch, useViewSearch } from '../../address/view-search.ts';
import { useRead } from '../../client/use-read.ts';
import { Card } from '../../parts/card.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Field } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { DeviceCard } from './device-card.tsx';

/** Looks a device up by any of its ids, and shows what it did. */
export function DevicesPage() {
  const { app } = useAccount();
  const { id = '' } = useViewSearch();
  const setSearch = useSetSearch();
  const found = useRead('find_device', { p_app_id: app?.id ?? null, p_id: id }, { enabled: id !== '' });
  return (
    <Page title="Devices" intro="One device: what it is known by, and everything that it did.">
      <Card title="Find a device">
        <Form
          submit="Find it"
          onSubmit={async ({ id: entered = '' }) => setSearch({ id: entered.trim() }, true)}
        >
          <Field
            label="Id"
            name="id"
            defaultValue={id}
            key={id}
            required
            autoComplete="off"
            hint="An advertising id, android id, vendor’s id (IDFV), installation id, user id, event id, or a payment’s reference."
          />
        </Form>
      </Card>
      {id !== '' && (
        <Loaded of={found}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState>No device of your teams’ apps goes by this id.</EmptyState>
            ) : (
              items.map((device) => <DeviceCard key={device.device_id} device={device} />)
            )
          }
        </Loaded>
      )}
    </Page>
  );
}

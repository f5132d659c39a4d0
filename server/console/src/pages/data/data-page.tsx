import { Card } from '../../parts/card.tsx';
import { Page } from '../../parts/page.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { EraseDevice } from './erase-device.tsx';
import { ExportData } from './export-data.tsx';

/** What is held of the account: taken along, erased for a device, deleted as a whole. */
export function DataPage() {
  return (
    <Page
      title="Data"
      intro="Everything that is held of the account is yours to take along or to have erased."
    >
      <Card title="Export">
        <ExportData />
      </Card>
      <Card title="Erase a device">
        <EraseDevice />
      </Card>
      <Card title="Delete the account">
        <DeleteAccount />
      </Card>
    </Page>
  );
}

import { useState } from 'react';
import type { OutputOf } from '../../client/procedures.ts';
import { useChange } from '../../client/use-change.ts';
import { ServiceError } from '../../http/service-error.ts';
import { AskedDialog } from '../../parts/forms/confirm-dialog.tsx';
import { Field } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { ErasureTable } from './erasure-table.tsx';
import { Receipt } from './receipt.tsx';

interface DeviceIds {
  readonly p_gaid: string | null;
  readonly p_android_id: string | null;
  readonly p_idfv: string | null;
  readonly p_idfa: string | null;
  readonly p_installation_id: string | null;
  readonly p_user_id: string | null;
}

/** Erases what is held of a device, in all apps, once that was confirmed, and shows the receipts. */
export function EraseDevice() {
  const erase = useChange('erase_device', ['list_erasures']);
  const [asked, setAsked] = useState<DeviceIds | null>(null);
  const [receipt, setReceipt] = useState<OutputOf<'erase_device'> | null>(null);
  return (
    <>
      <p>
        For the request of a person to be forgotten. The device leaves every table and every figure, in all
        apps. This cannot be undone.
      </p>
      <Form
        // What was erased is not left standing.
        key={receipt?.receipt_id}
        submit="Erase the device…"
        onSubmit={async ({ gaid = '', android_id = '', idfv = '', installation_id = '', user_id = '' }) => {
          const advertisingId = gaid.trim() || null;
          const ids = {
            p_android_id: android_id.trim() || null,
            p_idfv: idfv.trim() || null,
            p_installation_id: installation_id.trim() || null,
            p_user_id: user_id.trim() || null,
          };
          if (!advertisingId && !Object.values(ids).some(Boolean))
            throw new ServiceError('gaid: enter one of the ids', 400);
          setAsked({ p_gaid: advertisingId, p_idfa: advertisingId, ...ids });
        }}
      >
        <Field label="Advertising id" name="gaid" autoComplete="off" hint="Of Android or iOS." />
        <Field label="Android id" name="android_id" autoComplete="off" />
        <Field label="Vendor’s id (IDFV)" name="idfv" autoComplete="off" />
        <Field label="Installation id" name="installation_id" autoComplete="off" />
        <Field
          label="User id"
          name="user_id"
          autoComplete="off"
          hint="What the app calls its user: every device that was theirs goes. One of these ids is enough."
        />
      </Form>
      {asked && (
        <AskedDialog
          title="Erase this device?"
          confirm="Erase it"
          onClose={() => setAsked(null)}
          onConfirm={async () => setReceipt(await erase.mutateAsync(asked))}
        >
          <p>
            Everything held under{' '}
            <code className="id">{[...new Set(Object.values(asked).filter(Boolean))].join(', ')}</code> goes.
            Nobody can bring it back.
          </p>
        </AskedDialog>
      )}
      {receipt && <Receipt of={receipt} />}
      <ErasureTable />
    </>
  );
}

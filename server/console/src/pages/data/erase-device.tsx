import { useState } from 'react';
import type { OutputOf } from '../../client/procedures.ts';
import { useChange } from '../../client/use-change.ts';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { Receipt } from './receipt.tsx';

/** Erases what is held of a device, in all apps, and shows the receipt. */
export function EraseDevice() {
  const erase = useChange('erase_device', []);
  const [receipt, setReceipt] = useState<OutputOf<'erase_device'> | null>(null);
  return (
    <>
      <p>
        For the request of a person to be forgotten. The device leaves every table and every figure, in all
        apps. This cannot be undone.
      </p>
      <Form
        submit="Erase the device"
        isCleared
        onSubmit={async ({ gaid = '', android_id = '' }) =>
          setReceipt(await erase.mutateAsync({ p_gaid: gaid || null, p_android_id: android_id || null }))
        }
      >
        <Field label="Advertising id" name="gaid" autoComplete="off" />
        <Field label="Android id" name="android_id" autoComplete="off" hint="One of them is enough." />
      </Form>
      {receipt && <Receipt of={receipt} />}
    </>
  );
}
